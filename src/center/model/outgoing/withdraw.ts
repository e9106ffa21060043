import { noteUpload } from '../message/upload.ts';
import { conflict } from '../problem.ts';
import type { Work } from '../work.ts';
import { takeBack } from './enqueue.ts';

/** Where a letter is still to be sent. */
const WAITING = ['held', 'queued', 'sending'] as const;

/** Its files are uploads again, so that the next message can have them. */
async function releaseFiles(work: Work, messageId: number, caller: string): Promise<void> {
  const files = await work.db
    .selectFrom('message_attachment as link')
    .innerJoin('attachment as a', 'a.id', 'link.attachment_id')
    .select(['a.id', 'a.size'])
    .where('link.message_id', '=', messageId)
    .execute();
  await work.db.deleteFrom('message_attachment').where('message_id', '=', messageId).execute();
  for (const { id, size } of files) await noteUpload(work, id, caller, size);
}

/**
 * Takes the mail of a message that is to be deleted out of the queue. 409 if a try to send it has begun. A message whose
 * mail has been sent, or has failed, is deleted here alone.
 */
export async function withdrawMail(work: Work, messageId: number, caller: string): Promise<void> {
  if (await takeBack(work, messageId)) return releaseFiles(work, messageId, caller);
  const [waiting] = await work.db
    .selectFrom('outgoing')
    .select('id')
    .where('message_id', '=', messageId)
    .where('state', 'in', WAITING)
    .execute();
  if (waiting)
    throw conflict('A try to send this message has begun: it may have gone out. It stays until that has ended.');
}
