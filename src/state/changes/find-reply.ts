import type { Client } from '../../client/client.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { safeBlock } from '../../text/safe.ts';
import { type AttachedFile, hasFiles } from '../files/attached-file.ts';
import type { Message } from '../world.ts';
import type { Checked, Tried } from './change.ts';
import { CLOCKS_APART_MS, isAfter, SECOND_MS } from './find-note.ts';

/** A reply that was sent. */
interface SentReply {
  readonly ids: readonly number[];
  readonly body: string;
  readonly files?: readonly AttachedFile[];
  readonly author?: { readonly id: number | null };
  readonly at?: number;
  /** The messages with these words that the conversation had before. */
  readonly known?: readonly number[];
}

/** Whether an agent's message has these words; a help center may cut the blanks around them, and lists cut it short. */
export function saysSo({ kind, author, body_text, truncated }: Message, body: string): boolean {
  if (kind !== 'agent' && author.type !== 'agent') return false;
  const [found, wanted] = [body_text.trim(), safeBlock(body).trim()];
  return truncated ? wanted.startsWith(found) : found === wanted;
}

/** Reads whether a reply was added, as `findNote` does for a note. */
export async function findReply(client: Client, sent: SentReply, { at, conversations }: Tried): Promise<Checked> {
  const id = conversations[0]?.merged_into ?? sent.ids[0]!;
  const query = { limit: MAX_PAGE_SIZE, sort: 'created_at.desc' as const };
  const page = await client.message.list({ params: { conversation_id: id }, query });
  const sinceMs = at ?? sent.at ?? 0;
  const isIt = (one: Message): boolean => saysSo(one, sent.body) && hasFiles(idsOf(one), sent.files) && isBy(one, sent);
  const fits = page.data.filter(one => isIt(one) && !sent.known?.includes(one.id));
  const near = fits.filter(one => isAfter(one, sinceMs - CLOCKS_APART_MS));
  const [message] = sent.known ? near : near.filter(one => isAfter(one, sinceMs - SECOND_MS));
  if (message) return { conversations: [], refused: [], message, reread: [...new Set([...sent.ids, id])] };
  const isAll = page.nextCursor === null || page.data.some(one => !isAfter(one, sinceMs - CLOCKS_APART_MS));
  return near.length === 0 && isAll ? 'notDone' : 'unknown';
}

function idsOf({ attachments }: Message): readonly number[] {
  return attachments.map(({ id }) => id);
}

function isBy({ author }: Message, { author: own }: SentReply): boolean {
  return author.id === null || own == null || own.id === null || author.id === own.id;
}
