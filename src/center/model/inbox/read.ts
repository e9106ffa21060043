import { sql } from 'kysely';
import { rowWith } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type Caller, seesInbox } from '../access.ts';
import { inboxEtag } from '../etag.ts';
import { afterCursor, type Page } from '../listing/paging.ts';
import { unsentNumbers } from '../outgoing/unsent.ts';
import { rowIds } from '../rows.ts';
import { secondOf, timestamp } from '../time.ts';
import type { Work } from '../work.ts';
import { inboxCounts } from './number.ts';
import { notCarriedOut, switchesOf } from './own-mail.ts';
import { targetAnswer } from './target.ts';

type InboxRow = Row<'inbox'>;

async function parts(db: Db, caller: Caller, ids: readonly number[]) {
  const emails = await db.selectFrom('inbox_email').selectAll().where('inbox_id', 'in', ids).orderBy('id').execute();
  const teams = await db.selectFrom('inbox_team').selectAll().where('inbox_id', 'in', ids).orderBy('team_id').execute();
  const agents = await db
    .selectFrom('inbox_agent')
    .selectAll()
    .where('inbox_id', 'in', ids)
    .orderBy('agent_id')
    .execute();
  const subscribed = await db
    .selectFrom('inbox_subscription')
    .select('inbox_id')
    .where('inbox_id', 'in', ids)
    .where('agent_id', '=', caller.agentId ?? 0)
    .execute();
  return {
    emails: Map.groupBy(emails, row => row.inbox_id),
    teams: Map.groupBy(teams, row => row.inbox_id),
    agents: Map.groupBy(agents, row => row.inbox_id),
    subscribed: new Set(subscribed.map(row => row.inbox_id)),
    countsOf: await inboxCounts(db, ids),
    unsent: await unsentNumbers(db),
  };
}

/** An address in the form of the answers. */
export function emailAnswer({ id, email, status }: Pick<Row<'inbox_email'>, 'id' | 'email' | 'status'>) {
  return {
    id,
    email,
    status,
  };
}

/** Inboxes in the form of the answers for the caller. */
export async function inboxAnswers(db: Db, caller: Caller, rows: readonly InboxRow[]) {
  if (rows.length === 0) return [];
  const { emails, teams, agents, subscribed, countsOf, unsent } = await parts(db, caller, rowIds(rows));
  return rows.map(row => ({
    ...switchesOf(row),
    ...notCarriedOut(row, emails.has(row.id)),
    ...targetAnswer(row),
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    sort: row.sort,
    autoresponse_text: row.autoresponse_text,
    rating_message: row.rating_message,
    signature: row.signature,
    quote: row.quote,
    emails: (emails.get(row.id) ?? []).map(emailAnswer),
    team_ids: (teams.get(row.id) ?? []).map(link => link.team_id),
    agent_ids: (agents.get(row.id) ?? []).map(link => link.agent_id),
    kind: row.kind,
    subscribed: subscribed.has(row.id),
    counts: countsOf(row.id),
    unsent: unsent.get(row.id) ?? 0,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  }));
}

/** The reply about one inbox, as it is now. */
export async function inboxReply(db: Db, caller: Caller, id: number) {
  const row = (await rowWith(db, 'inbox', { id }))!;
  const [data] = await inboxAnswers(db, caller, [row]);
  return { data: data!, etag: inboxEtag(row, data) };
}

const columns = {
  id: 'inbox.id',
  sort: 'inbox.sort',
  name: 'inbox.name',
  slug: 'inbox.slug',
  created_at: 'inbox.created_at',
  updated_at: 'inbox.updated_at',
} as const;
type Field = keyof typeof columns;

/** The inboxes that the caller sees; `bounds` in the form of `timeBounds`. */
export async function listInboxes(
  db: Db,
  caller: Caller,
  page: Page,
  bounds: readonly (readonly [field: string, operator: '<' | '>', value: number])[],
): Promise<{ rows: readonly InboxRow[]; nextCursor: string | null }> {
  const field = page.field as Field;
  const column = sql.ref(columns[field]);
  // Answers show seconds only: within one, inboxes are in the order of their ids.
  const isTime = field.endsWith('_at');
  const value = isTime ? sql`${column} / 1000 * 1000` : column;
  const direction = sql.raw(page.direction);
  let query = db
    .selectFrom('inbox')
    .selectAll()
    .where(seesInbox(caller))
    .where(afterCursor(page, value, columns.id))
    .orderBy(sql`${value} ${direction}, inbox.id ${direction}`);
  for (const [time, operator, limit] of bounds) query = query.where(columns[time as Field], operator, limit);
  if (page.take !== undefined) query = query.limit(page.take);
  const sortValue = (row: InboxRow) => (isTime ? secondOf(Number(row[field])) : row[field]);
  return page.close(await query.execute(), row => [sortValue(row), row.id]);
}

/** Records that an inbox's settings changed: it has a new version, and the listeners hear of it. */
export async function inboxTouched(work: Work, id: number): Promise<void> {
  await work.db
    .updateTable('inbox')
    .set({ version: sql<number>`version + 1`, updated_at: work.now })
    .where('id', '=', id)
    .execute();
  work.inboxChanged(id);
}

/** The ids of all inboxes. */
export async function allInboxIds(db: Db): Promise<number[]> {
  return (await db.selectFrom('inbox').select('id').execute()).map(row => row.id);
}

/** The id of the inbox for conversations that name none. */
export async function defaultInboxId(db: Db): Promise<number> {
  return (await rowWith(db, 'inbox', { kind: 'default' }))!.id;
}
