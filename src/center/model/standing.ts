import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { CLOSED_STATUS_ID } from './conversation/place.ts';
import { mailboxLooks } from './mailbox.ts';
import { countSetAside } from './set-aside.ts';

/** More inboxes would make a page of metrics too long; those with the most that waits are told. */
const MAX_INBOXES = 50;

interface Waiting {
  readonly inbox: string;
  readonly waiting: number;
  readonly late: number;
}

/** The inboxes in which customers wait for an answer, and how many of them for longer than the inbox's target. */
async function waitingByInbox(db: Db, now: number): Promise<readonly Waiting[]> {
  const { rows } = await sql<Record<keyof Waiting, string | number>>`select inbox.slug as inbox, count(*) as waiting,
      sum(case when conversation.due_at <= ${now} then 1 else 0 end) as late
    from conversation join inbox on inbox.id = conversation.home_id
    where conversation.since is not null and conversation.place = 0
      and conversation.status_id <> ${sql.lit(CLOSED_STATUS_ID)}
    group by inbox.slug order by count(*) desc, inbox.slug limit ${sql.lit(MAX_INBOXES)}`.execute(db);
  return rows.map(({ inbox, waiting, late }) => ({
    inbox: String(inbox),
    waiting: Number(waiting),
    late: Number(late),
  }));
}

/** How many mails are in each state of the queue except the sent ones, and when the oldest of each was written. */
async function outgoingByState(db: Db) {
  const rows = await db
    .selectFrom('outgoing')
    .select(({ fn }) => ['state', fn.countAll<number>().as('number'), fn.min('created_at').as('oldest')])
    .where('state', 'in', ['held', 'timed', 'stopped', 'queued', 'sending', 'failed'])
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.map(row => ({ ...row, number: Number(row.number), oldest: Number(row.oldest) }));
}

/** What stands in the database about work that waits; times in milliseconds since 1970. */
export async function readStanding(db: Db, now: number) {
  const incoming = await db
    .selectFrom('mail_incoming')
    .select(({ fn }) => [fn.countAll<number>().as('number'), fn.min('received_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const newest = await db.selectFrom('mail').select('imported_at').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const erasures = await db
    .selectFrom('erasure')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    inboxes: await waitingByInbox(db, now),
    outgoing: await outgoingByState(db),
    mailboxes: [...(await mailboxLooks(db))],
    setAside: await countSetAside(db),
    incoming: { number: Number(incoming.number), oldest: incoming.oldest },
    newestMail: newest?.imported_at,
    erasures: Number(erasures.number),
  };
}
