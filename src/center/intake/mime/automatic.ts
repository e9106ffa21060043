import type { Field } from './headers.ts';

/** The fields by which a machine identifies itself, each with the values that do so. */
const marks: Readonly<Record<string, RegExp>> = {
  'auto-submitted': /^(?!\s*no\s*(?:[;(]|$))\s*\S/i,
  precedence: /^\s*(?:bulk|list|junk)\b/i,
  'x-auto-response-suppress': /\S/,
  'x-loop': /\S/,
  'list-id': /\S/,
  // Only machines send mail that cannot be returned.
  'return-path': /^\s*(?:<\s*>)?\s*$/,
};

/** Whether a machine wrote the mail with this head, according to its fields (RFC 3834, and earlier conventions). */
export function isAutomatic(fields: readonly Field[]): boolean {
  return fields.some(({ name, value }) => Object.hasOwn(marks, name) && marks[name]!.test(value));
}
