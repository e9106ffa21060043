import type { Client } from '../../client/client.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { safeBlock } from '../../text/safe.ts';
import { type AttachedFile, hasFiles } from '../files/attached-file.ts';
import type { Note } from '../world.ts';
import type { Checked, Tried } from './change.ts';

/** A note that was sent. */
export interface SentNote {
  readonly ids: readonly number[];
  readonly details: string;
  readonly files?: readonly AttachedFile[];
  readonly agentId?: number | null;
  readonly at?: number;
  /** The notes with these words that the conversation had before. */
  readonly known?: readonly number[];
}

/** The clocks of the desk and of the help center are assumed to differ by at most this. */
export const CLOCKS_APART_MS = 2 * 3_600_000;
/** Times in answers are cut to seconds. */
export const SECOND_MS = 1_000;

/** Whether a note has these words; a help center may cut the blanks around them. */
export function hasWords({ details: found }: Pick<Note, 'details'>, details: string): boolean {
  return found.trim() === safeBlock(details).trim();
}

/**
 * Reads whether a note was added: one with its words, by its agent, that was not there before. If the former notes are
 * not known, one from before the first attempt may be this one, by another clock, or another one: then the answer is
 * open.
 */
export async function findNote(client: Client, sent: SentNote, { at, conversations }: Tried): Promise<Checked> {
  const [read] = conversations;
  const id = read?.merged_into ?? sent.ids[0]!;
  const query = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const };
  const page = await client.note.list({ params: { conversation_id: id }, query });
  const sinceMs = at ?? sent.at ?? 0;
  const fits = page.data.filter(
    note =>
      hasWords(note, sent.details) &&
      hasFiles(note.attachments, sent.files) &&
      isBy(note, sent) &&
      !isKnown(note, sent),
  );
  const near = fits.filter(note => isAfter(note, sinceMs - CLOCKS_APART_MS));
  const [note] = sent.known ? near : near.filter(one => isAfter(one, sinceMs - SECOND_MS));
  if (note) return { conversations: [], refused: [], note, reread: [...new Set([...sent.ids, id])] };
  const isAll = page.nextCursor === null || page.data.some(one => !isAfter(one, sinceMs - CLOCKS_APART_MS));
  return near.length === 0 && isAll ? 'notDone' : 'unknown';
}

function isBy({ agent_id }: Note, { agentId = null }: SentNote): boolean {
  return agent_id === null || agentId === null || agent_id === agentId;
}

function isKnown({ id }: Note, { known = [] }: SentNote): boolean {
  return known.includes(id);
}

/** Whether a part of a conversation may be from after this moment. */
export function isAfter({ created_at }: { readonly created_at: number | null }, ms: number): boolean {
  return created_at === null || created_at >= ms;
}
