import type { Desk } from '../context.ts';
import type { World } from '../world.ts';
import { rereadList } from './list.ts';
import { readNumbers } from './numbers.ts';
import { loadPlaces } from './places.ts';
import { rereadThread } from './thread.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/**
 * Retries failed reads of what is shown: the conversation in the detail, the inboxes, a list. After 2 s, then at growing
 * intervals of up to 30 s. Nothing runs while everything is read. Returns a function that stops it.
 */
export function retryReads(desk: Desk): () => void {
  let failures = 0;
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    if (!isLacking(desk.world())) failures = 0;
    else if (!cancel)
      cancel = desk.setTimer(() => void retry(), Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
  };
  const retry = async (): Promise<void> => {
    const { detail, placesProblem } = desk.world();
    const id = detail.conversationId;
    failures += 1;
    await Promise.all([
      placesProblem === null ? undefined : loadPlaces(desk),
      detail.problem === null || id === null ? undefined : rereadThread(desk, id),
      isListLacking(desk.world()) ? rereadList(desk, 'poll').then(() => readNumbers(desk)) : undefined,
    ]);
    if (!cancel) return;
    cancel = undefined;
    plan();
  };
  const unsubscribe = desk.store.subscribe(plan);
  plan();
  return () => {
    unsubscribe();
    cancel?.();
    cancel = undefined;
  };
}

function isLacking(world: World): boolean {
  return world.detail.problem !== null || world.placesProblem !== null || isListLacking(world);
}

/** A list that was never shown has not been read at all: that is no retry. */
function isListLacking({ list }: World): boolean {
  return list.problem !== null && list.asOf !== null && list.loading === 'no';
}
