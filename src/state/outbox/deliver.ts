import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Change, Job, Outcome } from '../change.ts';
import { idsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import type { PendingChange } from '../world.ts';
import { isDoubtful } from './doubt.ts';
import { type Verdict, verify } from './verify.ts';

/**
 * The result of an attempt to send a change: it was answered; it is to be sent again later (`isUnsure`: after a read,
 * because it may have been carried out); or only the agent can decide, because the help center's answer does not.
 */
export type Delivery =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | {
      readonly kind: 'later';
      readonly problem: SafeText;
      readonly isUnsure: boolean;
      /** This time nothing was sent. */
      readonly isUnsent?: true;
      /** The failure; undefined if there was an answer, but no read has confirmed it. */
      readonly error?: ApiError;
    }
  | { readonly kind: 'asks'; readonly problem: SafeText };

/**
 * Sends a change. If an earlier attempt may have been carried out, a read decides first; if the answer leaves the
 * outcome open, a read decides afterwards. `isKeyOld`: the help center may have forgotten its key.
 */
export async function deliver(
  desk: Desk,
  entry: PendingChange,
  isKeyOld: boolean,
  progress: Job['progress'],
): Promise<Delivery> {
  const change = changeOf(entry.name)!;
  const decided = await decideByReading(desk, change, entry, isKeyOld);
  if (decided) return decided;
  const job = { offers: desk.world().offers, progress };
  const sent = await attempt(change.send(desk.client, entry.args as never, entry.key, job));
  if ('error' in sent) return { kind: 'later', problem: problemOf(sent.error), isUnsure: false, error: sent.error };
  const { unsure, ...outcome } = sent.value;
  if (!unsure) return { kind: 'done', outcome };
  const verdict = await verify(desk, change, entry, unsure.ids);
  return byVerdict(verdict, outcome) ?? { kind: 'asks', problem: unsure.problem };
}

/** The result, if an earlier attempt was carried out or if only the agent can tell; undefined if it is to be sent. */
async function decideByReading(
  desk: Desk,
  change: Change,
  entry: PendingChange,
  isKeyOld: boolean,
): Promise<Delivery | undefined> {
  const doubt = await isDoubtful(desk, entry, isKeyOld);
  if (doubt === false) return undefined;
  if (doubt !== true)
    return { kind: 'later', problem: problemOf(doubt), isUnsure: false, isUnsent: true, error: doubt };
  const verdict = await verify(desk, change, entry, idsOf(entry));
  if (verdict.kind === 'unknown' && change.doubt && !entry.isAgreed) return { kind: 'asks', problem: change.doubt };
  const decided = byVerdict(verdict);
  return decided?.kind === 'later' ? { ...decided, isUnsent: true } : decided;
}

/** The words of the answer, with its status if they are not the help center's own. */
function problemOf({ status, shape, reason }: ApiError): SafeText {
  if (status < 400 || shape === 'own') return reason;
  return shape === 'other' ? t`${status}: ${reason}` : t`${status}, not from the help center: ${reason}`;
}

/** What a read has decided; undefined if it has not found the change done. */
function byVerdict(verdict: Verdict, answered?: Outcome): Delivery | undefined {
  if (verdict.kind === 'unread') return { kind: 'later', problem: verdict.problem, isUnsure: true };
  if (verdict.kind !== 'done') return undefined;
  const { outcome } = verdict;
  if (!answered) return { kind: 'done', outcome };
  const conversations = [...answered.conversations, ...outcome.conversations];
  return { kind: 'done', outcome: { ...answered, ...outcome, conversations, refused: answered.refused } };
}
