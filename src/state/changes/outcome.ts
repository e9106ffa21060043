import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { isApiError } from '../calls/attempt.ts';
import type { Conversation } from '../world.ts';
import type { ChangeOutcome, Refusal } from './change.ts';

/** The answer did not say whether the change was made. */
export const SILENT = t`The answer did not say whether it was done.`;

/** The result of a bulk call: the conversations as they are now; `done` if its answer has none but confirms it. */
export type BulkAnswer = readonly Conversation[] | 'done';

/** The outcome of a bulk call. For a conversation that its answer does not contain, it is unknown. */
export function bulkOutcome(ids: readonly number[], answer: BulkAnswer): ChangeOutcome {
  if (answer === 'done') return { conversations: [], refused: [] };
  const answered = new Map(answer.map(conversation => [conversation.id, conversation]));
  const conversations = ids.flatMap(id => answered.get(id) ?? []);
  const left = ids.filter(id => !answered.has(id));
  return left.length === 0 ? { conversations, refused: [] } : { ...unsureOf(left, SILENT), conversations };
}

/** The meaning of a failed request for these conversations; undefined if nothing was decided and it may work later. */
export function outcomeOf(ids: readonly number[], error: unknown): ChangeOutcome | undefined {
  if (!isApiError(error)) throw error;
  if (error.isRefusal || isOutdated(error)) {
    return refusedOutcome(
      error,
      ids.map(id => ({ id, reason: error.reason })),
    );
  }
  if (!error.isUnclear) return undefined;
  const { unsure } = unsureOf(ids, t`${error.status}: ${error.reason}`);
  return {
    conversations: [],
    refused: [],
    unsure: { ...unsure!, ...(error.status === 404 ? { isUnrouted: true } : {}) },
  };
}

/** A refusal of these conversations. Others' changes may be the reason: then a read decides. */
export function refusedOutcome(error: ApiError, refused: readonly Refusal[]): ChangeOutcome {
  const isStale = isOutdated(error) || isAboutConversation(error);
  if (!isStale) return { conversations: [], refused };
  return { conversations: [], refused: [], stale: refused.map(one => ({ ...one, isOutdated: isOutdated(error) })) };
}

/** Another version was expected. A help center of another kind may say it in a form of its own. */
function isOutdated({ status, shape }: ApiError): boolean {
  return status === 412 && shape !== 'none';
}

/** A conflict that may mean that the conversation was merged away. */
function isAboutConversation({ status, code, details }: ApiError): boolean {
  const isNamed = details.length === 0 || details.some(({ path }) => /^(conversation_ids?|\d)/i.test(path));
  return status === 409 && code === 'conflict' && isNamed;
}

/** It is unknown whether the change was made on these conversations. */
export function unsureOf(ids: readonly number[], problem: SafeText): ChangeOutcome {
  return { conversations: [], refused: [], unsure: { ids, problem } };
}

/** The failure that counts: one after which the help center may have received the change comes first. */
export function gravest(failures: readonly unknown[], isPartlyDone: boolean): unknown {
  const heard = failures.find(failure => !isApiError(failure) || !failure.isUnsent);
  const [first] = failures;
  return heard ?? (isPartlyDone && isApiError(first) ? first.asHeard() : first);
}

/** The outcomes of several requests as one. */
export function joinOutcomes(outcomes: readonly ChangeOutcome[]): ChangeOutcome {
  const refused = outcomes.flatMap(outcome => outcome.refused);
  const unsure = outcomes.flatMap(outcome => outcome.unsure ?? []);
  const conversations = outcomes.flatMap(outcome => outcome.conversations);
  const stale = outcomes.flatMap(outcome => outcome.stale ?? []);
  const absent = outcomes.find(outcome => outcome.absent)?.absent;
  const known = { conversations, refused, ...(stale.length > 0 ? { stale } : {}), ...(absent ? { absent } : {}) };
  const [first] = unsure;
  if (!first) return known;
  const isUnrouted = unsure.every(one => one.isUnrouted) ? ({ isUnrouted: true } as const) : {};
  return { ...known, unsure: { ids: unsure.flatMap(({ ids }) => ids), problem: first.problem, ...isUnrouted } };
}
