/** What must not be in anything that the agent says of its own. */
const LEAKS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack', /\n\s+at |\bat (async )?[\w.<>]+ \(/],
  [
    'a path',
    /node_modules|\.build\/|dist\/|\.[cm]?[jt]s:\d+|file:\/\/\/\w+\/|\/(tmp|work|home|root|usr|var)\//,
  ],
  [
    'a fault of the language',
    /Cannot (read|set|convert|destructure)|is not (a function|iterable|defined)|(Type|Syntax|Range|Reference)Error|Unexpected token|\[object Object\]/,
  ],
  [
    'the datastore',
    /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|ReplyError|WRONGTYPE|ERR |relation "|violates|jsonb\b|invalid (byte sequence|input syntax)|redis:|postgres/i,
  ],
  ['the network', /\bE(CONN|PIPE|TIME|ADDR|NOTFOUND)[A-Z]*\b/],
  ['a secret', /hunter2|eyJ[\w-]{10,}/],
];

/** @returns what a text of the agent's own gives away */
export function leaksIn(text: string): string[] {
  return LEAKS.flatMap(([what, pattern]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`it gives away ${what}: ${found}`];
  });
}

/** @returns undefined for what is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns what a list of details lacks to be one of google.rpc */
export function faultsOfDetails(details: unknown): string[] {
  if (!Array.isArray(details)) return ['its details are no list'];
  return details.flatMap((detail) => {
    if (!isObject(detail) || typeof detail['@type'] !== 'string') return ['a detail has no @type'];
    if (!detail['@type'].endsWith('ErrorInfo')) return [];
    const isWhole =
      typeof detail.reason === 'string' && detail.domain === 'a2a-protocol.org' && isObject(detail.metadata);
    return isWhole ? [] : ['its ErrorInfo is not whole'];
  });
}

/** The data of each event; what is not a field, a comment or an empty line is no event stream. */
export function eventsOf(text: string): string[] | undefined {
  const data: string[] = [];
  for (const block of text.split('\n\n').slice(0, -1)) {
    for (const line of block.split('\n')) {
      if (line.startsWith('data: ')) data.push(line.slice(6));
      else if (!/^(:.*|event: error|id: \d+|retry: \d+)?$/.test(line)) return undefined;
    }
  }
  return data;
}

const RESPONSES = new Set(['task', 'message', 'statusUpdate', 'artifactUpdate']);

/** @returns what a result of a stream lacks */
export function faultsOfResponse(response: unknown): string[] {
  const names = isObject(response) ? Object.keys(response) : [];
  return names.length === 1 && RESPONSES.has(names[0] ?? '') ? [] : [`an event holds ${names.join(', ')}`];
}

/** Whether a call is refused because nothing in it, or in its task, says which skill is meant. */
export function lacksSkill(details: unknown): boolean {
  return JSON.stringify(details ?? []).includes('must name the skill for this task');
}
