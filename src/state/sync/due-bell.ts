import { durationText } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { dueOf } from '../conversation/due.ts';
import type { Desk } from '../desk.ts';
import { hasTarget } from '../query/values.ts';
import { conversationOf } from '../visible.ts';
import { whyNotAsked } from '../world/offline.ts';
import type { Conversation, List, World } from '../world.ts';
import { createTimers } from './timers.ts';

const MINUTE_MS = 60_000;
/** The help center tells its time in seconds: by then it agrees that a moment has come. */
const AGREED_MS = 1_000;
/** No timer is set for longer: by then the next due time may be another one. */
const MAX_WAIT_MS = 12 * 60 * MINUTE_MS;

/** The bell before an answer is due. */
export interface DueBell {
  /** Another answer may be the next one due. */
  readonly look: () => void;
  readonly stop: () => void;
}

interface DueBellOptions {
  /** How long before, in milliseconds; 0: it never rings. */
  readonly aheadMs: number;
  readonly ring: () => boolean;
}

/**
 * Rings once before an answer is due that is the agent's, or anybody's in an inbox with their bell. One timer is set, for
 * the next such time, and none if no inbox has a target.
 */
export function createDueBell(desk: Desk, { aheadMs, ring }: DueBellOptions): DueBell {
  const timers = createTimers(desk.setTimer);
  const look = async (): Promise<void> => {
    const filters = asked(desk.world(), aheadMs);
    if (filters.length === 0) return;
    const read = desk.reads.begin('due');
    const { signal } = read;
    const lists = filters.map(query => desk.client.conversation.list({ query, signal, isBackground: true }));
    const answer = await attempt(Promise.all(lists));
    const isWanted = read.isCurrent();
    read.end();
    if (!isWanted || 'error' in answer) return;
    const next = soonest(answer.value.flatMap(({ data }) => data));
    if (next) wait(next);
    else timers.clear('due');
  };
  const wait = (next: Conversation): void => {
    const leftMs = dueOf(next)! - aheadMs + AGREED_MS - desk.centerNow();
    const strikes = () => void strike(next).then(look);
    if (leftMs > MAX_WAIT_MS) timers.set('due', MAX_WAIT_MS, () => void look());
    else timers.set('due', Math.max(0, leftMs), strikes);
  };
  /** It may have been answered, or given to a colleague. */
  const strike = async (planned: Conversation): Promise<void> => {
    const { id } = planned;
    const read = await attempt(desk.client.conversation.get({ params: { conversation_id: id }, isBackground: true }));
    const now = 'value' in read ? read.value.data : (conversationOf(desk.world(), id) ?? planned);
    const due = dueOf(now);
    if (timers.isStopped() || due === null || due > dueOf(planned)! || !isHeard(desk.world(), now)) return;
    ring();
    const text = t`#${id} is due in ${durationText(due - desk.centerNow() + AGREED_MS)}: ${now.title}`;
    desk.notify({ tone: 'done', text, short: t`#${id} is due` });
  };
  const unsubscribe = desk.store.subscribe((world, former) => {
    if (world.base.inboxes !== former.base.inboxes && heardKey(world) !== heardKey(former)) void look();
  });
  void look();
  return {
    look: () => void look(),
    stop: () => {
      unsubscribe();
      timers.stop();
    },
  };
}

/** The inboxes with a target whose bell the agent hears. */
function heardInboxes({ base }: World): readonly number[] {
  return base.inboxes.flatMap(({ id, subscribed, answer_within: target }) => (subscribed && target ? [id] : []));
}

/** Changes if other answers may be due, or heard. */
function heardKey(world: World): string {
  return `${hasTarget(world.base)} ${heardInboxes(world).join()}`;
}

function isHeard(world: World, { assign_to, inbox_id }: Conversation): boolean {
  return assign_to === null ? heardInboxes(world).includes(inbox_id ?? 0) : assign_to === world.me?.id;
}

/** The lists that begin with the next answer of each kind: those that are due sooner do not ring any more. */
function asked(world: World, aheadMs: number): List['filter'][] {
  if (aheadMs === 0 || world.me === null || !hasTarget(world.base) || whyNotAsked(world) !== undefined) return [];
  const not = { due_within: `${aheadMs / MINUTE_MS}` };
  const next = { not, snoozed: '0', sort: 'due_at.asc', limit: '1', fields: 'list' } as const;
  const inbox_ids = heardInboxes(world).map(String);
  return [
    { ...next, assign_to: ['me'] },
    ...(inbox_ids.length > 0 ? [{ ...next, assign_to: ['none'], inbox_ids }] : []),
  ] as List['filter'][];
}

function soonest(rows: readonly Conversation[]): Conversation | undefined {
  return rows.filter(row => dueOf(row) !== null).toSorted((a, b) => dueOf(a)! - dueOf(b)!)[0];
}
