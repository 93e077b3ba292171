/** Whether a media type, or a range such as `image/*`, takes in another; parameters do not count. */
export function covers(range: string, mediaType: string): boolean {
  const [wanted, given] = [essenceOf(range), essenceOf(mediaType)];
  return (
    wanted === given || wanted === '*/*' || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)))
  );
}

function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
