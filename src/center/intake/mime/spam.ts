import type { Field } from './headers.ts';

const MARKS: readonly string[] = ['x-spam-flag', 'x-spam-status', 'x-spam'];

/** Whether a spam filter has marked the mail with this head. */
export function isMarkedSpam(fields: readonly Field[]): boolean {
  return fields.some(({ name, value }) => MARKS.includes(name) && /^\s*yes\b/i.test(value));
}
