import type { Desk } from '../context.ts';
import { waitAfter } from '../wait-after.ts';
import type { World } from '../world.ts';
import { rereadList } from './list.ts';
import { readNumbers } from './numbers.ts';
import { loadPlaces } from './places.ts';
import { readNewParts } from './thread.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/**
 * Retries failed reads of what is shown: the list, the conversation in the detail, the inboxes. After 2 s, then at
 * growing intervals of up to 30 s. Nothing runs while everything is read, or while the help center cannot be used.
 * Returns a function that stops it.
 */
export function retryReads(desk: Desk): () => void {
  let failures = 0;
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    if (!isLacking(desk.world())) failures = 0;
    else if (!cancel)
      cancel = desk.setTimer(() => void retry(), waitAfter(failures + 1, FIRST_RETRY_MS, LAST_RETRY_MS));
  };
  const retry = async (): Promise<void> => {
    const world = desk.world();
    const { detail, placesProblem } = world;
    const id = detail.conversationId;
    failures += 1;
    if (isLacking(world))
      await Promise.all([
        placesProblem === null ? undefined : loadPlaces(desk),
        detail.problem === null || id === null ? undefined : readNewParts(desk, id),
        isListLacking(world) ? rereadList(desk, 'poll').then(() => readNumbers(desk)) : undefined,
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
  if (world.offline !== null) return false;
  return world.detail.problem !== null || world.placesProblem !== null || isListLacking(world);
}

function isListLacking({ list }: World): boolean {
  return list.problem !== null && list.loading === 'no';
}
