import { type SafeText, t } from '../../text/safe.ts';
import { isApiError } from '../attempt.ts';
import type { Outcome } from '../change.ts';
import type { Conversation } from '../world.ts';

/** The answer did not say whether the change was made. */
export const SILENT = t`The answer did not say whether it was done.`;

/** The result of a bulk call: the conversations as they are now; `done` if its answer has none but confirms it. */
export type BulkAnswer = readonly Conversation[] | 'done';

/** The outcome of a bulk call. For a conversation that its answer does not contain, it is unknown. */
export function bulkOutcome(ids: readonly number[], answer: BulkAnswer): Outcome {
  if (answer === 'done') return { conversations: [], refused: [] };
  const answered = new Map(answer.map(conversation => [conversation.id, conversation]));
  const conversations = ids.flatMap(id => answered.get(id) ?? []);
  const left = ids.filter(id => !answered.has(id));
  return left.length === 0 ? { conversations, refused: [] } : { ...unsureOf(left, SILENT), conversations };
}

/** The meaning of a failed request for these conversations; undefined if nothing was decided and it may work later. */
export function outcomeOf(ids: readonly number[], error: unknown): Outcome | undefined {
  if (!isApiError(error)) throw error;
  if (error.isRefusal) return { conversations: [], refused: ids.map(id => ({ id, reason: error.reason })) };
  return error.isUnclear ? unsureOf(ids, t`${error.status}: ${error.reason}`) : undefined;
}

/** It is unknown whether the change was made on these conversations. */
export function unsureOf(ids: readonly number[], problem: SafeText): Outcome {
  return { conversations: [], refused: [], unsure: { ids, problem } };
}

/** The failure that counts: one after which the help center may have received the change comes first. */
export function gravest(failures: readonly unknown[], isPartlyDone: boolean): unknown {
  const heard = failures.find(failure => !isApiError(failure) || !failure.isUnsent);
  const [first] = failures;
  return heard ?? (isPartlyDone && isApiError(first) ? first.asHeard() : first);
}

/** The outcomes of several requests as one. */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const refused = outcomes.flatMap(outcome => outcome.refused);
  const unsure = outcomes.flatMap(outcome => outcome.unsure ?? []);
  const conversations = outcomes.flatMap(outcome => outcome.conversations);
  const absent = outcomes.find(outcome => outcome.absent)?.absent;
  const known = { conversations, refused, ...(absent ? { absent } : {}) };
  const [first] = unsure;
  if (!first) return known;
  return { ...known, unsure: { ids: unsure.flatMap(({ ids }) => ids), problem: first.problem } };
}
