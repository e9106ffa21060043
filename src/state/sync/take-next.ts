import { t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import { endsTurn, summaryWords } from '../words/queue.ts';
import { whyNotAsked } from '../world/offline.ts';
import type { WorkQueue } from '../world/queue.ts';
import type { World } from '../world.ts';
import { withConversations } from './memory.ts';
import { openConversation } from './thread.ts';

/**
 * Begins to work through waiting conversations: the help center gives this agent one after the other, each as soon as
 * the one before is done. It ends when the agent goes elsewhere, or nothing waits.
 */
export async function beginQueue(desk: Desk): Promise<void> {
  if (desk.world().queue !== null) return;
  desk.set({ queue: { since: desk.now(), id: null, aheadId: null, left: null, skipped: [] } });
  const unsubscribe = desk.store.subscribe((world, former) => {
    const { queue } = world;
    if (queue === null) unsubscribe();
    else if (queue.id !== null && endsTurn(world, former.operations, queue.id)) void takeNext(desk, queue);
    else if (queue.id !== null && hasLeft(world, queue.id)) endQueue(desk, queue);
  });
  await takeNext(desk, desk.world().queue!);
}

/** Passes over the conversation whose turn it is: it is not offered again in this run of the queue. */
export function skipTurn(desk: Desk, queue: WorkQueue): void {
  if (queue.id !== null) void takeNext(desk, { ...queue, skipped: [...queue.skipped, queue.id] });
}

function hasLeft({ pane, detail }: World, id: number): boolean {
  return pane !== 'detail' || detail.conversationId !== id;
}

function endQueue(desk: Desk, queue: WorkQueue, why = t``): void {
  desk.set({ queue: null, isWide: false });
  desk.notify({ tone: 'done', text: t`${why}${summaryWords(desk.world(), queue, desk.now())}` });
}

/** The conversations that must not come: the present one, those passed over, and those that the desk knows better. */
function passedOver({ pending }: World, { skipped, id }: WorkQueue): number[] {
  return [...new Set([...skipped, ...pending.flatMap(({ args }) => args.ids), ...(id === null ? [] : [id])])];
}

async function takeNext(desk: Desk, before: WorkQueue): Promise<void> {
  const queue: WorkQueue = { ...before, id: null, aheadId: null };
  desk.set({ queue });
  const read = desk.reads.begin('next');
  const body = { skip: passedOver(desk.world(), before) };
  const reply = await attempt(desk.client.queue.next({ query: { count: '1' }, body, key: desk.newKey() }));
  read.end();
  if (desk.world().queue !== queue) return;
  if ('error' in reply) {
    if (reply.error.isAbsent) noteLack(desk, 'queue.next');
    const why = whyNotAsked(desk.world()) ?? reply.error.reason;
    endQueue(desk, queue, t`${why} · `);
    return;
  }
  const [row] = reply.value.data;
  if (!row) {
    endQueue(desk, queue, t`Nothing waits for you · `);
    return;
  }
  desk.store.setState(withConversations(desk.world(), [row], read));
  void openConversation(desk, row.id);
  const { total } = reply.value;
  const left = total && total.number - (row.waiting_since === null ? 0 : 1);
  desk.set({ pane: 'detail', isWide: true, queue: { ...queue, id: row.id, left } });
  await lookAhead(desk, row.id);
}

/** Finds out which one would come next: it is read ahead as the next of a list is. */
async function lookAhead(desk: Desk, id: number): Promise<void> {
  const { queue } = desk.world();
  if (queue?.id !== id) return;
  const read = desk.reads.begin('after next');
  const body = { assign: false, skip: passedOver(desk.world(), queue) };
  const reply = await attempt(desk.client.queue.next({ body, isBackground: true }));
  read.end();
  const now = desk.world().queue;
  if ('error' in reply || now?.id !== id) return;
  const [row] = reply.value.data;
  if (!row) return;
  desk.store.setState(withConversations(desk.world(), [row], read));
  desk.set({ queue: { ...now, aheadId: row.id } });
}
