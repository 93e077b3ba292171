/** The media type of the binding (section 11.1). */
const OWN = 'application/a2a+json';
const PLAIN = 'application/json';
const COVERS_OWN: ReadonlySet<string> = new Set([OWN, 'application/*', '*/*']);

/** In what media type to answer: the binding's own, unless the caller takes JSON only by its plain name. */
export function answerType(accept: string | undefined): string {
  const accepted = (accept ?? '').toLowerCase().split(',').filter(isWanted).map(essenceOf);
  return accepted.includes(PLAIN) && !accepted.some((type) => COVERS_OWN.has(type)) ? PLAIN : OWN;
}

function essenceOf(range: string): string {
  return (range.split(';')[0] ?? '').trim();
}

/** A weight of zero says what is not wanted (RFC 9110, section 12.4.2). */
function isWanted(range: string): boolean {
  return !/;\s*q=0(\.0*)?\s*(;|$)/.test(range);
}
