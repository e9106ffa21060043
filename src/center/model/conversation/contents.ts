import { sql } from 'kysely';
import type { Contents } from '../../../contract/conversation-filter.ts';
import { chunks } from '../../database/statement.ts';
import type { Row } from '../../database/tables.ts';
import type { Work } from '../work.ts';

/**
 * The columns by which lists find the contents of a conversation: a note, a file that is not inside a text, a rating, a
 * question to a third party, a machine's mail.
 */
const holds = {
  has_note: sql`exists (select 1 from note where note.conversation_id = conversation.id)`,
  has_file: sql`(exists (select 1 from message join message_attachment on message_attachment.message_id = message.id
      where message.conversation_id = conversation.id and message_attachment.inline = 0)
    or exists (select 1 from note join note_attachment on note_attachment.note_id = note.id
      where note.conversation_id = conversation.id))`,
  has_review: sql`exists (select 1 from review where review.conversation_id = conversation.id)`,
  has_side: sql`exists (select 1 from message where message.conversation_id = conversation.id and message.side = 1)`,
  by_machine: sql`exists (select 1 from message
    where message.conversation_id = conversation.id and message.automatic = 1 and message.kind <> 'system')`,
} as const;

type HeldColumn = keyof typeof holds;

/** The columns for the contents of a conversation. */
export type HeldPatch = Partial<Pick<Row<'conversation'>, HeldColumn>>;

/** The columns for the words of a list's `has`. */
export const heldColumns: Readonly<Record<Contents, keyof Row<'conversation'>>> = {
  note: 'has_note',
  attachment: 'has_file',
  review: 'has_review',
  side: 'has_side',
};

/** Determines the contents of conversations again: needed after something was deleted or moved. */
export async function refreshHeld(work: Work, ids: readonly number[]): Promise<void> {
  const found = Object.entries(holds).map(
    ([column, held]) => [sql.ref(column), sql`case when ${held} then 1 else 0 end`] as const,
  );
  const set = found.map(([column, value]) => sql`${column} = ${value}`);
  const isOther = found.map(([column, value]) => sql`${column} <> ${value}`);
  for (const piece of chunks(ids))
    await sql`update conversation set ${sql.join(set)}
      where id in (${sql.join(piece)}) and (${sql.join(isOther, sql` or `)})`.execute(work.db);
}
