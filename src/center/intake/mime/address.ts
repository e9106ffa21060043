import { addressParser } from 'postal-mime';
import * as v from 'valibot';
import { EmailAddress } from '../../../contract/schema.ts';
import { maskWords } from './encoded-words.ts';
import { flattenGroups } from './flat-groups.ts';

/** A person named in a mail. `email` is null if the text is not an address. */
export interface Person {
  readonly name: string;
  readonly email: string | null;
}

/** The addresses of these people, in lower case. */
export function emailsOf(people: readonly Person[]): string[] {
  return people.flatMap(({ email }) => email?.toLowerCase() ?? []);
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed();
}

/** Old mail contains comments, spaces and routes in its addresses. */
function bare(address: string): string {
  return address
    .replace(/\([^()]*\)/g, '')
    .replace(/\s+/g, '')
    .replace(/^@[^:]*:/, '');
}

/**
 * The people in an address field, at most `most`; none if it is empty. Never throws. Of an author only an address counts
 * that all programs read alike: none in a group, and no part of one in an encoded word.
 */
export function readPeople(value: string, most: number, areAuthors = false): Person[] {
  const people: Person[] = [];
  const masked = maskWords(value.slice(0, 32_768));
  const flat = flattenGroups(masked.value);
  const isGroup = areAuthors && addressParser(flat).some(({ group }) => group !== undefined);
  for (const each of addressParser(flat, { flatten: true })) {
    const written = bare(each.address ?? '');
    const address = masked.decoded(written);
    const isUnclear = isGroup || (areAuthors && written !== address);
    const email = !isUnclear && v.is(EmailAddress, address) ? address : null;
    const name = oneLine(masked.decoded(each.name ?? ''));
    if (email || name || address) people.push({ name: name || oneLine(address), email });
    if (people.length >= most) break;
  }
  return people;
}
