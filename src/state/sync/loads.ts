import type { ListTotal } from '../../client/call.ts';
import { attempt } from '../attempt.ts';
import { atOnce } from '../changes/send.ts';
import type { Desk } from '../context.ts';
import { toFilter } from '../query/to-filter.ts';
import { leavesOutResolved } from '../query/unresolved.ts';
import { unresolved } from '../views.ts';

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
      const filter = toFilter({ ...unresolved, assignees: [id] }, desk.world());
      const query = { ...filter, fields: 'list' as const, count: '1' as const, limit: 1 };
      const reply = await attempt(desk.client.conversation.list({ query, signal: read.signal }));
      if ('value' in reply && reply.value.total !== null) loads.set(id, reply.value.total);
    },
    isOver,
  );
  read.end();
  return loads;
}
