import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { told } from '../pending.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Notice, NoticePromise, World } from '../world.ts';

/** How much happened while the help center could not be used, in the list's view and to the agent's own conversations. */
export interface Happened {
  /** Conversations that came, or in which a customer wrote. */
  readonly arrived: number;
  /** Conversations that were the agent's or nobody's, and are another agent's now. */
  readonly taken: number;
  /** The agent's changes that waited and were sent. */
  readonly sent: number;
  /** The keys of changes that waited and were refused. */
  readonly refused: readonly string[];
  /** Changes that waited and of which nobody knows whether they were carried out. */
  readonly unsure: number;
  /** The keys of changes that ask because of what others did. */
  readonly asking: readonly string[];
}

/** Compares the world at the moment when the help center answered again with the world after all was read. */
export function whatHappened(before: World, after: World): Happened {
  return {
    arrived: countArrived(before, after),
    taken: countTaken(before, after),
    sent: countSent(before, after),
    refused: keysOf(after.refused.filter(({ key }) => before.refused.every(former => former.key !== key))),
    unsure: Math.max(0, unsureIn(after) - unsureIn(before)),
    asking: keysOf(after.pending.filter(({ conflict }) => conflict !== undefined)),
  };
}

/**
 * `while you were away: 4 new, 1 taken by another agent, 2 of your changes sent, 1 asks · Enter decides`; null if nothing
 * happened.
 */
export function awayNotice(happened: Happened): Notice | null {
  const { arrived, taken, sent, refused, unsure, asking } = happened;
  const ask = asking.length === 1 ? t` asks` : t` ask`;
  const parts = [
    { count: arrived, text: t` new`, short: t` new` },
    { count: taken, text: t` taken by another agent`, short: t` taken` },
    { count: sent, text: t` of your changes sent`, short: t` sent` },
    { count: refused.length, text: t` refused`, short: t` refused` },
    { count: unsure, text: t` not confirmed`, short: t` not confirmed` },
    { count: asking.length, text: ask, short: ask },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return null;
  const said = (form: 'text' | 'short'): SafeText =>
    join(
      parts.map(part => t`${grouped(part.count)}${part[form]}`),
      t`, `,
    );
  const isOpen = refused.length + unsure + asking.length > 0;
  const { words, promise } = wayTo(happened);
  return {
    tone: isOpen ? 'problem' : 'done',
    text: t`while you were away: ${said('text')}${isOpen ? words : t``}`,
    short: t`away: ${said('short')}${isOpen ? words : t``}`,
    sticky: true,
    ...(promise ? { promise } : {}),
  };
}

/** How the agent gets to what is open: by Enter if it is one thing, otherwise in `go`. */
function wayTo({ refused, unsure, asking }: Happened): { readonly words: SafeText; readonly promise?: NoticePromise } {
  const isOne = refused.length + unsure + asking.length === 1;
  const [key] = [...asking, ...refused];
  if (!isOne || key === undefined) return { words: isOne ? t` · go asks` : t` · go lists them` };
  const state = asking.length === 1 ? 'asks' : 'refused';
  return {
    words: asking.length === 1 ? t` · Enter decides` : t` · Enter lists it`,
    promise: { key, state, isListed: true },
  };
}

function keysOf(changes: readonly { readonly key: string }[]): readonly string[] {
  return changes.map(({ key }) => key);
}

function unsureIn({ pending }: World): number {
  return told(pending).filter(({ state, isUnsure }) => state === 'asks' && isUnsure === true).length;
}

function countArrived(before: World, after: World): number {
  const isSameList = before.list.query === after.list.query;
  const { list } = before;
  const listed = new Set([...list.ids, ...list.rows, ...list.newAbove]);
  const shown = new Set([...after.list.ids, ...after.list.newAbove]);
  const came = new Set(isSameList ? [...shown].filter(id => !listed.has(id)) : []);
  for (const conversation of after.base.conversations.values()) {
    const { id } = conversation;
    const former = before.base.conversations.get(id);
    if (former && (shown.has(id) || isMine(after, conversation)) && hasCustomerWritten(former, conversation))
      came.add(id);
  }
  return came.size;
}

/** A help center that does not say what is unread counts every message. */
function hasCustomerWritten(former: Conversation, { last_message_at: at, unread }: Conversation): boolean {
  return unread !== false && (at ?? 0) > (former.last_message_at ?? 0);
}

/** The agent's own changes count as done before: what the agent gave away was not taken. */
function countTaken(before: World, after: World): number {
  const rows = new Set(before.list.rows);
  let count = 0;
  for (const { id } of before.base.conversations.values()) {
    const former = conversationOf(before, id)!;
    // A change that gives it back to the agent may still be on its way.
    const holder = conversationOf(after, id)?.assign_to ?? null;
    const wasFree = former.assign_to === null && rows.has(id);
    if ((wasFree || isMine(before, former)) && holder !== null && holder !== after.me?.id) count += 1;
  }
  return count;
}

function isMine({ me }: World, { assign_to: holder }: Conversation): boolean {
  return me !== null && holder === me.id;
}

/** A change that was made again on newer versions waits under another key. */
function countSent(before: World, after: World): number {
  const waited = told(before.pending);
  const keys = new Set(waited.map(({ key }) => key));
  const left = new Set([...after.pending, ...after.refused].map(({ key }) => key));
  const gone = waited.filter(({ key }) => !left.has(key)).length;
  const renewed = after.pending.filter(({ key, renewals = 0 }) => renewals > 0 && !keys.has(key)).length;
  return Math.max(0, gone - renewed);
}
