import { addressParser } from 'postal-mime';
import * as v from 'valibot';
import { EmailAddress } from '../../../contract/schema.ts';
import { flattenGroups } from './flat-groups.ts';
import { decodeValue } from './headers.ts';

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
  for (const each of addressParser(flattenGroups(value.slice(0, 32_768)), { flatten: true })) {
    const address = bare(each.address ?? '');
    const email = v.is(EmailAddress, address) ? address : null;
    const name = oneLine(decodeValue(each.name ?? ''));
    if (email || name || address) people.push({ name: name || oneLine(address), email });
    if (people.length >= most) break;
  }
  return people;
}
