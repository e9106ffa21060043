import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { shownAddress } from '../../../text/address-form.ts';
import { likePattern } from '../../database/statement.ts';
import type { Db, Tables } from '../../database/tables.ts';
import { namingOf } from './scrub.ts';
import { EVENTS_WITH_WORDS } from './texts.ts';

/** How many rows are looked through before others have their turn. */
const ROWS_AT_ONCE = 250;

interface UnsearchedTable {
  readonly table: keyof Tables;
  /** The order of its rows. */
  readonly key: 'id' | 'message_id' | 'mail_id';
  readonly columns: readonly string[];
  /** Of history, the events that hold words. */
  readonly events?: readonly string[];
}

/** Where texts of conversations are that the search does not find. */
const PLACES: readonly UnsearchedTable[] = [
  { table: 'message', key: 'id', columns: ['body_html'] },
  { table: 'message_head', key: 'message_id', columns: ['subject', 'answers'] },
  { table: 'message_recipients', key: 'message_id', columns: ['people'] },
  { table: 'mail_reference', key: 'mail_id', columns: ['message_key'] },
  { table: 'message_delivery', key: 'message_id', columns: ['reason'] },
  { table: 'history', key: 'id', columns: ['changes'], events: EVENTS_WITH_WORDS },
  { table: 'review', key: 'id', columns: ['comment'] },
];

function conversationOf({ table, key }: UnsearchedTable): RawBuilder<unknown> {
  if (key === 'id') return sql`conversation_id`;
  const [owner, own] = [key === 'mail_id' ? 'mail' : 'message', sql.ref(`${table}.${key}`)];
  return sql`(select conversation_id from ${sql.table(owner)} where id = ${own})`;
}

/** A text that may name one of the people, and its conversation. */
interface UnsearchedText {
  readonly id: number;
  readonly text: string;
}

async function* saidIn(db: Db, place: UnsearchedTable, patterns: readonly string[]): AsyncGenerator<UnsearchedText> {
  const [table, key] = [sql.table(place.table), sql.ref(place.key)];
  const text = sql.join(
    place.columns.map(column => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  const named = patterns.map(pattern => sql`lower(${text}) like ${pattern} escape '\\'`);
  const only = place.events ? sql` and event in (${sql.join(place.events)})` : sql``;
  for (let last = 0; ; ) {
    const next = await sql<{ id: number }>`select ${key} as id from ${table} where ${key} > ${last}
      order by ${key} limit 1 offset ${ROWS_AT_ONCE - 1}`.execute(db);
    const end = next.rows[0]?.id;
    const within = end === undefined ? sql`` : sql` and ${key} <= ${end}`;
    const { rows } = await sql<UnsearchedText>`select ${conversationOf(place)} as id, ${text} as text from ${table}
      where ${key} > ${last}${within}${only} and (${sql.join(named, sql` or `)})`.execute(db);
    yield* rows;
    if (end === undefined) return;
    last = end;
    await nextTurn();
  }
}

/** For each address, the conversations that mention it, in either of its forms, where no search finds it. */
export async function unsearchedMentions(db: Db, emails: readonly string[]): Promise<Set<number>[]> {
  const forms = new Set(emails.flatMap(email => [email, shownAddress(email)]));
  const patterns = [...forms].map(form => likePattern(form.toLowerCase()));
  const found = emails.map(email => ({ isNamed: namingOf(email), ids: new Set<number>() }));
  for (const place of PLACES)
    for await (const { id, text } of saidIn(db, place, patterns))
      for (const { isNamed, ids } of found) if (isNamed(text)) ids.add(id);
  return found.map(({ ids }) => ids);
}
