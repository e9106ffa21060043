import type { Handlers } from './call.ts';
import { agent } from './handlers/agent.ts';
import { attachment } from './handlers/attachment.ts';
import { contact } from './handlers/contact.ts';
import { conversation } from './handlers/conversation.ts';
import { history } from './handlers/history.ts';
import { inbox } from './handlers/inbox.ts';
import { message } from './handlers/message.ts';
import { note } from './handlers/note.ts';
import { review } from './handlers/review.ts';
import { service } from './handlers/service.ts';
import { session } from './handlers/session.ts';
import { status } from './handlers/status.ts';
import { tag } from './handlers/tag.ts';
import { team } from './handlers/team.ts';

/** What answers each endpoint of the contract. */
export const handlers: Handlers = {
  inbox,
  conversation,
  message,
  note,
  review,
  history,
  status,
  tag,
  agent,
  team,
  contact,
  attachment,
  session,
  service,
};
