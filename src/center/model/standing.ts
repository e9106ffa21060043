import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { CLOSED_STATUS_ID } from './conversation/place.ts';
import { mailboxLooks } from './mailbox.ts';
import { UNTAKEN } from './outgoing/enqueue.ts';
import { countSetAside } from './set-aside.ts';

/** More inboxes would make a page of metrics too long: those in which most customers wait come first. */
const MAX_INBOXES = 50;

/** The inboxes in which customers wait for an answer, and how many of them for longer than the inbox's target. */
async function waitingByInbox(db: Db, now: number) {
  const { rows } = await sql<{ inbox: string; waiting: number; late: number }>`select inbox.slug as inbox,
      count(*) as waiting, sum(case when due_at <= ${now} then 1 else 0 end) as late
    from conversation join inbox on inbox.id = home_id
    where since is not null and place = 0 and status_id <> ${sql.lit(CLOSED_STATUS_ID)}
    group by inbox.slug order by count(*) desc, inbox.slug limit ${sql.lit(MAX_INBOXES)}`.execute(db);
  return rows.map(({ inbox, waiting, late }) => ({ inbox, waiting: Number(waiting), late: Number(late) }));
}

/** The waiting work in the database; times in milliseconds since 1970. */
export async function readStanding(db: Db, now: number) {
  const outgoing = await db
    .selectFrom('outgoing')
    .select(({ fn }) => ['state', fn.countAll<number>().as('number'), fn.min('created_at').as('oldest')])
    .where('state', 'in', [...UNTAKEN, 'sending', 'failed'])
    .groupBy('state')
    .orderBy('state')
    .execute();
  const newest = db.selectFrom('mail').select('imported_at').orderBy('id', 'desc').limit(1);
  const open = db.selectFrom('erasure').where('ended_at', 'is', null);
  const erasures = open.select(({ fn }) => fn.countAll<number>().as('number'));
  return {
    inboxes: await waitingByInbox(db, now),
    /** The queue of mails that go out by state, without the sent ones. */
    outgoing: outgoing.map(row => ({ ...row, number: Number(row.number), oldest: Number(row.oldest) })),
    accounts: [...(await mailboxLooks(db))],
    setAside: await countSetAside(db),
    incoming: await db
      .selectFrom('mail_incoming')
      .select(({ fn }) => [fn.countAll<number>().as('number'), fn.min('received_at').as('oldest')])
      .executeTakeFirstOrThrow(),
    newestMail: (await newest.executeTakeFirst())?.imported_at,
    erasures: (await erasures.executeTakeFirstOrThrow()).number,
  };
}
