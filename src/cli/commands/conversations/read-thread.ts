import type { Client } from '../../../client/client.ts';
import type { AttachmentSummary, Message, Note } from '../../../client/model.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import { emptyThread } from '../../../state/empty-world.ts';
import type { Thread } from '../../../state/world/thread.ts';
import { eachOf } from '../administer/each-of.ts';

/** Reads all messages of a conversation, oldest first, each to its end. */
export async function readAllMessages(client: Client, id: number): Promise<readonly Message[]> {
  const params = { conversation_id: id };
  const messages: Message[] = [];
  for await (const one of eachOf(query => client.message.list({ params, query })))
    messages.push(one.truncated ? await readWhole(client, one) : one);
  return messages;
}

/** Lists cut a long text. */
async function readWhole(client: Client, { id, conversation_id }: Message): Promise<Message> {
  return (await client.message.get({ params: { conversation_id, message_id: id } })).data;
}

/** Reads all notes of a conversation, oldest first. */
export function readAllNotes(client: Client, id: number): Promise<readonly Note[]> {
  const params = { conversation_id: id };
  return Array.fromAsync(eachOf(query => client.note.list({ params, query })));
}

/** Reads the messages and notes of a conversation, with the names of all files. */
export async function readWholeThread(client: Client, id: number): Promise<Thread> {
  const [messages, notes] = await Promise.all([readAllMessages(client, id), readAllNotes(client, id)]);
  const files = new Map<number, AttachmentSummary | null>();
  for (const attachment_id of new Set(notes.flatMap(({ attachments }) => attachments))) {
    const answer = await attempt(client.attachment.get({ params: { attachment_id } }));
    if ('error' in answer && !answer.error.isMissing) throw answer.error;
    files.set(attachment_id, 'value' in answer ? answer.value.data : null);
  }
  return { ...emptyThread, messages, notes, files };
}
