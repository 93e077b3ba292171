/** The shapes that Agent Cards come in; `tutorial` is one that an early text about A2A made known. */
export type CardDialect = '1.0' | '0.3' | 'tutorial' | 'unknown';

/** What a document is taken for, and why. */
export interface DetectedDialect {
  readonly dialect: CardDialect;
  /** JSON pointers (RFC 6901) and what stands there, for people. */
  readonly reasons: readonly string[];
}

/** What was seen of a dialect. */
type Signs = string[];

/**
 * Tells which dialect of Agent Card a document is written in, from the members that only that dialect has. It does
 * not say whether the card is valid. A card that has `supportedInterfaces` is of 1.0, whatever members of earlier
 * versions stand beside them (section 4.4.1); cards before 0.3 count as 0.3.
 *
 * @param document what `JSON.parse` returned; anything may be given
 */
export function detectDialect(document: unknown): DetectedDialect {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { dialect: 'unknown', reasons: [`the document is ${nameOf(document)}, and a card is an object`] };
  }
  const card = document as Readonly<Record<string, unknown>>;
  if (isSet(card.supportedInterfaces)) {
    return { dialect: '1.0', reasons: ['/supportedInterfaces is there, as in 1.0 only'] };
  }
  const [tutorial, legacy] = [tutorialSigns(card), legacySigns(card)];
  if (tutorial.length > 1 || (tutorial.length === 1 && legacy.length === 0)) {
    return { dialect: 'tutorial', reasons: tutorial };
  }
  if (legacy.length > 0) {
    return { dialect: '0.3', reasons: ['/supportedInterfaces is not there', ...legacy] };
  }
  return { dialect: 'unknown', reasons: unknownReasons(card) };
}

/** None unless they decide: a list of names, or the names of media, may stand in anything. */
function tutorialSigns(card: Readonly<Record<string, unknown>>): Signs {
  const { skills, endpoints, auth, modalities } = card;
  const listed = Array.isArray(skills) && skills.length > 0 && skills.every((one) => typeof one === 'string');
  const posted = typeof memberOf(endpoints, 'tasks') === 'string';
  const signs = [
    ...(posted ? ['/endpoints/tasks is there'] : []),
    ...(listed ? ['/skills is a list of names'] : []),
    ...(typeof memberOf(auth, 'type') === 'string' ? ['/auth/type is there'] : []),
    ...(Array.isArray(modalities) ? ['/modalities is there'] : []),
  ];
  return posted || (listed && signs.length > 1) ? signs : [];
}

function legacySigns(card: Readonly<Record<string, unknown>>): Signs {
  const { url, protocolVersion, preferredTransport, additionalInterfaces } = card;
  const signs = [
    ...(typeof protocolVersion === 'string' && /^\d+\.\d+/.test(protocolVersion)
      ? ['/protocolVersion is at the top']
      : []),
    ...(typeof preferredTransport === 'string' ? ['/preferredTransport is there'] : []),
    ...(Array.isArray(additionalInterfaces) ? ['/additionalInterfaces is there'] : []),
  ];
  // Much that is no card has a url: by itself it says nothing.
  const isCard = isSet(card.capabilities) || Array.isArray(card.skills) || isSet(card.defaultInputModes);
  return typeof url === 'string' && (isCard || signs.length > 0) ? [...signs, '/url is at the top'] : signs;
}

function unknownReasons(card: Readonly<Record<string, unknown>>): string[] {
  if (isSet(card.supported_interfaces)) {
    return ['/supported_interfaces is there: JSON spells it supportedInterfaces (section 5.5)'];
  }
  return Object.keys(card).length === 0
    ? ['the document is an object without members']
    : ['/supportedInterfaces is not there, and no member is one of an earlier dialect'];
}

/** ProtoJSON reads `null` as unset. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (typeof value === 'string') {
    return /^\s*</.test(value) ? 'a text that begins as HTML does' : 'a text';
  }
  return value === null || value === undefined ? 'empty' : `a ${typeof value}`;
}
