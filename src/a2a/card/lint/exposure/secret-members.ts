/** Names whose values are secrets however they look, without separators. */
const PASSWORD_NAMES = /(?:passwords?|passwd|passphrase|passcode|secrets?)$|^(?:pwd|pass)$/;
const KEY_NAMES =
  /(?:api|access|private|secret|signing|encryption|account)key$|(?:access|refresh|auth|bearer|api|session)token$|^token$|^(?:jwt|idtoken)$|keypem$|connectionstring$|credentials?$/;

/** Shorter ones tell where a key goes or of what kind it is. */
const MIN_KEY_LENGTH = 8;

/** What stands in the place of a value: what it is to be, or that there is one. */
const PLACEHOLDER =
  /^(?:string|text|boolean|number|required|optional|none|null|true|false|yes|no|hidden|redacted|header|query|cookie|bearer|basic|jwt|public|private|unused|not (?:needed|required)|same-origin|(?:short|long)-lived|\[[^\]]*\]|<[^>]*>|%[^%]*%|\$\{[^}]*\}|\{\{[^}]*\}\}|\$\w+|[*•.…x_-]+)$/i;

/** The members of a JSON Web Key that make it a private one (RFC 7518, section 6). */
const PRIVATE_JWK_MEMBERS = ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'];

/** Whether a member is a secret by its name, and has a value. */
export function isSecretMember(name: string, value: unknown): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || PLACEHOLDER.test(text) || isReference(text)) {
    return false;
  }
  const plainName = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (PASSWORD_NAMES.test(plainName)) {
    return true;
  }
  if (typeof value === 'number') {
    return false;
  }
  return plainName.endsWith('authorization')
    ? /^(?:Bearer|Basic|DPoP|Token|ApiKey)\s+\S{8,}$/i.test(text)
    : KEY_NAMES.test(plainName) && isKey(text);
}

/** In which no word and no name of a header looks like one. */
function isKey(text: string): boolean {
  return text.length >= MIN_KEY_LENGTH && !/\s|^x-[a-z-]+$/i.test(text);
}

/** The name of the first private member of what is a JSON Web Key. */
export function privateJwkMember(value: Readonly<Record<string, unknown>>): string | undefined {
  return typeof value.kty === 'string'
    ? PRIVATE_JWK_MEMBERS.find((name) => typeof value[name] === 'string' && value[name] !== '')
    : undefined;
}

/** Where a secret is fetched or changed is none. */
function isReference(text: string): boolean {
  return /^(?:https?:\/\/|\/|#\/|\.\.?\/|(?:vault|env|file|op|ssm|arn|secretmanager):)/i.test(text);
}
