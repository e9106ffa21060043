import { deleteRows, updateRows } from '../../database/rows.ts';
import { setDelivery } from '../outgoing/delivery.ts';
import { type Letter, recipientsOf } from '../outgoing/letter.ts';
import type { Work } from '../work.ts';
import type { Removal } from './answers.ts';
import { scrubJson, withoutQuotes } from './scrub.ts';

const ONLY_RECIPIENT = 'its recipient was erased before it was sent';

/**
 * Takes a person out of the letters of a conversation that are still in the queue; a letter to no other recipient is not sent.
 * One that is being sent is left to its process, which empties it.
 */
export async function eraseLetters(
  work: Work,
  conversationId: number,
  { scrub, isPart, title }: Removal,
): Promise<void> {
  const { db } = work;
  const rows = await db
    .selectFrom('outgoing')
    .select(['id', 'message_id', 'letter', 'recipients', 'reply'])
    .where('conversation_id', '=', conversationId)
    .where('state', '<>', 'sending')
    .execute();
  const without = (letter: Letter): Letter => ({
    ...letter,
    ...(title !== undefined && { subject: title }),
    ...(isPart && { text: withoutQuotes(letter.text), references: [] }),
  });
  for (const { id, message_id: messageId, ...row } of rows) {
    const letter = scrubJson(scrub, row.letter);
    const isUnsent = letter !== '';
    if (isUnsent && recipientsOf(JSON.parse(letter) as Letter).length === 0) {
      await deleteRows(db, 'outgoing', { id });
      if (messageId !== null)
        await setDelivery(work, messageId, { state: 'failed', at: work.now, reason: ONLY_RECIPIENT });
      continue;
    }
    const set = {
      letter: isUnsent ? JSON.stringify(without(JSON.parse(letter))) : letter,
      recipients: scrubJson(scrub, row.recipients),
      reply: scrub.text(row.reply),
    };
    await updateRows(db, 'outgoing', { id }, set);
  }
}
