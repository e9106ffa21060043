import type { ApiError } from '../client/api-error.ts';
import { maxBulkIds } from '../contract/conversation.ts';
import { isApiError } from './attempt.ts';
import type { Outcome, Refusal } from './change.ts';
import type { Conversation } from './world.ts';

/** Requests of one change that are under way at once. */
const width = 4;

/**
 * One request a conversation. A refusal is kept as that conversation's reason; a failure of the link is thrown once
 * those under way are answered, and the same keys make it safe to do all of it again.
 */
export async function sendEach(
  ids: readonly number[],
  key: string,
  send: (id: number, key: string) => Promise<Conversation | null>,
): Promise<Outcome> {
  const conversations: Conversation[] = [];
  const refused: Refusal[] = [];
  const queue = [...ids];
  let failure: unknown = null;
  const worker = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !failure; id = queue.shift()) {
      try {
        const conversation = await send(id, ids.length === 1 ? key : `${key}:${id}`);
        if (conversation) conversations.push(conversation);
      } catch (error) {
        if (isRefusal(error)) refused.push({ id, reason: error.message });
        else failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, ids.length) }, worker));
  if (failure) throw failure;
  return { conversations, refused };
}

/**
 * A bulk call for every 500 conversations. The help center takes all or none of them; where it refuses, each one is
 * sent alone, so that one bad row does not keep the others back and every refusal has its own reason.
 */
export async function sendBulk(
  ids: readonly number[],
  key: string,
  send: (ids: readonly number[], key: string) => Promise<readonly Conversation[]>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += maxBulkIds) {
    const chunk = ids.slice(start, start + maxBulkIds);
    const chunkKey = ids.length <= maxBulkIds ? key : `${key}:from-${start}`;
    outcomes.push(await sendChunk(chunk, chunkKey, send));
  }
  return {
    conversations: outcomes.flatMap(outcome => outcome.conversations),
    refused: outcomes.flatMap(outcome => outcome.refused),
  };
}

async function sendChunk(
  ids: readonly number[],
  key: string,
  send: (ids: readonly number[], key: string) => Promise<readonly Conversation[]>,
): Promise<Outcome> {
  try {
    return { conversations: await send(ids, key), refused: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ids.length === 1) return refusedFor(ids, error);
  }
  return sendEach(ids, key, async (id, ownKey) => (await send([id], ownKey))[0] ?? null);
}

/** The help center understood and said no, so that the same again would be no again. */
export const isRefusal = (error: unknown): error is ApiError => isApiError(error) && !error.isTransient;

/** What comes of a change that was refused for all of these conversations. */
export const refusedFor = (ids: readonly number[], error: ApiError): Outcome => ({
  conversations: [],
  refused: ids.map(id => ({ id, reason: error.message })),
});

/** One request for all of these conversations, so that a refusal of it counts for each of them. */
export async function orRefused(ids: readonly number[], send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refusedFor(ids, error);
  }
}

/** Deletes something of a conversation. What is gone already counts as deleted; what never got an id was never sent. */
export async function sendRemoval(id: number, ownId: number, send: () => Promise<unknown>): Promise<Outcome> {
  const done: Outcome = { conversations: [], refused: [] };
  if (ownId < 0) return done;
  try {
    await send();
    return done;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.status === 404 ? done : refusedFor([id], error);
  }
}
