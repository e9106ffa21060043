import { cut } from '../../text/cut.ts';
import { lookAlikeKey } from '../../text/look-alike.ts';
import { stamp } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { conversationOf } from '../visible.ts';
import { agentName } from '../words/names.ts';
import { bracketed, createIsLikeStaff, withAddress } from '../words/person-name.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import type { DeliveryWords } from './delivery-words.ts';
import { authorType, type Byline, type DetailLine, detailLine, voiceLabel } from './line.ts';

/**
 * The lines above an entry's words: its author, its number among all (`2 of 4`), and its time, or how far it has come.
 */
export type HeadOf = (
  entry: Message | Note,
  entryKey: string,
  number: SafeText,
  delivery?: DeliveryWords | null,
) => readonly DetailLine[];

/** Beside its address a name has at least this room; otherwise the address stands below. */
const MIN_NAME = 12;
/** Beside the desk's words about the author a name has at least this room; otherwise those stand below. */
const MIN_MARKED_NAME = 8;
/** Beside the number and the time there is at least this room for the author; otherwise the number is left out. */
const MIN_WHO = 18;
/** A blank before the right end, and ` · ` between it and the hint behind it. */
const HINT_GAPS = 4;
/** From this width on, the two lines above a thread have the requester's address. */
export const ADDRESS_ABOVE_FROM = 43;
/** From this width on the detail may stand below the list, with no room for the address above. */
const STACKED_FROM = 58;

interface Who {
  readonly name: SafeText;
  readonly email: SafeText | null;
  /** Before the name, where the head has no label. */
  readonly before?: SafeText;
  /** The desk's words about the author: an agent, a machine, unverified. */
  readonly marks: readonly SafeText[];
  /** The same beside the label. */
  readonly labelled: readonly SafeText[];
  /** The address has to be seen, because the name alone could mislead. */
  readonly needsAddress: boolean;
}

/**
 * Heads of a thread's entries, `columns` wide. A customer chooses the name, so the address stands beside it on the first
 * message, and if two people could be mistaken for each other; without room beside it, it stands on a line below. On
 * the first message it is left out if it stands above the thread.
 */
export function createHeadOf(thread: Thread, columns: number, world: World): HeadOf {
  const whoOf = createWhoOf(thread, columns, world);
  return (entry, entryKey, number, delivery = null) => {
    const who = 'details' in entry ? ofNote(entry, world) : whoOf(entry);
    const { email, marks, needsAddress, before = t`` } = who;
    const name = t`${before}${who.name}`;
    const forms = formsOf(entry, world, delivery);
    const right = rightOf(forms, number, columns);
    const by: Byline = {
      label: voiceLabel(entry),
      name: needsAddress ? withAddress(who) : who.name,
      marks: who.labelled,
      number,
      when: forms[0]!,
    };
    const marked = marks.length === 0 ? t`` : join(marks.map(mark => t` · ${mark}`));
    const whole = columns - width(right) - 1;
    const hasMarks = whole - width(marked) >= MIN_MARKED_NAME;
    const after = hasMarks ? marked : t``;
    const room = whole - width(after);
    const head = (cutName: SafeText) => {
      const text = after === '' ? cutName : t`${cutName}${after}`;
      const line = { ...detailLine(entryKey, 'head', text, right), by };
      const hint = delivery?.hint ?? t``;
      return hint !== '' && width(text) + width(right) + width(hint) + HINT_GAPS <= columns ? { ...line, hint } : line;
    };
    const below = (text: SafeText) => detailLine(entryKey, 'event', cut(text, columns));
    const marksBelow = marks.length === 0 || hasMarks ? [] : [below(join(marks, t` · `))];
    if (!needsAddress) return [head(cut(name, room)), ...marksBelow];
    if (room - width(bracketed(email)) > MIN_NAME) return [head(withAddress({ name, email }, room)), ...marksBelow];
    return [head(cut(name, room)), ...marksBelow, detailLine(entryKey, 'event', bracketed(email, columns))];
  };
}

