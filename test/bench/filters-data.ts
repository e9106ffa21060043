import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../src/center/database/tables.ts';
import { markKinds } from '../../src/center/model/conversation/mark.ts';
import { countNumbers } from '../../src/center/model/inbox/number.ts';
import type { OpenCenter } from '../center/open-center.ts';
import { fillPlain, prepare } from './center-data.ts';

/** A number from 0 to `below` - 1 that looks like chance and is the same each time. */
function chance(below: number, salt: number): RawBuilder<unknown> {
  return sql`((c.id * ${2_654_435_761 + salt * 40_503}) >> 7 & 1048575) % ${below}`;
}

const copies = sql`c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at`;

function mark(db: Kysely<Tables>, kind: number, where: RawBuilder<unknown>) {
  return sql`insert into conversation_mark
      (conversation_id, kind, since, at, message_id, shelf, status_id, home_id, assign_key, last_message_at)
    select c.id, ${kind}, c.last_message_at, c.last_message_at, c.id, ${copies} from conversation as c where ${where}`.execute(
    db,
  );
}

/** Conversations without texts, with marks as work leaves them: a third ends with a customer's word, a tenth has notes. */
export async function fillForFilters(center: OpenCenter, count: number): Promise<void> {
  await prepare(center);
  await fillPlain(center, count);
  await center.center.context.store.write(async db => {
    const isAsked = sql`${chance(3, 31)} = 0`;
    await mark(db, markKinds.note, sql`${chance(10, 32)} = 0`);
    await mark(db, markKinds.attachment, sql`${chance(20, 33)} = 0`);
    await mark(db, markKinds.review, sql`${chance(200, 34)} = 0`);
    await mark(db, markKinds.asked, isAsked);
    await db.deleteFrom('conversation_number').execute();
    await countNumbers(db, 0, count);
    await sql`insert into contact_word (contact_id, word) select id, 'contact' from contact
      union all select id, cast(id as text) from contact union all select id, 'c' || id from contact
      union all select id, 'example' from contact`.execute(db);
    await sql`insert into team (name, created_at, updated_at) values ('Night', 1, 1), ('Empty', 1, 1)`.execute(db);
    await sql`insert into team_agent (team_id, agent_id) select 1, id from agent where id in (5, 6, 7)`.execute(db);
  });
}

/** An agent's reading state: everything, or all but the newest hundred; the field sets the floor. */
export function readAllBut(center: OpenCenter, unread: number): Promise<void> {
  return center.center.context.store.write(async db => {
    await sql`update agent set read_floor = (select max(id) from conversation) - ${unread}`.execute(db);
  });
}
