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

async function change(db: Db, texts: Texts, ids: readonly number[], edit: (text: string) => string): Promise<void> {
  const [table, column, key] = [sql.table(texts.table), sql.ref(texts.column), sql.ref(texts.key)];
  const only = texts.events ? sql` and event in (${sql.join(texts.events)})` : sql``;
  const { rows } = await sql<{ id: number; text: string }>`select ${key} as id, ${column} as text from ${table}
    where ${sql.ref(texts.by)} in (${sql.join(ids)}) and ${column} is not null${only}`.execute(db);
  for (const { id, text } of rows) {
    const left = edit(text);
    if (left !== text) await sql`update ${table} set ${column} = ${left} where ${key} = ${id}`.execute(db);
  }
}

/** Removes a person from what surrounds some messages: their people, and why they were not delivered. */
export async function scrubAround(db: Db, messageIds: readonly number[], scrub: Scrub): Promise<void> {
  const by = { key: 'message_id', by: 'message_id' } as const;
  await change(db, { table: 'message_recipients', column: 'people', ...by }, messageIds, text =>
    scrubJson(scrub, text),
  );
  await change(db, { table: 'message_delivery', column: 'reason', ...by }, messageIds, scrub.text);
}

/** The same of a conversation's notes and history; `isTitled`: its titles go too. */
export async function scrubBeside(db: Db, conversationId: number, scrub: Scrub, isTitled: boolean): Promise<void> {
  const by = { key: 'id', by: 'conversation_id' } as const;
  await change(db, { table: 'note', column: 'details', ...by }, [conversationId], scrub.text);
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
