import { agent } from './agent.ts';
import { attachment } from './attachment.ts';
import type { Handlers } from './call.ts';
import { contact } from './contact.ts';
import { conversation } from './conversation.ts';
import { erasure } from './erasure.ts';
import { history } from './history.ts';
import { inbox } from './inbox.ts';
import { message } from './message.ts';
import { note } from './note.ts';
import { numbers } from './numbers.ts';
import { presence } from './presence.ts';
import { queue } from './queue.ts';
import { review } from './review.ts';
import { rule } from './rule.ts';
import { savedReply } from './saved-reply.ts';
import { service } from './service.ts';
import { session } from './session.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { tag } from './tag.ts';
import { team } from './team.ts';

/** The handler of each endpoint of the contract. */
export const handlers: Handlers = {
  inbox,
  conversation,
  message,
  note,
  presence,
  queue,
  review,
  history,
  status,
  tag,
  agent,
  team,
  contact,
  erasure,
  attachment,
  savedReply,
  rule,
  numbers,
  session,
  service,
  start,
};