/**
 * `2 of 4  Thu 20 Nov 09:12`, or how far a mail has come: `2 of 4  sent Thu 20 Nov 09:40`. The width alone decides the
 * parts that are left out: no name can move it.
 */
function rightOf(forms: readonly SafeText[], number: SafeText, columns: number): SafeText {
  const numbered = number === '' ? [] : [join([number, ...forms.slice(0, 1)].filter(Boolean), t`  `)];
  return [...numbered, ...forms].find(form => columns - width(form) > MIN_WHO) ?? forms.at(-1)!;
}

/** The time of an entry, or how far a mail has come: the longest form first. */
function formsOf({ created_at }: Message | Note, world: World, delivery: DeliveryWords | null): readonly SafeText[] {
  if (delivery && delivery.head.length > 0) return delivery.head;
  return [created_at === null ? t`` : stamp(created_at, world.now)];
}

function ofNote({ agent_id }: Note, world: World): Who {
  const name = agent_id === null ? t`Help center` : agentName(world, agent_id);
  return { name, email: null, before: t`NOTE · `, marks: [], labelled: [], needsAddress: false };
}

/** The author of each message. Names are compared once, however many messages one author wrote. */
function createWhoOf(thread: Thread, columns: number, world: World): (message: Message) => Who {
  const isLikeStaff = remembered(createIsLikeStaff(world));
  const keyOf = remembered(lookAlikeKey);
  const sharedBy = new Map<string, Set<number | string | null>>();
  const sharedKey = (message: Message): string => `${authorType(message)} ${keyOf(nameOf(message, world))}`;
  for (const message of thread.messages) {
    const { email, id } = message.author;
    const key = sharedKey(message);
    const known = sharedBy.get(key) ?? new Set();
    // An agent may change the address; a contact is known by the address alone.
    sharedBy.set(key, known.add(authorType(message) === 'agent' ? (id ?? email) : (email ?? id)));
  }
  const shared = new Set([...sharedBy].flatMap(([key, people]) => (people.size > 1 ? [key] : [])));
  const first = hasAddressAbove(thread, columns, world) ? undefined : thread.messages[0];
  return message => {
    const { author, automatic, unverified, side } = message;
    const name = nameOf(message, world);
    const type = authorType(message);
    const isAgent = type === 'agent';
    const isDoubtful = shared.size > 0 && shared.has(sharedKey(message));
    // An inbox as author, from an imported archive, is recognised by its address.
    const isInbox = isAgent && author.id === null && author.email !== null;
    const isCustomer = type !== 'agent' && type !== 'system';
    const others = [...(unverified ? [t`unverified`] : []), ...(automatic ? [t`automatic`] : [])];
    const kind = isAgent ? [side ? t`agent, to a third party` : t`agent`] : side ? [t`third party`] : [];
    return {
      name,
      email: author.email,
      marks: [...kind, ...others],
      labelled: [...(isAgent && side ? [t`to a third party`] : []), ...others],
      needsAddress: isCustomer
        ? message === first || side === true || isDoubtful || isLikeStaff(name)
        : isInbox || (isDoubtful && author.email !== null),
    };
  };
}

/** Whether the address of the first message is shown above the thread already. */
function hasAddressAbove({ messages: [first] }: Thread, columns: number, world: World): boolean {
  const requester = first && conversationOf(world, first.conversation_id)?.requester;
  const isAbove = columns >= ADDRESS_ABOVE_FROM && columns < STACKED_FROM;
  return isAbove && requester?.email != null && requester.email === first?.author.email;
}

function nameOf(message: Message, world: World): SafeText {
  const { id, name, email } = message.author;
  const type = authorType(message);
  if (type === 'agent') return (id !== null && !name ? agentName(world, id) : name) || email || t`Help center`;
  if (type === 'system') return name || t`Help center`;
  return name || email || (id === null ? t`Unknown sender` : t`#${id}`);
}

function remembered<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return text => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = of(text);
    known.set(text, made);
    return made;
  };
}
