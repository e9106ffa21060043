import type { PendingChange, World } from './world.ts';

/** The changes that were held when their desk ended: they are sent only if the agent says so. */
export function asking({ pending }: World): readonly PendingChange[] {
  return pending.filter(({ state, isUnsure }) => state === 'asks' && isUnsure !== true);
}
