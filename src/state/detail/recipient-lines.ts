import { addressKey } from '../../text/address-form.ts';
import { cut } from '../../text/cut.ts';
import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { createIsOurs, createIsOursIn } from '../reply/recipients.ts';
import { conversationOf } from '../visible.ts';
import { type CustomerName, createPersonName, withAddress } from '../words/person-name.ts';
import type { Conversation, Message, World } from '../world.ts';
import { type DetailLine, detailLine, type Opened } from './line.ts';

/** The lines of a message's To, Cc and Bcc, below its head. */
export type RecipientsOf = (message: Message, entryKey: string, opened: Opened) => readonly DetailLine[];

/** A mailing list's mail may name thousands. */
const MAX_SHOWN = 100;
const OPENS = t`Enter opens`;

type Recipient = Message['to'][number];

/** The key of the passage with a message's recipients. */
function recipientsKey(entryKey: string): string {
  return `${entryKey}/to`;
}

/** Whether a passage is a message's recipients: Enter opens the others first. */
export function isOfRecipients(foldKey: string | null): boolean {
  return foldKey?.endsWith('/to') === true;
}

/**
 * To, Cc and Bcc of each message, `columns` wide: one line, and when it is opened a line for each address. A message that
 * went where everybody expects it has none: a customer's to an inbox, an agent's to the requester.
 */
export function createRecipientsOf(columns: number, world: World): RecipientsOf {
  const nameOf = createPersonName(world);
  const isKnownAsOurs = createIsOurs(world);
  const inboxes = new Map(
    world.base.inboxes.flatMap(({ name, emails }) => emails.map(({ email }) => [addressKey(email), name])),
  );
  return (message, entryKey, opened) => {
    const { to, cc, bcc = [], conversation_id: id } = message;
    const conversation = conversationOf(world, id);
    const count = to.length + cc.length + bcc.length;
    const sole = to.length === 1 && count === 1 ? addressKey(to[0]!.email) : undefined;
    if (count === 0 || (sole !== undefined && isExpected(message, sole, inboxes, conversation))) return [];
    const foldKey = recipientsKey(entryKey);
    if (opened === 'all' || opened.has(foldKey)) return openedLines(message, entryKey, columns);
    const isOursHere = message.side ? isKnownAsOurs : createIsOursIn(isKnownAsOurs, conversation);
    const namesOf = (people: readonly Recipient[], room: number) => {
      // People in Bcc take no part, and need not be ours for that.
      const isOurs = people === bcc ? isKnownAsOurs : isOursHere;
      return listed(people, room, one =>
        isOurs(one) ? (inboxes.get(addressKey(one.email)) ?? beforeAt(one.email)) : nameOf(one),
      );
    };
    const room = Math.max(0, columns - width(OPENS) - 1);
    return [{ ...detailLine(entryKey, 'fold', cut(folded(message, room, namesOf), room), OPENS), foldKey }];
  };
}

function isExpected(
  { kind }: Message,
  sole: string,
  inboxes: ReadonlyMap<string, SafeText>,
  conversation: Conversation | undefined,
): boolean {
  if (kind !== 'agent') return inboxes.has(sole);
  const requester = conversation?.requester?.email;
  return requester != null && addressKey(requester) === sole;
}

/** `to Support, Bob Parcel · cc Carol +2 · bcc +1`: To first, and of the others at least the number. */
function folded(
  { to, cc, bcc = [] }: Message,
  columns: number,
  namesOf: (people: readonly Recipient[], room: number) => SafeText,
): SafeText {
  const parts = (
    [
      [t`to`, to],
      [t`cc`, cc],
      [t`bcc`, bcc],
    ] as const
  ).filter(([, people]) => people.length > 0);
  let text = t``;
  for (const [index, [word, people]] of parts.entries()) {
    const start = t`${text}${index === 0 ? t`` : t` · `}${word} `;
    const after = parts.slice(index + 1).map(([next, others]) => t` · ${next} +${others.length}`);
    text = t`${start}${namesOf(people, columns - width(start) - width(join(after)))}`;
  }
  return text;
}

/** The first names that fit, and the number of the others: `Support, Bob +2`, `+3`. */
function listed(people: readonly Recipient[], columns: number, nameOf: (one: Recipient) => SafeText): SafeText {
  let text = t``;
  for (const [index, one] of people.entries()) {
    const next = text === '' ? nameOf(one) : t`${text}, ${nameOf(one)}`;
    const left = people.length - index - 1;
    const end = left === 0 ? t`` : t` +${left}`;
    if (width(next) + width(end) > columns) {
      if (text === '' && people.length === 1) return cut(next, columns);
      return text === '' ? t`+${people.length}` : t`${text} +${left + 1}`;
    }
    text = next;
    if (left === 0) return text;
  }
  return text;
}

/**
 * A line for each address, with its name, which are the sender's words: each begins with the desk's own, so that in a
 * transcript no message can go on with the list.
 */
function openedLines({ to, cc, bcc = [] }: Message, entryKey: string, columns: number): readonly DetailLine[] {
  const foldKey = recipientsKey(entryKey);
  const part = (word: SafeText, people: readonly Recipient[]): DetailLine[] => {
    const room = columns - width(word);
    const shown = people.slice(0, MAX_SHOWN).map(one => withAddress(personOf(one), room));
    const more = people.length > MAX_SHOWN ? [t`and ${grouped(people.length - MAX_SHOWN)} more`] : [];
    return [...shown, ...more].map(text => ({
      ...detailLine(entryKey, 'event', cut(t`${word}${text}`, columns)),
      foldKey,
    }));
  };
  return [...part(t`to  `, to), ...part(t`cc  `, cc), ...part(t`bcc `, bcc)];
}

function personOf({ name, email }: Recipient): CustomerName {
  return { name: name || email, email };
}

/** `support+orders`: whose domain it is, is known. */
function beforeAt(email: SafeText): SafeText {
  const at = email.lastIndexOf('@');
  return at > 0 ? (email.slice(0, at) as SafeText) : email;
}
