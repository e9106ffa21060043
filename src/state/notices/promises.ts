import type { Desk } from '../desk.ts';
import { inversesOf, madeByAgent, undoable } from '../operations/operation.ts';
import { threadOf } from '../visible.ts';
import type { NoticePromise, World } from '../world.ts';

/**
 * Removes a notice as soon as its promise about a change, or its count of unsent changes, is no longer true. Returns a
 * function that stops it.
 */
export function keepPromises(desk: Pick<Desk, 'store' | 'set'>): () => void {
  return desk.store.subscribe((world, former) => {
    const { promise } = world.notice ?? {};
    const hasMailMoved = promise?.state === 'takeBack' && world.base.threads !== former.base.threads;
    if (world.operations === former.operations && !hasMailMoved) return;
    const isOver = world.notice?.topic === 'unsent' && madeByAgent(world.pending).every(one => one.problem === null);
    if (isOver || (promise && !isKept(world, promise))) desk.set({ notice: null });
  });
}

function isKept(world: World, { key, state }: NoticePromise): boolean {
  const { pending, refused } = world;
  if (state === 'takeBack') return canTakeBack(world, key);
  if (state === 'refused') return refused.some(change => change.key === key);
  return pending.some(change => change.key === key && change.state === state);
}

/** Whether the mail of one of these replies may still be held. If its thread is not loaded, that is unknown here. */
function canTakeBack(world: World, key: string): boolean {
  const mine = undoable(world.operations).filter(({ id }) => id === key);
  return mine.flatMap(inversesOf).some(({ args }) => {
    const { ids, replyId = 0 } = args;
    const delivery = threadOf(world, ids[0]!)?.messages.find(({ id }) => id === replyId)?.delivery;
    return !delivery || delivery.state === 'held' || (delivery.state === 'queued' && delivery.reason === null);
  });
}
