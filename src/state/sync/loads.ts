import type { ListTotal } from '../../client/call.ts';
import { atOnce } from '../changes/send.ts';
import type { Desk } from '../context.ts';
import { leavesOutResolved } from '../query/unresolved.ts';
import { unresolved } from '../views.ts';
import { readNumber } from './numbers.ts';

/** Requests at once: each agent is a request of its own. */
const MAX_AT_ONCE = 4;

/** The numbers of unresolved conversations that are assigned to agents, by agent. */
export type Loads = ReadonlyMap<number, ListTotal>;

/**
 * Reads how many unresolved conversations each of these agents has; without those that the help center does not say. It
 * stops when `isWanted` returns false.
 */
export async function readLoads(desk: Desk, agentIds: readonly number[], isWanted: () => boolean): Promise<Loads> {
  const loads = new Map<number, ListTotal>();
  // Such a help center counts other conversations too.
  if (leavesOutResolved(unresolved, desk.world())) return loads;
  const read = desk.reads.begin('loads');
  const isOver = (): boolean => !isWanted() || !read.isCurrent();
  await atOnce(
    MAX_AT_ONCE,
    agentIds,
    async id => {
      const count = await readNumber(desk, { ...unresolved, assignees: [id] }, read);
      if (typeof count === 'object') loads.set(id, { number: count.number, isMore: count.isMore });
    },
    isOver,
  );
  read.end();
  return loads;
}
