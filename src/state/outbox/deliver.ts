import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Change, ChangeOutcome, SendContext, Stale } from '../changes/change.ts';
import { allIdsOf, callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { joinOutcomes } from '../changes/outcome.ts';
import type { Desk } from '../desk.ts';
import type { TransferNotice } from '../notices/progress.ts';
import { loadCaller } from '../sync/places.ts';
import type { PendingChange } from '../world.ts';
import { asShown } from './confirmed-by-answer.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { isAllOrNone } from './split-change.ts';
import { uploadFiles } from './upload-files.ts';
import { type Verdict, verifyEffect } from './verify.ts';

/**
 * The result of an attempt to send a change: it was answered; it met others' changes; it is to be sent again later
 * (`isUnsure`: after a read, because it may have been carried out); or only the agent can decide, because the help
 * center's answer does not.
 */
export type SendResult =
  | { readonly kind: 'done'; readonly outcome: ChangeOutcome }
  | { readonly kind: 'reconciled'; readonly reconciled: Reconciled }
  | {
      readonly kind: 'later';
      readonly problem: SafeText;
      readonly isUnsure: boolean;
      /** This time nothing was sent. */
      readonly isUnsent?: true;
      /** The failure; undefined if there was an answer, but no read has confirmed it. */
      readonly error?: ApiError;
    }
  | { readonly kind: 'asks'; readonly problem: SafeText }
  /** Nothing was sent, and it asks already. */
  | { readonly kind: 'left' };

/** The circumstances of an attempt. */
interface Attempted {
  readonly progress: SendContext['progress'];
  /** Begins to tell how far its files are. */
  readonly uploading: () => TransferNotice;
  /** The help center may have forgotten its key. */
  readonly isKeyOld: boolean;
  /** It was made some time ago: others may have changed its conversations since. */
  readonly hasWaited: boolean;
}

/**
 * Sends a change, which counts this attempt already. If an earlier one may have been carried out, a read decides first; if the answer leaves the
 * outcome open, a read decides afterwards; if others changed its conversations since, a read shows their changes.
 */
export async function deliver(desk: Desk, entry: PendingChange, attempted: Attempted): Promise<SendResult> {
  const change = changeOf(entry.name)!;
  const lost = await desk.sureOfEpoch();
  if (lost) return { kind: 'later', problem: problemOf(lost), isUnsure: false, isUnsent: true, error: lost };
  // Another epoch may just have made it ask.
  if (desk.world().pending.some(({ key, state }) => key === entry.key && state === 'asks')) return { kind: 'left' };
  const decided = await decideByReading(desk, change, entry, attempted.isKeyOld);
  if (decided) return decided;
  const reconciled = attempted.hasWaited ? await checkBeforeSend(desk, change, entry) : undefined;
  if (reconciled) return reconciled;
  const versions = desk.client.capabilities.has('versions') ? (entry.versions ?? {}) : {};
  const job = { versions, progress: attempted.progress };
  const uploaded = await uploadFiles(desk, entry, attempted.uploading);
  if (uploaded === 'takenBack') return { kind: 'done', outcome: { conversations: [], refused: [] } };
  if ('problem' in uploaded) return { kind: 'later', isUnsure: false, isUnsent: true, ...uploaded };
  if ('refused' in uploaded) return { kind: 'done', outcome: refusedFor(entry, uploaded.refused) };
  const sent = await attempt(change.send(desk.client, uploaded.args as never, entry.key, job));
  if ('error' in sent) return { kind: 'later', problem: problemOf(sent.error), isUnsure: false, error: sent.error };
  const { unsure, stale = [], ...outcome } = asShown(desk.world(), change, entry, sent.value);
  if (unsure) {
    const verdict = await verifyEffect(desk, change, entry, unsure.ids);
    const decided =
      byVerdict(verdict, outcome) ?? (await resolveMerged(desk, change, entry, { ids: unsure.ids, outcome }));
    return decided ?? whatNext(desk, entry, attempted.isKeyOld, unsure);
  }
  if (entry.by === 'desk') return { kind: 'done', outcome: { ...outcome, refused: [...outcome.refused, ...stale] } };
  return stale.length === 0 ? { kind: 'done', outcome } : resolveStale(desk, change, { entry, stale, outcome });
}

/** So often a change is sent that a gateway knows no way for. */
const MAX_TRIES = 3;

/** After an answer that decides nothing. A gateway's 404 passes, and the key makes it safe to send the change again. */
function whatNext(
  desk: Desk,
  { attempts }: PendingChange,
  isKeyOld: boolean,
  { problem, isUnrouted }: NonNullable<ChangeOutcome['unsure']>,
): SendResult {
  const { count } = attempts!;
  const isSafe = desk.world().offers.onceKeys === true && (count === 1 || !isKeyOld);
  const isAgain = isUnrouted === true && isSafe && count < MAX_TRIES;
  return isAgain ? { kind: 'later', problem, isUnsure: false } : { kind: 'asks', problem };
}

/** The result, if an earlier attempt was carried out or if only the agent can tell; undefined if it is to be sent. */
async function decideByReading(
  desk: Desk,
  change: Change,
  entry: PendingChange,
  isKeyOld: boolean,
): Promise<SendResult | undefined> {
  const doubt = await isDoubtful(desk, entry, isKeyOld);
  if (doubt === false) return undefined;
  if (doubt !== true)
    return { kind: 'later', problem: problemOf(doubt), isUnsure: false, isUnsent: true, error: doubt };
  const verdict = await verifyEffect(desk, change, entry, callIds(entry));
  if (verdict.kind === 'unknown' && change.doubt && entry.attempts?.doubt !== 'agreed')
    return { kind: 'asks', problem: change.doubt };
  const decided = byVerdict(verdict);
  if (!decided) return resolveMerged(desk, change, entry, { ids: callIds(entry), outcome: NOTHING });
  return decided.kind === 'later' ? { ...decided, isUnsent: true } : decided;
}

/**
 * Whether a change may have been carried out by an earlier attempt, and its key no longer shows that to the help
 * center: then a read decides before it is sent again. `isKeyOld`: the help center may have forgotten the key. Returns
 * the failure if the help center cannot be asked whether it keeps keys.
 */
async function isDoubtful(desk: Desk, { attempts }: PendingChange, isKeyOld: boolean): Promise<boolean | ApiError> {
  if (attempts?.doubt) return true;
  if (attempts?.count === 1) return false;
  if (isKeyOld) return true;
  if (desk.world().offers.onceKeys === undefined) {
    const error = await loadCaller(desk);
    if (error?.status === 0) return error;
  }
  // Assume no idempotency unless the server says so.
  return desk.world().offers.onceKeys !== true;
}

const NOTHING: ChangeOutcome = { conversations: [], refused: [] };

/**
 * The outcome of a change of conversations that a read has just found merged away: another help center refuses it in
 * unknown words. Undefined if none is.
 */
async function resolveMerged(
  desk: Desk,
  change: Change,
  entry: PendingChange,
  { ids, outcome }: { readonly ids: readonly number[]; readonly outcome: ChangeOutcome },
): Promise<SendResult | undefined> {
  const { conversations } = desk.world().base;
  const merged = ids.filter(id => typeof conversations.get(id)?.merged_into === 'number');
  if (merged.length === 0 || change.allIds || entry.by === 'desk') return undefined;
  const reconciled = await reconcile(
    desk,
    entry,
    merged.map(id => ({ id, reason: t``, isOutdated: true })),
  );
  if ('problem' in reconciled) return { kind: 'later', isUnsure: true, ...reconciled };
  const again = new Map([
    ...reconciled.again,
    ...ids.filter(id => !merged.includes(id)).map(id => [id, { id }] as const),
  ]);
  return {
    kind: 'reconciled',
    reconciled: { ...reconciled, again, outcome: joinOutcomes([outcome, reconciled.outcome]) },
  };
}

/**
 * Reads the conversations whose versions cannot be compared before a change that has waited is sent. Returns undefined
 * if nothing that others did matters.
 */
async function checkBeforeSend(desk: Desk, change: Change, entry: PendingChange): Promise<SendResult | undefined> {
  const { seen = {}, versions = {} } = entry;
  const isUnknown = (id: number): boolean =>
    seen[id] !== undefined && !(desk.client.capabilities.has('versions') && id in versions);
  const ids = allIdsOf(change, entry).filter(isUnknown);
  if (ids.length === 0) return undefined;
  const reconciled = await reconcile(
    desk,
    entry,
    ids.map(id => ({ id, reason: t``, isOutdated: true })),
  );
  if ('problem' in reconciled) return { kind: 'later', isUnsure: false, isUnsent: true, ...reconciled };
  const isPlain = [...reconciled.again].every(([id, next]) => next.id === id) && reconciled.again.size === ids.length;
  if (isPlain) return undefined;
  const unread = allIdsOf(change, entry).filter(id => !ids.includes(id));
  const again = new Map([...reconciled.again, ...unread.map(id => [id, { id }] as const)]);
  return { kind: 'reconciled', reconciled: { ...reconciled, again } };
}

async function resolveStale(
  desk: Desk,
  change: Change,
  { entry, stale, outcome }: { entry: PendingChange; stale: readonly Stale[]; outcome: ChangeOutcome },
): Promise<SendResult> {
  const { isOutdated, reason } = stale[0]!;
  const touched = allIdsOf(change, entry);
  const all = isAllOrNone(entry) ? touched.map(id => ({ id, reason, isOutdated: true })) : stale;
  const reconciled = await reconcile(desk, entry, all);
  if ('problem' in reconciled) return { kind: 'later', isUnsure: false, ...reconciled };
  // The help center refused it for another reason than others' changes.
  if (!isOutdated && isAllOrNone(entry) && reconciled.again.size === touched.length) {
    return { kind: 'done', outcome: { ...outcome, refused: callIds(entry).map(id => ({ id, reason })) } };
  }
  return { kind: 'reconciled', reconciled: { ...reconciled, outcome: joinOutcomes([outcome, reconciled.outcome]) } };
}

/** The words of the answer, with its status if they are not the help center's own. */
function problemOf({ status, shape, reason }: ApiError): SafeText {
  if (status < 400 || shape === 'own') return reason;
  return shape === 'other' ? t`${status}: ${reason}` : t`${status}, not from the help center: ${reason}`;
}

/** The decision of a read; undefined if it has not found the change done. */
function byVerdict(verdict: Verdict, answered?: ChangeOutcome): SendResult | undefined {
  if (verdict.kind === 'unread') return { kind: 'later', problem: verdict.problem, isUnsure: true };
  if (verdict.kind !== 'done') return undefined;
  const { outcome } = verdict;
  if (!answered) return { kind: 'done', outcome };
  const conversations = [...answered.conversations, ...outcome.conversations];
  return { kind: 'done', outcome: { ...answered, ...outcome, conversations, refused: answered.refused } };
}

/** The outcome of a change that was refused for all of its conversations. */
export function refusedFor(entry: PendingChange, reason: SafeText): ChangeOutcome {
  return {
    conversations: [],
    refused: callIds(entry).map(id => ({ id, reason })),
  };
}
