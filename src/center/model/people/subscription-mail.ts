import { randomUUID } from 'node:crypto';
import { counted } from '../../../text/numbers.ts';
import { t } from '../../../text/safe.ts';
import { rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { ChangedIds } from '../events/log.ts';
import { enqueue } from '../outgoing/enqueue.ts';
import type { Correspondent, Letter } from '../outgoing/letter.ts';
import { isSample } from '../sample-mark.ts';
import type { Work } from '../work.ts';

/** The least time between two mails about one inbox to one agent, in milliseconds. */
const EVERY_MS = 3_600_000;

interface Subscriber {
  readonly agent: Row<'agent'>;
  readonly inbox: Pick<Row<'inbox'>, 'id' | 'name'>;
  /** The address that the mail is from. */
  readonly from: Correspondent;
}

/** The agents who want mails about this inbox; none for the spam inbox. */
async function subscribersOf(db: Db, inboxId: number): Promise<Subscriber[]> {
  const agents = await db
    .selectFrom('inbox_subscription as subscription')
    .innerJoin('agent', 'agent.id', 'subscription.agent_id')
    .selectAll('agent')
    .where('subscription.inbox_id', '=', inboxId)
    .where('agent.notify', '=', 'mail')
    .where('agent.disabled', '=', 0)
    .orderBy('agent.id')
    .execute();
  if (agents.length === 0) return [];
  const inbox = await db
    .selectFrom('inbox')
    .select(['id', 'name'])
    .where('id', '=', inboxId)
    .where('kind', '<>', 'spam')
    .executeTakeFirst();
  const email = inbox && (await senderOf(db, inboxId));
  if (!inbox || email === undefined) return [];
  return agents.map(agent => ({ agent, inbox, from: { name: inbox.name, email } }));
}

/** The inbox's own address; if it has none, one of another inbox. */
async function senderOf(db: Db, inboxId: number): Promise<string | undefined> {
  const all = await db
    .selectFrom('inbox_email')
    .select(['inbox_id', 'email'])
    .where('status', '=', 'primary')
    .orderBy('inbox_id')
    .execute();
  return (all.find(row => row.inbox_id === inboxId) ?? all[0])?.email;
}

function letterOf({ agent, inbox, from }: Subscriber, messageId: string, count: number, now: number): Letter {
  const to = { name: agent.name, email: agent.email };
  const news = counted(count, t`new message`);
  return {
    messageId,
    date: now,
    from,
    to: [to],
    cc: [],
    bcc: [],
    // An answer to it is not a customer's mail.
    replyTo: to,
    subject: `${news} in ${inbox.name}`,
    inReplyTo: null,
    references: [],
    text:
      `Customers wrote ${news} in ${inbox.name}. Read ${count === 1 ? 'it' : 'them'} in frontdesk.\n\n` +
      'You get this mail at most once an hour for each inbox, because you asked for it. ' +
      'To end it, type :notify in frontdesk.',
    attachmentIds: [],
    automatic: 'auto-generated',
    hasNullSender: true,
  };
}

/** The row of an agent and an inbox, locked, with these messages added to those that no mail has announced yet. */
function addUntold({ db }: Work, { agent, inbox }: Subscriber, untold: number): Promise<Row<'subscription_mail'>> {
  return db
    .insertInto('subscription_mail')
    .values({ agent_id: agent.id, inbox_id: inbox.id, untold })
    .onConflict(conflict =>
      conflict
        .columns(['agent_id', 'inbox_id'])
        .doUpdateSet(eb => ({ untold: eb('subscription_mail.untold', '+', untold) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes a larger number into the letter that waits. Returns false if no letter waits, or if it may be out. */
async function tellInSame(work: Work, who: Subscriber, { message_key, told, untold }: Row<'subscription_mail'>) {
  const untried = { message_key, state: 'queued', attempts: 0 } as const;
  const letter = JSON.stringify(letterOf(who, message_key, told + untold, work.now));
  return (await updateRows(work.db, 'outgoing', untried, { letter })).length > 0;
}

/** Whether the last letter is still being tried: the next one waits until it is out. */
async function isUnderWay(db: Db, key: string): Promise<boolean> {
  return (await rowWith(db, 'outgoing', { message_key: key, state: ['queued', 'sending'] })) !== undefined;
}

async function tellOne(work: Work, who: Subscriber, count: number): Promise<void> {
  const row = await addUntold(work, who, count);
  const own = { agent_id: who.agent.id, inbox_id: who.inbox.id };
  const keep = (set: Partial<Row<'subscription_mail'>>) =>
    updateRows(work.db, 'subscription_mail', own, { untold: 0, ...set });
  if (row.message_key !== '' && (await tellInSame(work, who, row))) {
    await keep({ told: row.told + row.untold });
    return;
  }
  if (row.message_key !== '' && (await isUnderWay(work.db, row.message_key))) return;
  const message_key = `n.${randomUUID()}@${who.from.email.slice(who.from.email.lastIndexOf('@') + 1)}`;
  // A time that is far ahead was written by another clock.
  const at = Math.min(Math.max(work.now, row.at + EVERY_MS), work.now + EVERY_MS);
  const letter = letterOf(who, message_key, row.untold, work.now);
  const none = { conversationId: null, messageId: null };
  await enqueue(work, { letter, ...none, inboxId: who.inbox.id, notBefore: at, isHeld: false });
  await keep({ message_key, at, told: row.untold });
}

/**
 * Puts a mail into the queue for each agent who wants one about these inboxes: at most one an hour for each, with the
 * number of messages.
 */
export async function tellSubscribers(
  work: Work,
  { written, messages }: Pick<ChangedIds, 'written' | 'messages'>,
): Promise<void> {
  const byInbox = Map.groupBy(written, ([, inboxId]) => inboxId);
  // In one order, so that two transactions never wait for each other.
  for (const [inboxId, conversations] of [...byInbox].sort(([a], [b]) => a - b)) {
    const subscribers = await subscribersOf(work.db, inboxId);
    if (subscribers.length === 0) continue;
    let count = 0;
    for (const [id] of conversations) if (!(await isSample(work.db, id))) count += messages.get(id) ?? 0;
    if (count > 0) for (const who of subscribers) await tellOne(work, who, count);
  }
}

/** Takes back waiting mails to agents who no longer want them. */
export async function dropUnwantedMail({ db }: Work): Promise<void> {
  const unwanted = db
    .selectFrom('subscription_mail as mail')
    .leftJoin('inbox_subscription as subscription', join =>
      join.onRef('subscription.agent_id', '=', 'mail.agent_id').onRef('subscription.inbox_id', '=', 'mail.inbox_id'),
    )
    .innerJoin('agent', 'agent.id', 'mail.agent_id')
    .select('mail.message_key')
    .where(({ or, eb }) =>
      or([eb('subscription.agent_id', 'is', null), eb('agent.notify', '<>', 'mail'), eb('agent.disabled', '<>', 0)]),
    );
  await db
    .deleteFrom('outgoing')
    .where('message_id', 'is', null)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .where('message_key', 'in', unwanted)
    .execute();
}
