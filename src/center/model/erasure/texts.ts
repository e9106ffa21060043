import { sql } from 'kysely';
import type { Db, Tables } from '../../database/tables.ts';
import { type Scrub, scrubJson } from './scrub.ts';

/** A column of texts, and its rows. */
interface Texts {
  readonly table: keyof Tables;
  readonly column: string;
  /** The column that tells its rows apart. */
  readonly key: string;
  /** The column by which they are chosen. */
  readonly by: string;
  /** Of history, the events that hold words: a long thread has an entry for each message. */
  readonly events?: readonly string[];
}

/** The events of history that hold words of people. */
export const EVENTS_WITH_WORDS = ['conversation.created', 'title.updated', 'message.failed'] as const;

/** Returns the ids of the rows that changed. */
async function change(db: Db, texts: Texts, ids: readonly number[], edit: (text: string) => string): Promise<number[]> {
  const [table, column, key] = [sql.table(texts.table), sql.ref(texts.column), sql.ref(texts.key)];
  const only = texts.events ? sql` and event in (${sql.join(texts.events)})` : sql``;
  const { rows } = await sql<{ id: number; text: string }>`select ${key} as id, ${column} as text from ${table}
    where ${sql.ref(texts.by)} in (${sql.join(ids)}) and ${column} is not null${only}`.execute(db);
  const changed: number[] = [];
  for (const { id, text } of rows) {
    const left = edit(text);
    if (left === text) continue;
    await sql`update ${table} set ${column} = ${left} where ${key} = ${id}`.execute(db);
    changed.push(id);
  }
  return changed;
}

/**
 * Removes a person from the surroundings of some messages: their people, the heads of their mails, and the reasons for
 * failed deliveries. Returns the messages whose mails name the person there.
 */
export async function scrubAround(db: Db, messageIds: readonly number[], scrub: Scrub): Promise<number[]> {
  const of = (table: Texts['table'], column: string, edit: (text: string) => string) =>
    change(db, { table, column, key: 'message_id', by: 'message_id' }, messageIds, edit);
  await of('message_delivery', 'reason', scrub.text);
  return [
    ...(await of('message_recipients', 'people', text => scrubJson(scrub, text))),
    ...(await of('message_head', 'subject', scrub.text)),
    ...(await of('message_head', 'answers', scrub.text)),
  ];
}

/** The same of a conversation's notes, ratings and history; `isTitled`: its titles go too. */
export async function scrubBeside(db: Db, conversationId: number, scrub: Scrub, isTitled: boolean): Promise<void> {
  const by = { key: 'id', by: 'conversation_id' } as const;
  await change(db, { table: 'note', column: 'details', ...by }, [conversationId], scrub.text);
  await change(db, { table: 'review', column: 'comment', ...by }, [conversationId], scrub.text);
  await change(
    db,
    { table: 'history', column: 'changes', ...by, events: EVENTS_WITH_WORDS },
    [conversationId],
    text => {
      const { title, ...left } = scrub.json(JSON.parse(text)) as Record<string, unknown>;
      return JSON.stringify(isTitled || title === undefined ? left : { title, ...left });
    },
  );
}
