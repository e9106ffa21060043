import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { isUnsaid } from '../filled.ts';
import { withConversations } from './memory.ts';

/** Reads all of a conversation of which only the row of a list is known: who takes part in it, for one. */
export async function loadWholeConversation(
  desk: Desk,
  id: number,
  lane: { readonly isBackground?: true } = {},
): Promise<void> {
  const known = desk.world().base.conversations.get(id);
  if (!known || !isUnsaid(known, 'participants')) return;
  const read = desk.reads.begin('whole');
  const request = { params: { conversation_id: id }, signal: read.signal, ...lane };
  const answer = await attempt(desk.client.conversation.get(request));
  if (read.isCurrent() && 'value' in answer)
    desk.store.setState(withConversations(desk.world(), [answer.value.data], read), true);
  read.end();
}
