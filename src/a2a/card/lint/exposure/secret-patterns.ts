/** What a kind of secret looks like. */
interface SecretPattern {
  /** For people, after "what looks like". */
  readonly kind: string;
  /** Global; begins where no run of its own characters is under way, so that it is tried once for each run. */
  readonly pattern: RegExp;
  /** Whether a match is really one. */
  readonly isMeant?: (match: RegExpExecArray) => boolean;
}

const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'a private key',
    // What follows is the key; a text about such keys goes on in words.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]){0,8}(?:[\w-]{1,40}:|[A-Za-z0-9+/]{16})/g,
  },
  { kind: 'a private key', pattern: /AGE-SECRET-KEY-1[A-Z0-9]{20,}/g },
  {
    kind: 'a JSON Web Token',
    pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  },
  {
    kind: 'a bearer token',
    pattern: /(?<![\w-])Bearer\s{1,5}([\w.~+/-]{16,}=*)/gi,
    isMeant: ([, token = '']) => isKeyLike(token) || digitsIn(token) >= 6,
  },
  {
    kind: 'a user name and a password',
    pattern: /(?<![\w-])Basic\s{1,5}([A-Za-z0-9+/]{8,1000}={0,2})(?![\w+/=])/gi,
    isMeant: ([, credentials = '']) => isBasicCredentials(credentials),
  },
  {
    kind: 'a secret key of a service',
    pattern: /(?<![\w-])[sr]k[-_]([\w-]{16,})/g,
    isMeant: ([, key = '']) => isKeyLike(key),
  },
  {
    kind: 'an access key of AWS',
    pattern: /(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Za-z0-9])/g,
    isMeant: ([, key = '']) => !isPlaceholder(key),
  },
  { kind: 'a token of GitHub', pattern: /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})/g },
  { kind: 'a token of GitLab', pattern: /(?<![\w-])glpat-[\w-]{20,}/g },
  { kind: 'a token of Slack', pattern: /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g },
  { kind: 'a webhook of Slack', pattern: /hooks\.slack\.com\/services\/T\w{6,20}\/B\w{6,20}\/\w{16,40}/g },
  {
    kind: 'a token of a service',
    pattern:
      /(?<![\w-])(?:whsec_[\w+/=-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}|dop_v1_[a-f0-9]{20,})/g,
  },
  {
    kind: 'a signed address',
    pattern: /[?&](?:key|sig|signature|x-amz-signature|x-goog-signature)=([\w%+/=-]{16,})/gi,
    isMeant: ([, value = '']) => isKeyLike(value) && !isPlaceholder(value),
  },
  { kind: 'a key of Google', pattern: /(?<![\w-])(?:AIza[\w-]{35}|GOCSPX-[\w-]{20,})/g },
  { kind: 'a token of npm or Hugging Face', pattern: /(?<![\w-])(?:npm|hf)_[A-Za-z0-9]{30,}/g },
  {
    kind: 'a credential',
    pattern:
      /(?<![\w-])(?:[a-z0-9]{1,20}[_-]){0,3}(?:password|passwd|pwd|passphrase|secret|(?:api|account|(?:secret[_-]?)?access)[_-]?key|(?:(?:access|refresh)[_-]?)?token)["']?(=|\s{0,2}[=:]\s{0,2}["']?)(?![<{$*%])([^\s&;,"'<>]{6,})/gi,
    isMeant: ([, separator, value = '']) =>
      !isPlaceholder(value) && isMixed(value, separator === '=' ? 6 : 8),
  },
];

/**
 * Whether a text holds what can only be a secret. Texts about secrets do not: a pattern is told by characters
 * that no word has, or by a place where nothing else stands.
 *
 * @returns what kind it looks like, to be read after "what looks like"; never the secret
 */
export function secretIn(text: string): string | undefined {
  return PATTERNS.find(({ pattern, isMeant = () => true }) => [...text.matchAll(pattern)].some(isMeant))
    ?.kind;
}

/** The text with something else in the place of each secret. */
export function withoutSecrets(text: string): string {
  return PATTERNS.reduce((rest, { pattern, isMeant = () => true }) => {
    const secrets = [...rest.matchAll(pattern)].filter(isMeant);
    return secrets.reduce((shown, [secret]) => shown.replaceAll(secret, '[secret]'), rest);
  }, text);
}

/** A run of letters and digits as no word has it. */
function isKeyLike(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return runs.some((run) => run.length >= 24 || /\d[A-Za-z]+\d/.test(run));
}

/** Whether a run of so many letters and digits has both. */
function isMixed(text: string, length: number): boolean {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? [];
  return runs.some((run) => run.length >= length && /\d/.test(run) && /[A-Za-z]/.test(run));
}

/** What stands where a secret would, to be filled in. */
function isPlaceholder(text: string): boolean {
  return /your|example|sample|dummy|placeholder|change.?me|x{4}/i.test(text);
}

function digitsIn(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

/** `user:password` in base64, and no word that could be it. */
function isBasicCredentials(text: string): boolean {
  const credentials = Buffer.from(text, 'base64').toString('latin1');
  return text.length % 4 === 0 && /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(credentials);
}
