import type { Work } from '../work.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The facts that limit automatic replies: see `Occasion`. */
export interface RepliesSent {
  readonly lastReplyAt: number | null;
  readonly repliesLastMinute: number;
}

/** The automatic replies to an address in lower case, and those of an inbox. */
export async function repliesSent({ db, now }: Work, address: string, inboxId: number): Promise<RepliesSent> {
  const last = await db
    .selectFrom('automatic_reply')
    .select('at')
    .where('email_key', '=', address)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { number } = await db
    .selectFrom('automatic_reply')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('inbox_id', '=', inboxId)
    .where('at', '>', now - MINUTE_MS)
    .executeTakeFirstOrThrow();
  return { lastReplyAt: last?.at ?? null, repliesLastMinute: Number(number) };
}

/** Records an automatic reply; those that brake nothing any more are forgotten. */
export async function recordReply({ db, now }: Work, address: string, inboxId: number): Promise<void> {
  await db
    .deleteFrom('automatic_reply')
    .where('at', '<=', now - DAY_MS)
    .execute();
  await db.insertInto('automatic_reply').values({ email_key: address, inbox_id: inboxId, at: now }).execute();
}
