import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import { conflicting, madeByAgent, unconfirmed } from '../operations/operation.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Notice, NoticePromise, World } from '../world.ts';
import { followWorld } from './timers.ts';

/** A shorter absence is not worth a line. */
const MIN_AWAY_MS = 60_000;
/** After this time the desk has begun to read the news, even if the stream of events takes long to begin. */
const BEGUN_MS = 3_000;
/** The line does not wait longer for changes that are being sent. */
const MAX_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** A return without its notice yet. */
interface Return {
  /** The world when the help center answered again. */
  readonly before: World;
  /** On the clock of `desk.elapsed`. */
  readonly at: number;
}

/**
 * Reports in one line what happened while the help center could not be used for a minute or longer: once the news has
 * been read and waiting changes were sent. No line if nothing happened. Returns a function that stops it.
 */
export function tellReturn(desk: Desk): () => void {
  // On the monotonic clock that goes on while the machine sleeps.
  let heardAt = desk.uptime();
  let leftAt = heardAt;
  let untold: Return | undefined;
  const later = (delayMs: number): void => timers.set('look', delayMs, () => void look());
  const look = async (): Promise<void> => {
    const { before, at } = untold!;
    await desk.reads.ended('list');
    await desk.reads.ended('poll');
    // Cut off again, or reported already.
    if (untold?.before !== before || desk.world().offline !== null) return;
    if (isSending(desk.world(), before) && desk.elapsed() - at < MAX_WAIT_MS) {
      later(LOOK_EVERY_MS);
      return;
    }
    untold = undefined;
    const notice = awayNotice(whatHappened(before, desk.world()), desk.world());
    if (notice) desk.notify(notice);
  };
  const stopListening = desk.contact.listen({
    heard: () => {
      heardAt = desk.uptime();
    },
    failed: () => undefined,
  });
  const timers = followWorld(desk, (world, former) => {
    if (former.offline === null && world.offline !== null) {
      timers.clear('look');
      leftAt = heardAt;
    }
    if (former.offline === null || world.offline !== null) return;
    if (desk.uptime() - leftAt >= MIN_AWAY_MS) untold ??= { before: former, at: desk.elapsed() };
    if (untold) later(BEGUN_MS);
  });
  return () => {
    timers.stop();
    stopListening();
  };
}

/** Whether changes that waited at the return are still to be sent. */
function isSending({ pending }: World, before: World): boolean {
  const waited = new Set(madeByAgent(before.pending).map(({ key }) => key));
  return pending.some(({ key, state }) => waited.has(key) && (state === 'sending' || state === 'waiting'));
}

/** How much happened while the help center could not be used, in the list's view and to the agent's own conversations. */
export interface Happened {
  /** Conversations that came, or in which a customer wrote. */
  readonly arrived: number;
  /** Conversations that were the agent's or unassigned, and are another agent's now. */
  readonly taken: number;
  /** The agent's changes that waited and were sent. */
  readonly sent: number;
  /** The keys of changes that waited and were refused. */
  readonly refused: readonly string[];
  /** Waiting changes that may or may not have been carried out. */
  readonly unsure: number;
  /** The keys of changes that ask because of others' changes. */
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
    asking: keysOf(conflicting(after)),
  };
}

/**
 * `while you were away: 4 new, 1 taken by another agent, 2 of your changes sent, 1 asks · Enter decides`; null if nothing
 * happened.
 */
export function awayNotice(happened: Happened, world: Pick<World, 'keyNames'>): Notice | null {
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
  const { words, promise } = wayTo(happened, world);
  return {
    tone: isOpen ? 'problem' : 'done',
    text: t`while you were away: ${said('text')}${isOpen ? words : t``}`,
    short: t`away: ${said('short')}${isOpen ? words : t``}`,
    sticky: true,
    ...(promise ? { promise } : {}),
  };
}

/** How the agent gets to the open questions: by Enter if there is one, otherwise in `go`. */
function wayTo(
  { refused, unsure, asking }: Happened,
  { keyNames }: Pick<World, 'keyNames'>,
): { readonly words: SafeText; readonly promise?: NoticePromise } {
  const isOne = refused.length + unsure + asking.length === 1;
  const [key] = [...asking, ...refused];
  if (!isOne || key === undefined) return { words: t` · ${keyNames.activity} ${isOne ? t`asks` : t`lists them`}` };
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
  return unconfirmed({ pending: madeByAgent(pending) }).length;
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

/** A help center without unread flags counts every message. */
function hasCustomerWritten(former: Conversation, { last_message_at: at, unread }: Conversation): boolean {
  return unread !== false && (at ?? 0) > (former.last_message_at ?? 0);
}

/** The agent's own changes count as done before: conversations that the agent gave away were not taken. */
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
  const waited = madeByAgent(before.pending);
  const keys = new Set(waited.map(({ key }) => key));
  const left = new Set([...after.pending, ...after.refused].map(({ key }) => key));
  const gone = waited.filter(({ key }) => !left.has(key)).length;
  const renewed = after.pending.filter(({ key, renewals = 0 }) => renewals > 0 && !keys.has(key)).length;
  return Math.max(0, gone - renewed);
}
