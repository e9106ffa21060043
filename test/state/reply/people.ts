import type { Recipient } from '../../../src/state/reply/written-people.ts';
import { safeLine } from '../../../src/text/safe.ts';

/** People as they are written: `Zoë Quinn <zoe@customer.example>`. */
export function people(...texts: string[]): Recipient[] {
  return texts.map(text => {
    const [, name = '', email = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
    return { name: safeLine(name), email: safeLine(email) };
  });
}
