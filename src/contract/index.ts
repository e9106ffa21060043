import { agent } from './agent.ts';
import { attachment } from './attachment.ts';
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

/** Every call of the service, by resource. A call that is missing here does not exist. */
export const contract = {
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
  erasure,
  attachment,
  savedReply,
  rule,
  presence,
  queue,
  numbers,
  session,
  service,
  start,
};
/** The type of `contract`: the client’s calls and the required handlers are derived from it. */
export type Contract = typeof contract;

type NamesIn<Group extends keyof Contract> = `${Group}.${keyof Contract[Group] & string}`;
/** The name of a call: `conversation.archive`. */
export type EndpointName = { [Group in keyof Contract]: NamesIn<Group> }[keyof Contract];

/** The service's path below a help center's base URL. */
export const basePath = '/api/agent/v1';
