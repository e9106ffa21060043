import { addressKey, shownAddress } from '../../../text/address-form.ts';
import { foldQuotes } from '../../../text/quote.ts';
import type { SafeBlock } from '../../../text/safe.ts';

/** Stands where something was erased. */
export const ERASED = '(erased)';

/** A person whose traces are removed. */
export interface ErasedPerson {
  readonly email: string | null;
  readonly name: string;
}

/** Removes a person's address and name from texts; a text without them stays the same. */
export interface Scrub {
  readonly text: (text: string) => string;
  /** The same in all texts of a JSON value; entries of lists with the person's address are left out. */
  readonly json: (value: unknown) => unknown;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/**
 * Also with a part after `+`, whose length is bounded so that the search takes time in proportion to the text, and with
 * `=` for `@`, as in the sender of a mailing list's mail.
 */
function addressPattern(email: string): RegExp {
  const at = email.lastIndexOf('@');
  const local = literally(email.slice(0, at));
  const before = '(?<![\\p{L}\\p{N}';
  const box = `(?:${before}._-])${local}(?:\\+[^\\s@]{0,64})?@|${before}])${local}=)`;
  const domain = `(?:${[...new Set([email, shownAddress(email)])].map(one => literally(one.slice(at + 1))).join('|')})`;
  return new RegExp(`${box}${domain}(?![\\p{L}\\p{N}-])`, 'giu');
}

/** Only a name of several words: one word alone is also others' name, or a word of the language. */
function namePattern(name: string): RegExp | undefined {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.map(literally).join('\\s{1,4}')}(?![\\p{L}\\p{N}])`, 'giu');
}

/** Makes the functions that remove a person from texts. */
export function createScrub({ email, name }: ErasedPerson): Scrub {
  const patterns = [email === null ? undefined : addressPattern(email), namePattern(name)].filter(
    one => one !== undefined,
  );
  const text = (given: string) => patterns.reduce((left, pattern) => left.replace(pattern, ERASED), given);
  const isPerson = (value: unknown): boolean => {
    const one = typeof value === 'string' ? value : (value as { email?: unknown } | null)?.email;
    return email !== null && typeof one === 'string' && addressKey(one) === addressKey(email);
  };
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.filter(one => !isPerson(one)).map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, json(one)]));
  };
  return { text, json };
}

/** Returns whether a text names an address, as `createScrub` finds it. */
export function namingOf(email: string): (text: string) => boolean {
  const { text: without } = createScrub({ email, name: '' });
  const box = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return text => text.toLowerCase().includes(box) && without(text) !== text;
}

/** A JSON text as `json` leaves it. */
export function scrubJson({ json }: Pick<Scrub, 'json'>, text: string): string {
  return text === '' ? text : JSON.stringify(json(JSON.parse(text)));
}

/** A message without the earlier mail that it quotes, which may be the person's words. */
export function withoutQuotes(text: string): string {
  const segments = foldQuotes(text as SafeBlock);
  if (segments.every(({ kind }) => kind !== 'quote')) return text;
  return segments.map(({ kind, lines }) => (kind === 'quote' ? `> ${ERASED}` : lines.join('\n'))).join('\n');
}
