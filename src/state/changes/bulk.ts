import { MAX_BULK_IDS } from '../../contract/conversation-filter.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { isApiError } from '../calls/attempt.ts';
import { bulkKey } from './bulk-key.ts';
import type { ChangeOutcome, SendContext } from './change.ts';
import { type BulkAnswer, bulkOutcome, gravest, joinOutcomes, outcomeOf, refusedOutcome } from './outcome.ts';
import { sendEach } from './send.ts';

/**
 * Requests for one chunk before each conversation is sent alone: after each refusal the named ones are left out, and a
 * help center names the missing and the merged ones in two answers.
 */
const MAX_ROUNDS = 4;

/** Makes one call on these conversations. */
type SendMany = (
  ids: readonly number[],
  key: string,
  progress: SendContext['progress'] | undefined,
) => Promise<BulkAnswer | ChangeOutcome>;

/**
 * Sends a bulk call for every 500 conversations. The help center takes all or none of them. If it refuses and names
 * some, the others are sent again without these; if it names none, each one is sent alone. So one bad row does not
 * block the others, and every refusal has its own reason. `send` returns the conversations as they are now; for a
 * missing one it is unknown whether it was done.
 */
export async function sendBulk(
  ids: readonly number[],
  key: string,
  send: SendMany,
  progress?: SendContext['progress'],
): Promise<ChangeOutcome> {
  const outcomes: ChangeOutcome[] = [];
  for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
    const chunk = ids.slice(start, start + MAX_BULK_IDS);
    const chunkKey = ids.length <= MAX_BULK_IDS ? key : `${key}:from-${start}`;
    try {
      outcomes.push(await sendChunk(chunk, chunkKey, send, progress && (done => progress(start + done))));
    } catch (error) {
      throw gravest([error], outcomes.length > 0);
    }
    progress?.(start + chunk.length);
  }
  return joinOutcomes(outcomes);
}

async function sendChunk(
  ids: readonly number[],
  key: string,
  send: SendMany,
  progress: SendContext['progress'] | undefined,
): Promise<ChangeOutcome> {
  const named: ChangeOutcome[] = [];
  let left = ids;
  let ownKey = key;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return joinOutcomes([...named, asOutcome(left, await send(left, ownKey, progress))]);
    } catch (error) {
      const outcome = outcomeOf(left, error);
      if (!outcome) throw error;
      if (left.length === 1) return joinOutcomes([...named, outcome]);
      const reasons = namedRefusals(left, error);
      if (reasons.size === 0 || !isApiError(error)) break;
      named.push(
        refusedOutcome(
          error,
          [...reasons].map(([id, reason]) => ({ id, reason })),
        ),
      );
      left = left.filter(id => !reasons.has(id));
      if (left.length === 0) return joinOutcomes(named);
      ownKey = bulkKey(key, left);
    }
  }
  const each = await sendEach(
    left,
    ownKey,
    async (id, idKey) => asOutcome([id], await send([id], idKey, undefined)),
    progress,
  );
  return joinOutcomes([...named, each]);
}

function asOutcome(ids: readonly number[], answer: BulkAnswer | ChangeOutcome): ChangeOutcome {
  return typeof answer === 'object' && 'refused' in answer ? answer : bulkOutcome(ids, answer);
}

/** The statuses with which a bulk call is refused because of some of its conversations. */
const BY_CONVERSATION: readonly number[] = [404, 409, 412, 422];

const BY_PLACE = /^conversation_ids[.[](\d+)\]?$/i;
const BY_VERSION = /^if_versions[.[](\d+)\]?$/;

/** The conversations that the refusal of a bulk call names in its details, each with its reason. */
function namedRefusals(ids: readonly number[], error: unknown): ReadonlyMap<number, SafeText> {
  const named = new Map<number, SafeText>();
  if (!isApiError(error) || !error.isRefusal || !BY_CONVERSATION.includes(error.status)) return named;
  const sent = new Set(ids);
  for (const { path, message } of error.details) {
    const id = ids[Number(BY_PLACE.exec(path)?.[1] ?? -1)] ?? Number(BY_VERSION.exec(path)?.[1] ?? 0);
    if (sent.has(id) && !named.has(id)) named.set(id, message === '' ? error.message : withoutId(message, id));
  }
  return named;
}

/** `was merged into 7` for `12 was merged into 7`: the desk names the conversation itself. */
function withoutId(message: SafeText, id: number): SafeText {
  return message.startsWith(`${id} `) ? safeLine(message.slice(`${id} `.length)) : message;
}
