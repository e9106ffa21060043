import type { Client } from '../../client/client.ts';
import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt, isApiError } from '../attempt.ts';
import type { Absence, Outcome, Refusal } from '../change.ts';
import type { Conversation } from '../world.ts';

/** Requests of one change in progress at once. */
const MAX_AT_ONCE = 4;

const silent = t`The answer did not say whether it was done.`;

/**
 * Sends one request per conversation. A refusal is kept as that conversation's reason, an answer that decides nothing
 * as unsure. A failure of the link is thrown after the requests in progress are answered; the same keys make it safe to
 * repeat everything.
 */
export async function sendEach(
  ids: readonly number[],
  key: string,
  send: (id: number, key: string) => Promise<Conversation | Outcome | null>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
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
  };
  await atOnce(MAX_AT_ONCE, ids, sendOne, () => failures.length > 0);
  if (failures.length > 0) throw gravest(failures, outcomes.length > 0);
  return joinOutcomes(outcomes);
}

/**
 * Sends a bulk call for every 500 conversations. The help center takes all or none of them; if it refuses, each one is
 * sent alone, so that one bad row does not block the others and every refusal has its own reason. `send` returns the
 * conversations as they are now; for a missing one it is unknown whether it was done.
 */
export async function sendBulk(
  ids: readonly number[],
  key: string,
  send: (ids: readonly number[], key: string) => Promise<BulkAnswer>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
    const chunk = ids.slice(start, start + MAX_BULK_IDS);
    const chunkKey = ids.length <= MAX_BULK_IDS ? key : `${key}:from-${start}`;
    try {
      outcomes.push(await sendChunk(chunk, chunkKey, send));
    } catch (error) {
      throw gravest([error], outcomes.length > 0);
    }
  }
  return joinOutcomes(outcomes);
}

async function sendChunk(
  ids: readonly number[],
  key: string,
  send: (ids: readonly number[], key: string) => Promise<BulkAnswer>,
): Promise<Outcome> {
  try {
    return bulkOutcome(ids, await send(ids, key));
  } catch (error) {
    const outcome = outcomeOf(ids, error);
    if (!outcome) throw error;
    if (ids.length === 1) return outcome;
  }
  return sendEach(ids, key, async (id, ownKey) => bulkOutcome([id], await send([id], ownKey)));
}

function bulkOutcome(ids: readonly number[], answer: BulkAnswer): Outcome {
  if (answer === 'done') return { conversations: [], refused: [] };
  const answered = new Map(answer.map(conversation => [conversation.id, conversation]));
  const conversations = ids.flatMap(id => answered.get(id) ?? []);
  const left = ids.filter(id => !answered.has(id));
  return left.length === 0 ? { conversations, refused: [] } : { ...unsureOf(left, silent), conversations };
}

/** The result of a bulk call: the conversations as they are now; `done` if its answer has none but confirms it. */
type BulkAnswer = readonly Conversation[] | 'done';

/** Sends one request for all of these conversations, so that a refusal counts for each of them. */
export async function orRefused(ids: readonly number[], send: () => Promise<Outcome | null>): Promise<Outcome> {
  try {
    return (await send()) ?? unsureOf(ids, silent);
  } catch (error) {
    const outcome = outcomeOf(ids, error);
    if (!outcome) throw error;
    return outcome;
  }
}

/**
 * Makes a call of an extension on one conversation. A 404 may mean the conversation or the call: if the conversation
 * can be read, the call is missing.
 */
export async function orAbsent(
  client: Client,
  id: number,
  absent: Absence,
  send: () => Promise<Conversation | null>,
): Promise<Conversation | Outcome | null> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error) || !error.isAbsent) throw error;
    const read = await attempt(client.conversation.get({ params: { conversation_id: id } }));
    if ('error' in read || read.value.data.id !== id) throw error;
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
): Promise<Outcome> {
  const done: Outcome = { conversations: [], refused: [] };
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

/** The meaning of a failed request for these conversations; undefined if nothing was decided and it may work later. */
function outcomeOf(ids: readonly number[], error: unknown): Outcome | undefined {
  if (!isApiError(error)) throw error;
  if (error.isRefusal) return { conversations: [], refused: ids.map(id => ({ id, reason: error.reason })) };
  return error.isUnclear ? unsureOf(ids, t`${error.status}: ${error.reason}`) : undefined;
}

function unsureOf(ids: readonly number[], problem: SafeText): Outcome {
  return {
    conversations: [],
    refused: [],
    unsure: { ids, problem },
  };
}

/** The failure that counts: one after which the help center may have received the change comes first. */
function gravest(failures: readonly unknown[], isPartlyDone: boolean): unknown {
  const heard = failures.find(failure => !isApiError(failure) || !failure.isUnsent);
  const [first] = failures;
  return heard ?? (isPartlyDone && isApiError(first) ? first.asHeard() : first);
}

function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const refused: Refusal[] = outcomes.flatMap(outcome => outcome.refused);
  const unsure = outcomes.flatMap(outcome => outcome.unsure ?? []);
  const conversations = outcomes.flatMap(outcome => outcome.conversations);
  const absent = outcomes.find(outcome => outcome.absent)?.absent;
  const known = { conversations, refused, ...(absent ? { absent } : {}) };
  const [first] = unsure;
  if (!first) return known;
  return { ...known, unsure: { ids: unsure.flatMap(({ ids }) => ids), problem: first.problem } };
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
