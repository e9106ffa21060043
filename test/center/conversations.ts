import { sql } from 'kysely';
import { type InboxCounts, inboxCounts } from '../../src/center/model/inbox/number.ts';
import { rowIds } from '../../src/center/model/rows.ts';
import type { CallOptions, OpenCenter } from './open-center.ts';

/** A new conversation in the inbox that the agent sees; returns its id. */
export async function makeConversation(
  desk: OpenCenter,
  body: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const answer = await desk.call('POST', '/conversations', {
    body: { title: 'Parcel is late', inbox_id: desk.inboxId, ...body },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

/** A new contact; returns its id. */
export async function makeContact(desk: OpenCenter, name: string): Promise<number> {
  const email = `${name.toLowerCase().replace(/\W/g, '')}@customer.example`;
  const answer = await desk.call('POST', '/contacts', { body: { name, email } });
  return answer.body.data.id;
}

/** A new status; returns its id. */
export async function makeStatus(desk: OpenCenter, name: string): Promise<number> {
  return (await desk.call('POST', '/conversation_statuses', { body: { name } })).body.data.id;
}

/** A new inbox; returns its id. */
export async function makeInbox(desk: OpenCenter, name: string, agents: readonly number[] = []): Promise<number> {
  return (await desk.call('POST', '/inboxes/save', { body: { name, agent_ids: agents } })).body.data.id;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function readConversation(desk: OpenCenter, id: number): Promise<any> {
  return (await desk.call('GET', `/conversations/${id}`)).body.data;
}

/** The ids of all pages of a list, in its order. */
export async function listedIds(desk: OpenCenter, options: CallOptions = {}): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 200, ...options.query, ...(cursor ? { cursor } : {}) };
    const { status, body } = await desk.call('GET', '/conversations', { ...options, query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    ids.push(...body.data.map((one: { id: number }) => one.id));
    cursor = body.meta.next_cursor;
  } while (cursor);
  return ids;
}

interface Entry {
  readonly event: string;
  readonly agent_id: number | null;
  readonly changes: Readonly<Record<string, { from: unknown; to: unknown }>>;
}

/** A conversation's history after its creation. */
export async function historyOf(desk: OpenCenter, id: number): Promise<Entry[]> {
  return (await desk.call('GET', `/conversations/${id}/history`, { query: { limit: 200 } })).body.data.slice(1);
}

/** The inboxes' counts as they are shown, and counted by the conversations. */
export function countsOf(desk: OpenCenter) {
  return desk.center.read(async ({ db }) => {
    const { rows } = await sql<Record<'id' | keyof InboxCounts, number>>`
      select inbox.id, count(c.id) as open, count(c.id) filter (where c.assign_to is null) as unassigned,
        (select count(*) from conversation as u where u.home_id = inbox.id and u.status_id <> 2 and u.place = 0
          and u.snoozed_until is null) as unresolved
      from inbox left join conversation as c on c.inbox_id = inbox.id and c.status_id = 1
        and c.place = 0 group by inbox.id order by inbox.id`.execute(db);
    const counts = await inboxCounts(db, rowIds(rows));
    return { shown: rows.map(({ id }) => ({ id, ...counts(id) })), counted: rows };
  });
}

/** The numbers of conversations as they are kept, and as their rows give them. */
export function numbersOf(desk: OpenCenter) {
  return desk.center.read(async ({ db }) => {
    const key = sql.raw('home_id, place, status_id, assign_key, waiting');
    const kept = await sql`select ${key}, number from conversation_number where number <> 0 order by ${key}`.execute(
      db,
    );
    const counted = await sql`select ${key}, count(*) as number from (select home_id, status_id, assign_key,
        case when snoozed_until is null then place else 4 end as place,
        case when place = 0 and snoozed_until is null and status_id <> 2 and since is not null then 1 else 0 end as waiting
      from conversation) as counted group by ${key} order by ${key}`.execute(db);
    return { kept: kept.rows, counted: counted.rows };
  });
}
