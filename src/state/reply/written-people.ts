import * as v from 'valibot';
import { EmailAddress } from '../../contract/schema.ts';
import { addressKey } from '../../text/address-form.ts';
import { cut } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { type CustomerName, withAddress } from '../words/person-name.ts';
import type { Message } from '../world.ts';

/** A person that a reply goes to. The name may be empty. */
export type Recipient = Message['to'][number];

/** The people of a typed line, or why it is not right. */
export interface ReadPeople {
  readonly people: readonly Recipient[];
  readonly fault?: SafeText;
}

/** The draft of a line from which the agent removed everybody: an empty draft means that nothing was changed. */
const NOBODY = '–';
/** Far more than fifty people need. */
const MAX_CHARACTERS = 20_000;
const SHOWN_COLUMNS = 30;
/** Characters that a name cannot hold outside quotation marks. */
const NEEDS_QUOTES = /["\\,;<>]/;

/** People as a line to edit: `Zoë Quinn <zoe@customer.example>, bob@customer.example`. */
export function writePeople(people: readonly Recipient[]): string {
  return people.map(written).join(', ');
}

/** The same in the form of a draft, in which "no recipient" must differ from "unchanged". */
export function keptPeople(people: readonly Recipient[]): string {
  return keptLine(writePeople(people));
}

/** A typed line as it is kept in a draft. */
export function keptLine(line: string): string {
  return line.trim() === '' ? NOBODY : line;
}

/** A kept line as it is edited. */
export function editedLine(kept: string): string {
  return kept === NOBODY ? '' : kept;
}

/** Reads a line of people, separated by commas or semicolons. Each address counts once, without regard to case. */
export function readPeople(line: string): ReadPeople {
  if (line.length > MAX_CHARACTERS) return { people: [], fault: t`These are too many addresses.` };
  const people = new Map<string, Recipient>();
  for (const part of split(line)) {
    const typed = part.trim();
    if (typed === '' || typed === NOBODY) continue;
    const one = readOne(typed);
    if (!v.is(EmailAddress, one.email)) {
      const shown = cut(safeLine(typed), SHOWN_COLUMNS);
      return { people: [...people.values()], fault: t`“${shown}” is not an email address.` };
    }
    const key = addressKey(one.email);
    if (!people.has(key)) people.set(key, one);
  }
  return { people: [...people.values()] };
}

/** The typed part of the last person of a line. */
export function lastTyped(line: string): string {
  return split(line).at(-1)!.trimStart();
}

function written({ name, email }: Recipient): string {
  if (name === '' || name === email) return email;
  const isPlain = !NEEDS_QUOTES.test(name) && name === name.trim();
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}

function readOne(typed: string): Recipient {
  const open = typed.endsWith('>') ? typed.lastIndexOf('<') : -1;
  if (open < 0) return { name: t``, email: safeLine(typed) };
  const email = safeLine(typed.slice(open + 1, -1).trim());
  return { name: safeLine(unquoted(typed.slice(0, open).trim())), email };
}

function unquoted(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return isQuoted ? name.slice(1, -1).replace(/\\(.)/gu, '$1') : name;
}

/** The parts between separators that are neither in quotation marks nor in an address. */
function split(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isAddress = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '<' || sign === '>') isAddress = sign === '<';
    else if (!isAddress && (sign === ',' || sign === ';')) {
      parts.push(line.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, line.slice(from)];
}

/**
 * Recipients with their addresses in at most `columns`: `Zoë Quinn <zoe@customer.example>, bob@partner.example (new) +3`.
 * Those in `fresh`, by their keys, got no answer before; among those left out they are counted: `+3, 1 new`.
 */
export function peopleInWords(people: readonly Recipient[], columns: number, fresh?: ReadonlySet<string>): SafeText {
  const isNew = ({ email }: Recipient): boolean => fresh?.has(addressKey(email)) === true;
  let text = t``;
  for (const [index, one] of people.entries()) {
    const left = people.slice(index + 1);
    const end = moreOf(left.length, left.filter(isNew).length);
    const mark = isNew(one) ? t` (new)` : t``;
    const before = text === '' ? t`` : t`${text}, `;
    const next = t`${before}${withAddress(personOf(one))}${mark}`;
    if (width(next) + width(end) > columns) {
      if (text !== '') return t`${text}${moreOf(left.length + 1, [one, ...left].filter(isNew).length)}`;
      return t`${withAddress(personOf(one), Math.max(1, columns - width(mark) - width(end)))}${mark}${end}`;
    }
    text = next;
  }
  return text;
}

function moreOf(count: number, fresh: number): SafeText {
  if (count === 0) return t``;
  return fresh === 0 ? t` +${count}` : t` +${count}, ${fresh} new`;
}

function personOf({ name, email }: Recipient): CustomerName {
  return { name: name || email, email };
}
