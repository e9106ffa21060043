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

/** The people in an address field, at most `most`; none if it is empty. Never throws. */
export function readPeople(value: string, most: number): Person[] {
  const people: Person[] = [];
  const masked = maskWords(value.slice(0, 32_768));
  for (const each of addressParser(flattenGroups(masked.value), { flatten: true })) {
    const address = masked.decoded(bare(each.address ?? ''));
    const email = v.is(EmailAddress, address) ? address : null;
    const name = oneLine(masked.decoded(each.name ?? ''));
    if (email || name || address) people.push({ name: name || oneLine(address), email });
    if (people.length >= most) break;
  }
  return people;
}
