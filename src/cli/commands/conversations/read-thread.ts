import type { ListReply } from '../../../client/call.ts';
import type { Client } from '../../../client/client.ts';
import type { AttachmentSummary, Message, Note } from '../../../client/model.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import { attempt } from '../../../state/attempt.ts';
import { emptyThread } from '../../../state/empty-world.ts';
import type { Thread } from '../../../state/thread.ts';

/** Reads all messages of a conversation, oldest first, each to its end. */
export async function readMessages(client: Client, id: number): Promise<readonly Message[]> {
  const params = { conversation_id: id };
  const found = await readPages(cursor => client.message.list({ params, query: { limit: MAX_PAGE_SIZE, cursor } }));
  const messages: Message[] = [];
  for (const one of found) messages.push(one.truncated ? await readWhole(client, one) : one);
  return messages;
}

/** Lists cut a long text. */
async function readWhole(client: Client, { id, conversation_id }: Message): Promise<Message> {
  return (await client.message.get({ params: { conversation_id, message_id: id } })).data;
}

/** Reads all notes of a conversation, oldest first. */
export function readNotes(client: Client, id: number): Promise<readonly Note[]> {
  const params = { conversation_id: id };
  return readPages(cursor => client.note.list({ params, query: { limit: MAX_PAGE_SIZE, cursor } }));
}

/** Reads what is said in a conversation, with the names of all files. */
export async function readThread(client: Client, id: number): Promise<Thread> {
  const [messages, notes] = await Promise.all([readMessages(client, id), readNotes(client, id)]);
  const files = new Map<number, AttachmentSummary | null>();
  for (const attachment_id of new Set(notes.flatMap(({ attachments }) => attachments))) {
    const answer = await attempt(client.attachment.get({ params: { attachment_id } }));
    if ('error' in answer && !answer.error.isMissing) throw answer.error;
    files.set(attachment_id, 'value' in answer ? answer.value.data : null);
  }
  return { ...emptyThread, messages, notes, files };
}

async function readPages<T>(page: (cursor: string | undefined) => Promise<ListReply<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { data, nextCursor } = await page(cursor);
    for (const one of data) all.push(one);
    if (nextCursor === null || nextCursor === cursor) return all;
    cursor = nextCursor;
  }
}
