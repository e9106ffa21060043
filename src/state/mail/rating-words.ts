import { type SafeText, t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import { inboxName } from '../words/names.ts';
import type { Conversation, World } from '../world.ts';
import { whatKeepsMail } from './out.ts';

/**
 * Why no customer is asked to rate after closing, even with `%` on, as a clause: `Support asks for no ratings`.
 * Undefined if one of these conversations has a customer who is asked, or if that is not known.
 */
export function whyNobodyRates(world: World, ids: readonly number[]): SafeText | undefined {
  const fault = whatKeepsMail(world);
  if (fault !== undefined) return fault;
  const reasons = ids.map(id => whyNotAsked(world, conversationOf(world, id)));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function whyNotAsked(world: World, conversation: Conversation | undefined): SafeText | undefined {
  if (!conversation) return undefined;
  const { inbox_id } = conversation;
  if (inbox_id === null) return t`it is in no inbox`;
  const inbox = world.base.inboxes.find(({ id }) => id === inbox_id);
  if (!inbox) return undefined;
  const name = inboxName(world, inbox_id);
  if (inbox.kind === 'spam' || !inbox.send_rating_request) return t`${name} asks for no ratings`;
  return inbox.emails.length === 0 ? t`${name} has no address to send from` : undefined;
}

/** The words about a conversation without a rating: whether its customer will be asked. */
export function unratedWords(world: World, id: number): SafeText {
  const reason = whyNobodyRates(world, [id]);
  if (reason !== undefined) return t`Nobody has rated this. Its customer is not asked: ${reason}.`;
  const isOff = conversationOf(world, id)?.disable_rating === true;
  return isOff
    ? t`Nobody has rated this. Its customer is not asked: ${world.keyNames['conversation.rating']} switches that on.`
    : t`Nobody has rated this. Its customer is asked after an answer, once it is closed.`;
}
