import { dueOf } from '../../state/conversation/due.ts';
import { statusKindOf, statusOf } from '../../state/words/names.ts';
import type { Conversation, World } from '../../state/world.ts';
import { age, nextAge, timeUntil } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { type Look, signs } from '../theme.ts';
import { nextWaitsLook, waitsLook } from './detail-place.ts';
import type { RowNames, RowParts } from './list-columns.ts';

/** The status if it is another than open: a word in every row would say nothing. */
export function statusWord(world: World, conversation: Conversation): SafeText {
  return statusKindOf(world, conversation) === 'open' ? t`` : statusOf(world, conversation);
}

/** The look of the age. Over a slow link the words alone say it: a weight costs bytes in every row. */
export function lateLook({ link, now }: World, conversation: Conversation): Look {
  return link === 'fast' ? waitsLook(conversation, now) : 'plain';
}

/** A moment, and how a row says it: how long ago, how long until then, or a word alone. */
type Aged = { readonly at: number; readonly isAhead: boolean } | { readonly word: SafeText };

/**
 * How old the last message is; among those that are put off, how long until they come back; among those that are due, how
 * long until then, and of any that is late, that it is; among those that wait, and of one that waits long, how long the
 * customer does.
 */
function agedBy(world: World, conversation: Conversation): Aged {
  const { list, now } = world;
  const { last_message_at, waiting_since, created_at, snoozed } = conversation;
  const due = dueOf(conversation);
  if (due !== null && due <= now) return { word: t`late` };
  if (due !== null && (list.query.isDue || list.query.dueWithin !== null)) return { at: due, isAhead: true };
  if (list.query.isLater && snoozed)
    return snoozed.until === null ? { word: t`ans` } : { at: snoozed.until, isAhead: true };
  const isLong = lateLook(world, conversation) !== 'plain';
  const at = (list.query.isWaiting || isLong ? waiting_since : null) ?? last_message_at ?? created_at;
  return at === null ? { word: t`` } : { at, isAhead: false };
}

/** The age in a row: see `agedBy`. */
export function ageOf(world: World, conversation: Conversation): SafeText {
  const aged = agedBy(world, conversation);
  if ('word' in aged) return aged.word;
  return aged.isAhead ? timeUntil(aged.at, world.now) : age(aged.at, world.now);
}

/** The moments after `now` at which the age in a row may read or look differently, the next one of each kind. */
export function nextOfRow(world: World, conversation: Conversation): readonly number[] {
  const { now } = world;
  const aged = agedBy(world, conversation);
  const due = dueOf(conversation);
  const read = 'word' in aged ? [] : [nextAge(aged.at, now)];
  return [...read, ...(due === null ? nextWaitsLook(conversation) : [due])].filter(moment => moment > now);
}

/** The parts of a conversation's row. `answering`: another agent who answers it now, in place of its assignee. */
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
