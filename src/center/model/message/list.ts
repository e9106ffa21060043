import { sql } from 'kysely';
import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { AttachmentSummary, Author } from '../../../contract/message.ts';
import { prepare } from '../../database/prepare.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Page } from '../listing/paging.ts';
import { readTimeline, type TimelineQuery } from '../listing/timeline.ts';
import { timestamp } from '../time.ts';
import { answeredText, askedPart, MAX_LISTED_BYTES, partColumns, type TextRange, WHOLE_TEXT } from './part.ts';
import { filesByOwner, selectMessages } from './read.ts';
import { recipientsIn } from './recipients.ts';

/** A message in the form of the service's answers. */
export type MessageAnswer = AnswerInput<Contract['message']['get']>;

function select(db: Db, part: TextRange) {
  return selectMessages(db)
    .leftJoin('inbox_email', 'inbox_email.email_key', 'message.from_address')
    .leftJoin('inbox', 'inbox.id', 'inbox_email.inbox_id')
    .select(['message.conversation_id', 'message.event', 'message.merged_with', 'inbox.name as inbox_name'])
    .select(['message.agent_id', 'message.contact_id'])
    .select(partColumns(part));
}

type MessageRead = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function authorOf(row: MessageRead): Author {
  if (row.kind === 'system') return { type: 'system', id: null, name: 'System', email: null };
  const { from_address: address } = row;
  if (row.kind === 'agent' && address !== null)
    return { type: 'agent', id: null, name: row.inbox_name ?? address, email: address };
  if (row.kind === 'agent')
    return { type: 'agent', id: row.agent_id, name: row.agent_name ?? 'API key', email: row.agent_email };
  return { type: 'contact', id: row.contact_id, name: row.contact_name ?? '', email: row.contact_email };
}

/** A mail that is held until its author decides has no time. */
function deliveryOf(state: Row<'message_delivery'>['state'], at: number, reason: string | null) {
  return { state, at: state === 'held' && reason !== null ? null : timestamp(at), reason };
}

function present(row: MessageRead, attachments: AttachmentSummary[], part: TextRange): MessageAnswer {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    kind: row.kind,
    event: row.event,
    merged_with: row.merged_with,
    author: authorOf(row),
    ...answeredText(row, part),
    body_html: row.body_html,
    attachments,
    ...recipientsIn(row.people),
    automatic: row.automatic === 1,
    unverified: row.unverified === 1,
    side: row.side === 1,
    ...(row.forwards !== null && { forwards: row.forwards }),
    delivery: row.state === null ? null : deliveryOf(row.state, row.state_at!, row.reason),
    created_at: timestamp(row.created_at),
  };
}

async function readAttachments(db: Db, ids: readonly number[]): Promise<Map<number, AttachmentSummary[]>> {
  const found = await filesByOwner(db, 'message', ids);
  return new Map([...found].map(([id, files]) => [id, files.map(({ hash: _, ...file }) => file)]));
}

/** Customers decide how long their mail is: a page ends when its texts together have this many bytes. */
const MAX_PAGE_BYTES = 2 * 1_048_576;
/** A page holds this many parts of the requested length, or more that are shorter. */
const ASKED_PARTS = 4;

/** The weight of a message in a page. Both databases know the bytes of a text without reading it. */
function weightOf({ limit, isAsked }: TextRange) {
  const text = sql`case when octet_length(body_text) > ${sql.lit(limit)} then ${sql.lit(limit)} else octet_length(body_text) end`;
  return isAsked ? sql<number>`${text}` : sql<number>`${text} + coalesce(octet_length(body_html), 0)`;
}

/** How many of the rows fit into one page: at least one. */
function fitting(rows: readonly { readonly weight: number }[], { limit, isAsked }: TextRange): number {
  let left = isAsked ? limit * ASKED_PARTS : MAX_PAGE_BYTES;
  for (const [at, { weight }] of rows.entries()) {
    left -= weight;
    if (left < 0) return Math.max(1, at);
  }
  return rows.length;
}

/** A page of a conversation's messages; long texts are cut, and so is a page of many. */
export async function listMessages(
  db: Db,
  conversationId: number,
  query: TimelineQuery & { readonly body_limit?: number },
  page: Page,
) {
  const part = askedPart(query, MAX_LISTED_BYTES);
  const found = await readTimeline('message', conversationId, query, page, ({ where, order }) =>
    db
      .selectFrom('message')
      .select(['id', 'created_at'])
      .select(weightOf(part).as('weight'))
      .where(where)
      .orderBy(order)
      .$if(page.take !== undefined, all => all.limit(page.take!))
      .execute(),
  );
  const { rows: listed, nextCursor } = page.close(found, row => [row.created_at, row.id], fitting(found, part));
  if (listed.length === 0) return { data: [], nextCursor };
  const ids = listed.map(row => row.id);
  const rows = new Map((await select(db, part).where('message.id', 'in', ids).execute()).map(row => [row.id, row]));
  const attachments = await readAttachments(db, ids);
  return { data: ids.map(id => present(rows.get(id)!, attachments.get(id) ?? [], part)), nextCursor };
}

const selectOne = prepare(2, (db, conversationId: number, id: number) => one(db, conversationId, id, WHOLE_TEXT));

function one(db: Db, conversationId: number, id: number, part: TextRange) {
  return select(db, part).where('message.conversation_id', '=', conversationId).where('message.id', '=', id);
}

/** One message, by default whole; undefined if the conversation has no such message. */
export async function readMessage(
  db: Db,
  conversationId: number,
  id: number,
  part = WHOLE_TEXT,
): Promise<MessageAnswer | undefined> {
  const [row] = part.isAsked
    ? await one(db, conversationId, id, part).execute()
    : await selectOne(db, conversationId, id);
  return row && present(row, (await readAttachments(db, [id])).get(id) ?? [], part);
}

/** All messages of a merged-away conversation: the one that tells so. */
export async function readMergeMessages(db: Db, conversationId: number): Promise<MessageAnswer[]> {
  const found = await select(db, WHOLE_TEXT)
    .where('message.conversation_id', '=', conversationId)
    .orderBy('message.id')
    .execute();
  return found.map(row => present(row, [], WHOLE_TEXT));
}
