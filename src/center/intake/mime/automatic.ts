import type { Field } from './headers.ts';

/** The fields by which a machine names itself, each with the values that say so. */
const marks: Readonly<Record<string, RegExp>> = {
  'auto-submitted': /^(?!\s*no\s*(?:[;(]|$))\s*\S/i,
  precedence: /^\s*(?:bulk|list|junk)\b/i,
  'x-auto-response-suppress': /\S/,
  'x-loop': /\S/,
  'list-id': /\S/,
  // Nobody hears of a mail that cannot be returned: only machines send such.
  'return-path': /^\s*(?:<\s*>)?\s*$/,
};

/** Whether a machine wrote the mail with this head, as far as its fields say so (RFC 3834, and what was usual before). */
export function isAutomatic(fields: readonly Field[]): boolean {
  return fields.some(({ name, value }) => Object.hasOwn(marks, name) && marks[name]!.test(value));
}
