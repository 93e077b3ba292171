import type { JsonValue } from '../../protocol/index.js';
import { withoutEmpty } from './sdk-form.js';

/** From here on Python writes a float with an exponent. */
const PYTHON_EXPONENT = { small: -4, large: 16 };

/**
 * The text that the Python SDK signed before it followed RFC 8785 (a2a-python#1174): the SDKs' form with anything
 * outside ASCII escaped, members in the order of code points, and numbers as Python writes floats.
 *
 * @param card JSON as it was received
 * @throws CardFormError when the card has no canonical form
 */
export function legacyPythonForm(card: unknown): string {
  return text(withoutEmpty(card));
}

function text(value: JsonValue): string {
  if (typeof value === 'string') {
    return asciiText(value);
  }
  if (typeof value === 'number') {
    return floatText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(text).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => byCodePoint(a, b));
    return `{${members.map(([name, member]) => `${asciiText(name)}:${text(member)}`).join(',')}}`;
  }
  return String(value);
}

function asciiText(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** UTF-8 sorts as code points do, UTF-16 does not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The digits are those that JavaScript finds; only the spelling differs. */
function floatText(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < PYTHON_EXPONENT.small || power >= PYTHON_EXPONENT.large) {
    const sign = power < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const plain = Object.is(value, -0) ? '-0' : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
