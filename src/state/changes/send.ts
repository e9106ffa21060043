import type { Capability } from '../../client/capabilities.ts';
import type { Client } from '../../client/client.ts';
import { attempt, isApiError } from '../calls/attempt.ts';
import type { Conversation } from '../world.ts';
import type { ChangeOutcome, SendContext } from './change.ts';
import { bulkOutcome, gravest, joinOutcomes, outcomeOf, SILENT, unsureOf } from './outcome.ts';

/** Requests of one change in progress at once. */
const MAX_AT_ONCE = 4;

/**
 * Sends one request per conversation. A refusal is kept as that conversation's reason, an answer that decides nothing
 * as unsure. A failure of the link is thrown after the requests in progress are answered; the same keys make it safe to
 * repeat everything.
 */
export async function sendEach(
  ids: readonly number[],
  key: string,
  send: (id: number, key: string) => Promise<Conversation | ChangeOutcome | null>,
  progress?: SendContext['progress'],
): Promise<ChangeOutcome> {
  const outcomes: ChangeOutcome[] = [];
  const failures: unknown[] = [];
  const sendOne = async (id: number): Promise<void> => {
    try {
      const answer = await send(id, ids.length === 1 ? key : `${key}:${id}`);
      outcomes.push(answer && 'refused' in answer ? answer : bulkOutcome([id], answer ? [answer] : []));
    } catch (error) {
      const outcome = outcomeOf([id], error);
      if (outcome) outcomes.push(outcome);
      else failures.push(error);
    }
    progress?.(outcomes.length);
  };
  await atOnce(MAX_AT_ONCE, ids, sendOne, () => failures.length > 0);
  if (failures.length > 0) throw gravest(failures, outcomes.length > 0);
  return joinOutcomes(outcomes);
}

/** Sends one request for all of these conversations, so that a refusal counts for each of them. */
export async function orRefused(
  ids: readonly number[],
  send: () => Promise<ChangeOutcome | null>,
): Promise<ChangeOutcome> {
  try {
    return (await send()) ?? unsureOf(ids, SILENT);
  } catch (error) {
    const outcome = outcomeOf(ids, error);
    if (!outcome) throw error;
    return outcome;
  }
}

/**
 * Makes a call of an extension on one conversation, or on one that is not made yet. A 404 may mean the conversation or
 * the call: if the conversation, or the list, can be read, the call is missing.
 */
export async function orAbsent<Answer>(
  client: Client,
  id: number,
  offer: Capability,
  send: () => Promise<Answer>,
): Promise<Answer | ChangeOutcome> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error) || !error.isAbsent) throw error;
    const read =
      id < 0
        ? await attempt(client.conversation.list({ query: { limit: 1 } }))
        : await attempt(client.conversation.get({ params: { conversation_id: id } }));
    if ('error' in read || ('id' in read.value.data && read.value.data.id !== id)) throw error;
    const absent = client.capabilities.absence(offer);
    return { conversations: [], refused: [{ id, reason: absent.reason }], absent };
  }
}

/**
 * Deletes a part of a conversation. A part that is gone already counts as deleted; one without a real id was never
 * sent.
 */
export async function sendRemoval(
  id: number,
  ownId: number,
  send: () => Promise<{ readonly isConfirmed: boolean }>,
): Promise<ChangeOutcome> {
  const done: ChangeOutcome = { conversations: [], refused: [] };
  if (ownId < 0) return done;
  return orRefused([id], async () => {
    try {
      return (await send()).isConfirmed ? done : null;
    } catch (error) {
      if (isApiError(error) && error.isRefusal && error.status === 404) return done;
      throw error;
    }
  });
}

/** Works on every item in order, at most `width` at once. Takes no new ones after `isOver` returns true. */
export async function atOnce<T>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !isOver()) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
