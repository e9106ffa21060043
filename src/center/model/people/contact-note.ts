import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { Db, Row } from '../../database/tables.ts';
import { conflict } from '../problem.ts';
import { timestamp } from '../time.ts';
import type { Work } from '../work.ts';
import { tellConversations } from './contact.ts';

type NotedContactRow = Row<'contact'>;
type Answer = AnswerInput<Contract['contact']['get']>;

function noteAnswer({ details: text, version, agent_id, created_at }: Row<'contact_note'>) {
  return { text, version, agent_id, created_at: timestamp(created_at) };
}

/** All notes about these contacts that were ever written, the newest first. One without a text was deleted then. */
function notesOf(db: Db, ids: readonly number[]): Promise<Row<'contact_note'>[]> {
  const notes = db.selectFrom('contact_note').selectAll().where('contact_id', 'in', ids);
  return notes.orderBy('version', 'desc').execute();
}

/** Contacts in the form of the service's answers; with `isWhole` also what was noted about them before. */
export async function contactAnswers(db: Db, rows: readonly NotedContactRow[], isWhole = false): Promise<Answer[]> {
  const ids = rows.map(({ id }) => id);
  const notes = Map.groupBy(ids.length > 0 ? await notesOf(db, ids) : [], one => one.contact_id);
  return rows.map(({ id, name, email }) => {
    const all = (notes.get(id) ?? []).map(noteAnswer);
    const note = all[0]?.text ? all[0] : undefined;
    const former = note ? all.slice(1) : all;
    return { id, name, email, ...(note && { note }), ...(isWhole && former.length > 0 && { former_notes: former }) };
  });
}

interface GivenNote {
  /** Empty: none from now on. */
  readonly details: string;
  /** The version that it replaces, 0 for none; absent for any. */
  readonly version?: number | undefined;
  readonly agentId: number | null;
}

/** Writes the note about a contact, and keeps the former one. 409 if it has another version than the given one. */
export async function noteContact(work: Work, id: number, { details, version, agentId }: GivenNote): Promise<void> {
  const [newest] = await notesOf(work.db, [id]);
  const present = newest && newest.details !== '' ? newest.version : 0;
  if (version !== undefined && version !== present)
    throw conflict('Somebody else changed the note in the meantime; nothing was done. Read it again.', [
      { path: 'note_version', message: `is ${present} now` },
    ]);
  if (details === (newest?.details ?? '')) return;
  const row = { contact_id: id, version: (newest?.version ?? 0) + 1, agent_id: agentId, details, created_at: work.now };
  await work.db.insertInto('contact_note').values(row).execute();
  await tellConversations(work, id);
}
