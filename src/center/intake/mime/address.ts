import { addressParser } from 'postal-mime';
import * as v from 'valibot';
import { EmailAddress } from '../../../contract/schema.ts';
import { keptAddress } from '../../../text/address-form.ts';
import { oneLine } from '../../../text/one-line.ts';
import { maskWords } from './encoded-words.ts';

/** A person named in a mail. `email` is null if the text is not an address. */
export interface MailPerson {
  readonly name: string;
  readonly email: string | null;
}

/** The addresses of these people, in lower case. */
export function emailsOf(people: readonly MailPerson[]): string[] {
  return people.flatMap(({ email }) => email?.toLowerCase() ?? []);
}

function shortLine(text: string): string {
  return oneLine(text).slice(0, 255).toWellFormed();
}

/**
 * A text without the parts that may stand around the signs of an address: blanks, comments beside the `@`, needless
 * quotes.
 */
function joined(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\([^()]*\) ?(?=@)|(?<=@) ?\([^()]*\)/g, '')
    .replace(/(?<![^ <>,;:])"([^"\\ ]+)" ?(?=@)/g, '$1')
    .replace(/ ?([@.]) ?/g, '$1');
}

/** Old mail contains comments at the ends of its addresses, and routes. */
function bare(address: string): string {
  return joined(address)
    .replace(/^ ?\([^()]*\)|\([^()]*\) ?$/g, '')
    .trim()
    .replace(/^@[^:]*:/, '');
}

/**
 * Whether an address stands in a field, whole and as it is: the address parser joins the parts around a comment, or
 * around quotation marks that hold a local part together, and so reads another person's address.
 */
function standsIn(field: string, address: string): boolean {
  for (let at = field.indexOf(address); at >= 0; at = field.indexOf(address, at + 1))
    if (/^[\s<>,;:()]?$/.test(field[at - 1] ?? '') && /^[\s<>,;:()]?$/.test(field[at + address.length] ?? ''))
      return true;
  return false;
}

const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', '(': ')', '<': '>' };

/**
 * An address field with nested groups, which RFC 5322 does not allow, made flat: a colon within an open group becomes a
 * space, so that the inner group's name joins the name of its first member. The address parser reads the contents of a
 * group again for each level.
 */
function flattenGroups(value: string): string {
  let flat = '';
  let from = 0;
  let isInGroup = false;
  let closing = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]!;
    if (closing === '"' && character === '\\') at += 1;
    else if (isInGroup && character === ';') {
      // The parser searches the end of a group first, even within quotes.
      isInGroup = false;
      closing = '';
    } else if (closing !== '') closing = character === closing ? '' : closing;
    else if (character !== ':') closing = CLOSED_BY[character] ?? '';
    else if (!isInGroup) isInGroup = true;
    else {
      flat += `${value.slice(from, at)} `;
      from = at + 1;
    }
  }
  return from === 0 ? value : flat + value.slice(from);
}

/**
 * The people in an address field, at most `most`; none if it is empty. Never throws. Of an author only an address counts
 * that all programs read alike: none in a group, and no part of one in an encoded word.
 */
export function readAddressField(value: string, most: number, areAuthors = false): MailPerson[] {
  const people: MailPerson[] = [];
  const masked = maskWords(value.slice(0, 32_768));
  const flat = flattenGroups(masked.value);
  const plain = joined(flat);
  const isGroup = areAuthors && flat.includes(':') && addressParser(flat).some(({ group }) => group !== undefined);
  for (const each of addressParser(flat, { flatten: true })) {
    const written = bare(each.address ?? '');
    const address = masked.decoded(written);
    const isUnclear = isGroup || (areAuthors && written !== address);
    const email = !isUnclear && v.is(EmailAddress, address) && standsIn(plain, written) ? keptAddress(address) : null;
    const name = shortLine(masked.decoded(each.name ?? ''));
    if (email || name || address) people.push({ name: name || shortLine(address), email });
    if (people.length >= most) break;
  }
  return people;
}
