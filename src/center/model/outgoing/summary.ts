import type { Db } from '../../database/tables.ts';

/** What the queue of outgoing mail holds. */
export interface QueueSummary {
  /** Letters that are still to be sent. */
  readonly waiting: number;
  readonly failed: number;
  /** When the next one is tried; null if none waits. */
  readonly nextAt: number | null;
  /** The relay's last answer about a letter that waits. Empty if it has not answered. */
  readonly lastWord: string;
}

/** Counts the letters of the queue that are not sent. */
export async function queueSummary(db: Db): Promise<QueueSummary> {
  const states = await db
    .selectFrom('outgoing')
    .select(({ fn }) => ['state', fn.countAll<number>().as('number'), fn.min('next_at').as('next_at')])
    .where('state', 'in', ['held', 'queued', 'sending', 'failed'])
    .groupBy('state')
    .execute();
  const waiting = states.filter(({ state }) => state !== 'failed');
  const last = await db
    .selectFrom('outgoing')
    .select('reply')
    .where('state', 'in', ['queued', 'sending'])
    .where('reply', '<>', '')
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    waiting: waiting.reduce((sum, { number }) => sum + Number(number), 0),
    failed: Number(states.find(({ state }) => state === 'failed')?.number ?? 0),
    nextAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ next_at }) => Number(next_at))),
    lastWord: last?.reply ?? '',
  };
}
