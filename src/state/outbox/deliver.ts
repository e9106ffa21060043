import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Job, Outcome } from '../change.ts';
import { idsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import type { PendingChange } from '../world.ts';
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
      /** The failure; undefined if there was an answer, but no read has confirmed it. */
      readonly error?: ApiError;
    }
  | { readonly kind: 'asks'; readonly problem: SafeText };

/** Sends a change. If the answer leaves its outcome open, a read decides. */
export async function deliver(desk: Desk, entry: PendingChange, progress: Job['progress']): Promise<Delivery> {
  const change = changeOf(entry.name)!;
  if (entry.isUnsure) {
    const verdict = await verify(desk, change, entry, idsOf(entry));
    if (verdict.kind !== 'open') return byVerdict(verdict, entry.problem ?? t``);
  }
  const job = { offers: desk.world().offers, progress };
  const sent = await attempt(change.send(desk.client, entry.args as never, entry.key, job));
  if ('error' in sent) return { kind: 'later', problem: problemOf(sent.error), isUnsure: false, error: sent.error };
  const { unsure, ...outcome } = sent.value;
  if (!unsure) return { kind: 'done', outcome };
  const verdict = await verify(desk, change, entry, unsure.ids);
  return byVerdict(verdict, unsure.problem, outcome);
}

/** The words of the answer, with its status if they are not the help center's own. */
function problemOf({ status, shape, reason }: ApiError): SafeText {
  if (status < 400 || shape === 'own') return reason;
  return shape === 'other' ? t`${status}: ${reason}` : t`${status}, not from the help center: ${reason}`;
}

function byVerdict(verdict: Verdict, problem: SafeText, answered?: Outcome): Delivery {
  if (verdict.kind === 'open') return { kind: 'asks', problem };
  if (verdict.kind === 'unread') return { kind: 'later', problem: verdict.problem, isUnsure: true };
  const { outcome } = verdict;
  if (!answered) return { kind: 'done', outcome };
  const conversations = [...answered.conversations, ...outcome.conversations];
  return { kind: 'done', outcome: { ...answered, ...outcome, conversations, refused: answered.refused } };
}
