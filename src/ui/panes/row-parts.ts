import { dueOf } from '../../state/due.ts';
import { statusKindOf, statusOf } from '../../state/names.ts';
import type { Conversation, World } from '../../state/world.ts';
import { age, ahead } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { signs } from '../theme.ts';
import type { RowNames, RowParts } from './list-columns.ts';

/** The status if it is another than open: a word that stands in every row tells nothing. */
export function statusWord(world: World, conversation: Conversation): SafeText {
  return statusKindOf(world, conversation) === 'open' ? t`` : statusOf(world, conversation);
}

/**
 * How old the last message is; among those that are put off, how long until they come back; among those that are due, how
 * long until then, and of any that is late, that it is; among those that wait, and of one that waits long, how long the
 * customer does.
 */
export function ageOf({ list, now }: World, conversation: Conversation, isLate: boolean): SafeText {
  const { last_message_at, waiting_since, created_at, snoozed } = conversation;
  const due = dueOf(conversation);
  if (due !== null && due <= now) return t`late`;
  if (due !== null && (list.query.isDue || list.query.dueWithin !== null)) return ahead(due, now);
  if (list.query.isLater && snoozed) return snoozed.until === null ? t`ans` : ahead(snoozed.until, now);
  const at = (list.query.isWaiting || isLate ? waiting_since : null) ?? last_message_at ?? created_at;
  return at === null ? t`` : age(at, now);
}

/** What a row says of a conversation. `answering`: another agent who answers it now, in place of its assignee. */
export function rowPartsOf(
  id: number,
  conversation: Conversation | undefined,
  answering: number | undefined,
  names: RowNames,
  status: SafeText,
  old: SafeText,
): RowParts {
  const number = safeLine(String(id));
  if (!conversation) return { number, customer: t``, title: t`…`, status, tags: [], assignee: t``, age: t`` };
  const { requester, title, tags, assign_to } = conversation;
  return {
    number,
    customer: requester === null ? t`no contact` : names.customer(requester),
    title,
    status,
    tags,
    assignee: answering === undefined ? assigneeOf(assign_to, names) : t`${signs.answers}${names.agent(answering)}`,
    age: old,
  };
}

function assigneeOf(id: number | null, names: RowNames): SafeText {
  return id === null ? signs.nobody : names.agent(id);
}
