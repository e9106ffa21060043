import { addressKey } from '../../text/address-form.ts';
import { cut, pad } from '../../text/cut.ts';
import { age } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { contactIds, contactIn } from '../conversation/contacts.ts';
import { conversationOf } from '../visible.ts';
import { statusOf } from '../words/names.ts';
import { type CustomerName, withAddress } from '../words/person-name.ts';
import type { Conversation, Thread, World } from '../world.ts';
import { type DetailLine, detailLine } from './line.ts';

/** Someone on a conversation: a contact, or someone whom its mails name. */
export type OnConversation =
  | { readonly kind: 'contact'; readonly id: number; readonly person: CustomerName | undefined }
  | { readonly kind: 'participant'; readonly person: CustomerName & { readonly email: SafeText } };

/** The contacts of a conversation, then all other people whom its mails name. */
export function peopleOn(world: World, conversation: Conversation): readonly OnConversation[] {
  const contacts = contactIds(conversation).map(id => ({
    kind: 'contact' as const,
    id,
    person: contactIn(world, conversation.id, id),
  }));
  const addresses = new Set(contacts.map(({ person }) => addressKey(person?.email ?? '')));
  const others = conversation.participants
    .filter(({ email }) => email !== '' && !addresses.has(addressKey(email)))
    .map(person => ({ kind: 'participant' as const, person }));
  return [...contacts, ...others];
}

/** The key of a person or of another conversation among the lines. */
export function personKey(one: OnConversation): string {
  return one.kind === 'contact' ? `contact:${one.id}` : `participant:${one.person.email}`;
}

/** The people of a conversation with their addresses, and the other conversations of its requester. */
export function peopleLines(thread: Thread, columns: number, world: World): readonly DetailLine[] {
  const id = world.detail.conversationId;
  const conversation = id === null ? undefined : conversationOf(world, id);
  if (!conversation) return [];
  const people = peopleOn(world, conversation);
  const persons =
    people.length === 0
      ? [detailLine(null, 'text', t`Nobody · ${world.keyNames['contact.add']} adds a contact`)]
      : people.flatMap(one => personLines(one, columns));
  return [detailLine(null, 'head', t`People`), ...persons, gap, ...othersLines(thread, conversation, columns, world)];
}

const AGE_COLUMNS = 4;
/** In a narrower pane the sign alone shows a status. */
const STATUS_FROM = 45;
const INDENT = t`  `;
const gap = detailLine(null, 'gap', t``);

/** A line for each person; two if name and address do not fit beside each other. */
function personLines(one: OnConversation, columns: number): readonly DetailLine[] {
  const key = personKey(one);
  const word = one.kind === 'participant' ? t`no contact` : null;
  const room = word === null ? columns : columns - width(word) - 1;
  const { person } = one;
  if (!person) return one.kind === 'contact' ? [detailLine(key, 'text', t`#${one.id}`)] : [];
  const { email } = person;
  const name = person.name || email || t`Unknown sender`;
  const whole = withAddress({ name, email });
  if (width(whole) <= room || email === null || email === name)
    return [detailLine(key, 'text', withAddress({ name, email }, room), word)];
  const address = withAddress({ name: email, email }, columns - width(INDENT));
  return [detailLine(key, 'text', cut(name, room), word), detailLine(key, 'text', t`${INDENT}${address}`)];
}

function othersLines(
  { people }: Thread,
  conversation: Conversation,
  columns: number,
  world: World,
): readonly DetailLine[] {
  const { requester } = conversation;
  const name = requester?.name || requester?.email;
  const title = name ? t`Other conversations of ${name}` : t`Other conversations`;
  if (!people) return [detailLine(null, 'head', title), detailLine(null, 'text', t`Reading them…`)];
  const { others, total, problem, requesterId } = people;
  const [first] = contactIds(conversation);
  if (requesterId !== (first ?? null))
    return [
      detailLine(null, 'head', title),
      detailLine(null, 'text', t`${world.keyNames['detail.contacts']} reads them.`),
    ];
  const head = detailLine(null, 'head', title, total === null ? null : t`${total}`);
  if (problem !== null) return [head, ...wrap(problem, columns).map(line => detailLine(null, 'text', line))];
  if (others.length === 0) return [head, detailLine(null, 'text', t`None.`)];
  const more =
    total === null || total > others.length
      ? [detailLine(null, 'event', t`Enter on ${name ?? t`the customer`} lists all`)]
      : [];
  return [head, ...others.map(one => otherLine(one, columns, world)), ...more];
}

function otherLine(row: Conversation, columns: number, world: World): DetailLine {
  const status = row.archived ? t`archived` : columns < STATUS_FROM ? t`` : statusOf(world, row);
  const old = row.last_message_at === null ? t`` : age(row.last_message_at, world.now);
  const end = t`${status} ${pad(old, AGE_COLUMNS, 'right')}`;
  return { ...detailLine(`conversation:${row.id}`, 'text', t`#${row.id} ${row.title}`, end), row };
}
