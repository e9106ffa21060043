import { type RawBuilder, sql } from 'kysely';
import type { Quote } from '../../../contract/inbox-body.ts';
import { foldQuotes } from '../../../text/quote.ts';
import { safeBlock, safeLine } from '../../../text/safe.ts';
import type { Db } from '../../database/tables.ts';
import { timestamp } from '../time.ts';
import type { Answered } from './answered.ts';

/** A mail program shows no more than that below an answer. */
const MAX_MESSAGES = 20;
const MAX_CHARACTERS = 20_000;
const MAX_IN_ALL = 60_000;
const CUT = '[…]';

/** The Message-ID of a message's mail. */
const key = sql<string | null>`coalesce(head.message_key,
  (select min(mail.message_key) from mail where mail.message_id = message.id))`;

/**
 * The messages that are quoted, the newest first: of the conversation those that the answered mail goes on from, so that
 * its author has them already, and none that is still held here. An unverified mail may name any message as the one
 * before it: its author gets back only their own words.
 */
function quotedRows(db: Db, conversationId: number, { id, isUnverified, references }: Answered, mode: Quote) {
  const thread: RawBuilder<boolean> =
    mode === 'all' && !isUnverified && references.length > 0
      ? sql`(message.id = ${id} or (message.unverified = 0 and ${key} in (${sql.join(references)})))`
      : sql`message.id = ${id}`;
  return db
    .selectFrom('message')
    .leftJoin('agent', 'agent.id', 'message.agent_id')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .leftJoin('message_head as head', 'head.message_id', 'message.id')
    .leftJoin('message_delivery as delivery', 'delivery.message_id', 'message.id')
    .select(['message.id', 'message.created_at'])
    .select(sql<string>`substr(message.body_text, 1, ${MAX_CHARACTERS + 1})`.as('text'))
    .select(({ fn }) => fn.coalesce('contact.name', 'agent.name', 'message.from_address').as('name'))
    .where('message.conversation_id', '=', conversationId)
    .where('message.kind', '!=', 'system')
    .where('message.side', '=', 0)
    .where(thread)
    .where(({ or, eb }) => or([eb('delivery.state', 'is', null), eb('delivery.state', '=', 'sent')]))
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(MAX_MESSAGES)
    .execute();
}

/** The writer's own words: what they quoted stands below by itself, or is left out. */
function ownWords(text: string): string {
  const own = foldQuotes(safeBlock(text.slice(0, MAX_CHARACTERS)))
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ lines }) => lines)
    .join('\n')
    .trim();
  return text.length > MAX_CHARACTERS ? `${own}\n${CUT}` : own;
}

/** The thread that goes out below an answer, quoted; empty if nothing is to be quoted. */
export async function quotedBelow(db: Db, conversationId: number, answered: Answered, mode: Quote): Promise<string> {
  if (mode === 'none' || answered.id === null) return '';
  let left = MAX_IN_ALL;
  const parts: string[] = [];
  for (const row of await quotedRows(db, conversationId, answered, mode)) {
    const words = ownWords(row.text);
    left -= words.length;
    if (left < 0) break;
    if (words === '') continue;
    const time = timestamp(row.created_at).replace('T', ' ').slice(0, 16);
    const lines = words.split('\n').map(line => `> ${line}`.trimEnd());
    parts.push([`On ${time} UTC, ${safeLine(row.name ?? '')} wrote:`, ...lines].join('\n'));
  }
  return parts.join('\n\n');
}
