import { createPrivateKey, createPublicKey } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

/** Some hundred keys; whatever is larger is another file. */
const MAX_FILE_BYTES = 256 * 1024;

const OTHERS_MAY_READ = 0o004;

/** A file of keys that can not be used. Its message names the file and shows nothing of what stands in it. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';

  constructor(source: string, problem: string) {
    super(`The key file ${source} ${problem}.`);
  }
}

/** A key as it stands in a file. */
export interface FiledKey {
  /** A JWK, not checked yet. */
  readonly jwk: unknown;
  /** The file, and which of its keys. */
  readonly source: string;
}

/**
 * Reads keys from a file: a PEM with one private key (PKCS#8) or public key (SPKI), a JWK, or a JWKS.
 *
 * @param warn is told when everybody on this machine may read a private key
 * @throws KeyFileError when the file can not be read or holds no keys in these formats
 */
export async function readKeyFile(path: string, warn: (line: string) => void): Promise<FiledKey[]> {
  const { text, mode } = await readSmallFile(path);
  const found = text.startsWith('{') ? fromJson(text, path) : [{ jwk: fromPem(text, path), source: path }];
  if (process.platform !== 'win32' && (mode & OTHERS_MAY_READ) !== 0 && found.some(isPrivate)) {
    warn(`The private key in ${path} can be read by everybody on this machine: chmod 600 ${path}`);
  }
  return found;
}

async function readSmallFile(path: string): Promise<{ text: string; mode: number }> {
  try {
    // A pipe would be waited for, without a word.
    if (!(await stat(path)).isFile()) {
      throw new KeyFileError(path, 'is no file: name the file that holds the key');
    }
    const file = await open(path, 'r');
    try {
      const { size, mode } = await file.stat();
      if (size > MAX_FILE_BYTES) {
        throw new KeyFileError(path, `has ${size} bytes; a file of keys has ${MAX_FILE_BYTES} at most`);
      }
      return { text: (await file.readFile('utf8')).trim(), mode };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof KeyFileError) {
      throw error;
    }
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new KeyFileError(path, `can not be read (${code}): correct the path, or let this process read it`);
  }
}

/** What the parser says of the text would show it, so nobody hears of that. */
function fromJson(text: string, path: string): FiledKey[] {
  let json: { readonly keys?: unknown };
  try {
    json = JSON.parse(text) as { readonly keys?: unknown };
  } catch {
    throw new KeyFileError(path, 'is no JSON: copy the whole JWK or JWKS');
  }
  if (!Array.isArray(json.keys)) {
    return [{ jwk: json, source: path }];
  }
  if (json.keys.length === 0) {
    throw new KeyFileError(path, 'is a JWKS without keys: add one, or leave the file out');
  }
  return json.keys.map((jwk: unknown, index) => ({ jwk, source: `${path}, key ${index + 1}` }));
}

function fromPem(text: string, path: string): unknown {
  const labels = Array.from(text.matchAll(/^-----BEGIN ([A-Z0-9 ]{1,40})-----/gm), ([, label]) => label);
  const problem = problemOf(labels, text, path);
  if (problem !== undefined) {
    throw new KeyFileError(path, problem);
  }
  try {
    const key = labels[0] === 'PRIVATE KEY' ? createPrivateKey(text) : createPublicKey(text);
    return key.export({ format: 'jwk' });
  } catch {
    throw new KeyFileError(path, 'is a PEM that makes no key of a kind for signatures: generate it anew');
  }
}

function problemOf(labels: readonly (string | undefined)[], text: string, path: string): string | undefined {
  if (labels.length === 0) {
    return 'holds no key: give a PEM (PKCS#8), a JWK or a JWKS';
  }
  if (text.includes('ENCRYPTED')) {
    return `is encrypted, and nobody is there to type the password: openssl pkcs8 -in ${path} -out key.pem`;
  }
  if (labels.some((label) => label === 'EC PRIVATE KEY' || label === 'RSA PRIVATE KEY')) {
    return `is in an older format: openssl pkcs8 -topk8 -nocrypt -in ${path} -out key.pem`;
  }
  if (labels.length > 1) {
    return `holds ${labels.length} PEM blocks: put each key into a file of its own`;
  }
  return labels[0] === 'PRIVATE KEY' || labels[0] === 'PUBLIC KEY'
    ? undefined
    : `holds a PEM of the kind "${labels[0]}": give a PRIVATE KEY (PKCS#8) or a PUBLIC KEY`;
}

function isPrivate({ jwk }: FiledKey): boolean {
  return typeof jwk === 'object' && jwk !== null && 'd' in jwk;
}
