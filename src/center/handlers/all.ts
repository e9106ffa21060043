import { agentHandlers } from './agent.ts';
import { attachmentHandlers } from './attachment.ts';
import type { Handlers } from './call.ts';
import { contactHandlers } from './contact.ts';
import { conversationHandlers } from './conversation.ts';
import { erasureHandlers } from './erasure.ts';
import { historyHandlers } from './history.ts';
import { inboxHandlers } from './inbox.ts';
import { messageHandlers } from './message.ts';
import { noteHandlers } from './note.ts';
import { numbersHandlers } from './numbers.ts';
import { presenceHandlers } from './presence.ts';
import { queueHandlers } from './queue.ts';
import { reviewHandlers } from './review.ts';
import { ruleHandlers } from './rule.ts';
import { savedReplyHandlers } from './saved-reply.ts';
import { serviceHandlers } from './service.ts';
import { sessionHandlers } from './session.ts';
import { startHandlers } from './start.ts';
import { statusHandlers } from './status.ts';
import { tagHandlers } from './tag.ts';
import { teamHandlers } from './team.ts';

/** The handler of each endpoint of the contract. */
export const handlers: Handlers = {
  inbox: inboxHandlers,
  conversation: conversationHandlers,
  message: messageHandlers,
  note: noteHandlers,
  presence: presenceHandlers,
  queue: queueHandlers,
  review: reviewHandlers,
  history: historyHandlers,
  status: statusHandlers,
  tag: tagHandlers,
  agent: agentHandlers,
  team: teamHandlers,
  contact: contactHandlers,
  erasure: erasureHandlers,
  attachment: attachmentHandlers,
  savedReply: savedReplyHandlers,
  rule: ruleHandlers,
  numbers: numbersHandlers,
  session: sessionHandlers,
  service: serviceHandlers,
  start: startHandlers,
};
