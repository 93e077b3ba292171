import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { isDurationOrOff } from './accepted-values.js';

/** A value that the function accepts; the message says what to set. */
export function Accepts(accepts: (value: string) => boolean, message: string): PropertyDecorator {
  return ValidateBy(
    { name: accepts.name, validator: { validate: (value) => accepts(String(value)) } },
    { message },
  );
}

/** A whole number within these bounds, written in digits; the message says what to set. */
export function WholeNumber(least: number, most: number, message: string): PropertyDecorator {
  const toNumber = Transform(({ value }) => (/^\d+$/.test(String(value)) ? Number(value) : value));
  const isWithin = (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  const validate = ValidateBy({ name: 'wholeNumber', validator: { validate: isWithin } }, { message });
  return (target, name) => {
    toNumber(target, name);
    validate(target, name);
  };
}

/** Values with commas between them, none of them twice; the message says what to set. */
export function List(accepts: (value: string) => boolean, message: string): PropertyDecorator {
  const toList = Transform(({ value }) =>
    typeof value === 'string' ? value.split(',').map((part) => part.trim()) : (value as unknown),
  );
  const areAccepted = (values: unknown): boolean =>
    Array.isArray(values) &&
    new Set(values).size === values.length &&
    values.every((one) => accepts(String(one)));
  const validate = ValidateBy({ name: 'list', validator: { validate: areAccepted } }, { message });
  return (target, name) => {
    toList(target, name);
    validate(target, name);
  };
}

/** A duration with its unit, or `off`. @param example what to set, for a reader whose value is neither */
export function DurationOrOff(variable: string, example: string): PropertyDecorator {
  const message = `${variable} must be a duration with a unit, such as 90s, 24h or 7d, or off: set ${variable}=${example}`;
  return Accepts(isDurationOrOff, message);
}
