import type { Absence, Outcome } from '../change.ts';
import { idsOf, touchedBy } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import { noteLack, whyLacking } from '../degrade.ts';
import { told } from '../pending.ts';
import type { PendingChange } from '../world.ts';
import { ask, askHeld, update } from './ask.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { conflictNotice } from './conflict-words.ts';
import { type Delivery, deliver, refusedFor } from './deliver.ts';
import type { Met } from './meet.ts';
import { withAnswerAndNext } from './next-call.ts';
import { followedNotice, offlineNotice, refusedNotice, takenBackNotice, waitingNotice } from './notices.ts';
import { withMet, withSplit } from './parts.ts';
import { type Progress, showProgress } from './progress.ts';
import { isKeyOld, isLongOverdue, type Seen, seenNow, settleMs } from './seen.ts';
import { createTurns } from './turns.ts';
import { filesIn } from './upload-files.ts';
import { foundDone } from './verify.ts';
import { isWritten } from './written-words.ts';

type Later = Extract<Delivery, { kind: 'later' }>;

/** Changes in progress at once; those of one conversation go one after the other. */
const MAX_AT_ONCE = 4;
/** After this time others may have changed the conversations of a change that was not sent. */
const FRESH_MS = 5_000;
/** From this many times on, a change that is made again waits a while first. */
const MANY_RENEWALS = 4;
/** A change counts as unsent when it is older than this. */
const UNSENT_AFTER_MS = 2_000;

/** Sends the pending changes. */
export interface Outbox {
  /** Sends what can be sent now; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  /** The link is back: the same as `wake(true)`, but not before the time that the help center asked to wait. */
  linkIsBack(): void;
  stop(): void;
}

/** The outbox's own state. Its times are on `desk.elapsed`. */
interface Box {
  readonly desk: Desk;
  readonly reread: (ids: readonly number[]) => void;
  readonly timers: Map<string, () => void>;
  readonly backOff: BackOff;
  readonly seen: Map<string, Seen>;
  isStopped: boolean;
}

/**
 * Sends the pending changes, those of one conversation in order. An answer puts its outcome into the base; a refusal
 * reverts the change and says why. After an answer that decides nothing a read follows; if that decides nothing either,
 * the agent is asked. Without an answer the entry waits, is kept, and is sent again with the same key at growing
 * intervals of up to 30 seconds. `reread` receives conversations to read again.
 */
export function createOutbox(desk: Desk, reread: (ids: readonly number[]) => void): Outbox {
  const old = desk
    .world()
    .pending.map(change => [change.key, seenNow(desk, change, Number.NEGATIVE_INFINITY)] as const);
  const box: Box = {
    desk,
    reread,
    timers: new Map(),
    backOff: createBackOff(desk.elapsed, desk.random),
    seen: new Map(old),
    isStopped: false,
  };
  return {
    wake: atOnce => {
      if (atOnce) {
        box.backOff.reset();
        void verifyAgain(box);
      }
      sendNext(box);
    },
    linkIsBack: () => {
      box.backOff.linkIsBack();
      void verifyAgain(box);
      sendNext(box);
    },
    stop: () => {
      box.isStopped = true;
      for (const cancel of box.timers.values()) cancel();
      box.timers.clear();
    },
  };
}

function later(box: Box, name: string, delayMs: number, run: () => void): void {
  box.timers.get(name)?.();
  const fire = (): void => {
    box.timers.delete(name);
    if (!box.isStopped) run();
  };
  box.timers.set(name, box.desk.setTimer(fire, Math.max(0, delayMs)));
}

function sendNext(box: Box): void {
  // Kept changes wait for a desk that may send them.
  if (box.isStopped || box.desk.world().isReadOnly) return;
  const { desk, backOff } = box;
  noteSeen(box, desk.world().pending);
  endHolds(box);
  const { pending } = desk.world();
  countUnsent(box);
  if (backOff.waitMs() > 0) {
    later(box, 'retry', backOff.waitMs(), () => sendNext(box));
    return;
  }
  const turns = createTurns(pending.filter(isUnderWay));
  let free = MAX_AT_ONCE - pending.filter(isUnderWay).length;
  let soonestMs = Number.POSITIVE_INFINITY;
  for (const entry of pending) {
    const turn = turns.turnOf(entry);
    if (typeof turn !== 'string') {
      const key = desk.newKey();
      box.seen.set(key, box.seen.get(entry.key)!);
      desk.store.setState(withSplit(desk.world(), entry, turn, key), true);
      sendNext(box);
      return;
    }
    if (turn !== 'now' || entry.state !== 'waiting') continue;
    const waitMs = Math.max(backOff.waitOfMs(entry.key), settleMs(desk, entry, box.seen.get(entry.key)!));
    if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
    else if (free-- > 0) void send(box, entry);
  }
  if (soonestMs < Number.POSITIVE_INFINITY) later(box, 'retry', soonestMs, () => sendNext(box));
}

/** Changes whose answers did not say whether they were done, and that a read now finds done, need no decision. */
async function verifyAgain(box: Box): Promise<void> {
  const { desk } = box;
  for await (const { entry, outcome } of foundDone(desk)) {
    if (box.isStopped) return;
    land(box, entry.key, outcome, showProgress(desk, entry));
    sendNext(box);
  }
}

/** A hold ends in its time, whatever else keeps the change waiting; only one that is noticed late asks. */
function endHolds(box: Box): void {
  const { desk, seen } = box;
  const held = desk.world().pending.filter(({ state }) => state === 'held');
  const restOf = ({ key }: PendingChange): number => seen.get(key)!.heldUntil - desk.elapsed();
  const over = held.filter(entry => restOf(entry) <= 0);
  for (const entry of over) {
    if (isLongOverdue(desk, seen.get(entry.key)!)) askHeld(desk, entry);
    else update(desk, entry.key, { state: 'waiting', heldUntil: undefined });
  }
  if (over.length < held.length) {
    const rests = held.map(restOf).filter(rest => rest > 0);
    later(box, 'held', Math.min(...rests), () => sendNext(box));
  }
}

function noteSeen({ desk, seen }: Box, pending: readonly PendingChange[]): void {
  for (const change of pending) if (!seen.has(change.key)) seen.set(change.key, seenNow(desk, change, desk.elapsed()));
  if (seen.size <= pending.length) return;
  const keys = new Set(pending.map(({ key }) => key));
  for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
}

function isUnderWay({ state }: PendingChange): boolean {
  return state === 'sending';
}

function countUnsent(box: Box): void {
  const { desk, seen } = box;
  const now = desk.elapsed();
  const { pending, unsent } = desk.world();
  const ages = told(pending)
    .filter(({ state }) => state !== 'held')
    .map(({ key }) => now - (seen.get(key)?.at ?? now));
  const old = ages.filter(age => age >= UNSENT_AFTER_MS).length;
  if (old !== unsent) desk.set({ unsent: old });
  const young = ages.find(age => age < UNSENT_AFTER_MS);
  if (young !== undefined) later(box, 'unsent', UNSENT_AFTER_MS - young, () => countUnsent(box));
}

async function send(box: Box, entry: PendingChange): Promise<void> {
  const { desk, backOff } = box;
  const seen = box.seen.get(entry.key)!;
  const isOld = isKeyOld(desk, seen);
  if (entry.attempts === 0) box.seen.set(entry.key, { ...seen, sentAt: desk.uptime() });
  const tried = entry.attempts === 0 ? { ...entry, firstSentAt: desk.now() } : entry;
  update(desk, entry.key, { ...tried, state: 'sending', attempts: entry.attempts + 1 });
  // Saving it may show that another desk has taken it over: that desk sends it.
  if (!desk.world().pending.some(({ key }) => key === entry.key)) return;
  const progress = showProgress(desk, entry);
  const hasWaited = entry.problem !== null || desk.elapsed() - seen.at > FRESH_MS;
  const delivery = await deliver(desk, tried, { isKeyOld: isOld, hasWaited, progress: progress.tell });
  if (box.isStopped) return;
  if (delivery.kind === 'later') {
    backOff.failed(entry.key, delivery.error?.retryAfterMs ?? 0);
    wait(box, entry, delivery);
  } else {
    backOff.answered(entry.key);
    if (delivery.kind === 'met') meetOthers(box, entry, delivery.met, progress);
    else if (delivery.kind === 'done') land(box, entry.key, delivery.outcome, progress);
    else if (entry.isQuiet) land(box, entry.key, refusedFor(entry, delivery.problem), progress);
    else ask(desk, entry, delivery.problem);
    forgetProblem(desk);
  }
  sendNext(box);
}

function land({ desk, reread }: Box, key: string, outcome: Outcome, progress: Progress): void {
  const world = desk.world();
  // Its arguments may have changed since it was sent; the world holds those that were sent.
  const entry = world.pending.find(change => change.key === key);
  if (!entry) return;
  const change = changeOf(entry.name)!;
  desk.reads.answered(touchedBy(change, entry));
  desk.store.setState(withAnswerAndNext(world, entry, outcome, desk.newKey), true);
  if (outcome.refused.length === 0) desk.copies?.release(filesIn(entry), 'sent');
  if (outcome.refused.length > 0 && !entry.isQuiet)
    desk.notify(
      refusedNotice(change, {
        key,
        total: idsOf(entry).length,
        refused: outcome.refused,
        isDraft: isWritten(entry),
      }),
    );
  else if (change.restores) {
    const ids = [...(world.notice?.takenBack ?? []), ...idsOf(entry)];
    desk.notify(takenBackNotice(ids, change.title(entry.args as never, desk.world())));
  } else if (entry.followed)
    desk.notify(followedNotice(change.title(entry.args as never, desk.world()), entry.followed));
  else progress.end();
  if (outcome.absent) switchOff(desk, outcome.absent);
  if (outcome.reread) reread(outcome.reread);
}

/** Others have changed conversations of this change since: it is made again, asks, or is over. */
function meetOthers({ desk, backOff }: Box, entry: PendingChange, met: Met, progress: Progress): void {
  const world = desk.world();
  const change = changeOf(entry.name)!;
  const newKey = desk.newKey();
  desk.reads.answered(touchedBy(change, entry));
  desk.store.setState(withMet(world, entry.key, met, newKey), true);
  if ((entry.renewals ?? 0) >= MANY_RENEWALS) backOff.failed(newKey, 0);
  const [total, { refused }] = [idsOf(entry).length, met.outcome];
  const asked = desk.world().pending.find(({ key, conflict }) => key === entry.key && conflict !== undefined);
  if (asked) desk.notify(conflictNotice(desk.world(), asked, { total, refused: refused.length }));
  else if (refused.length > 0)
    desk.notify(refusedNotice(change, { key: entry.key, total, refused, isDraft: isWritten(entry) }));
  else progress.end();
}

/** Notes for this run that an extension is missing, and says so the first time if the agent has to know. */
function switchOff(desk: Desk, { offer, reason, isSilent }: Absence): void {
  if (whyLacking(desk.world(), offer) === reason) return;
  noteLack(desk, offer, reason);
  if (!isSilent) desk.notify({ tone: 'problem', text: reason });
}

/** When no change waits because of a problem any more, its notice is no longer true. */
function forgetProblem(desk: Desk): void {
  const { notice, pending } = desk.world();
  if (notice?.topic === 'unsent' && told(pending).every(({ problem }) => problem === null)) desk.set({ notice: null });
}

/** An attempt that never left does not count: its change can still be withdrawn. */
function wait({ desk, seen }: Box, entry: PendingChange, { problem, isUnsure, isUnsent, error }: Later): void {
  const isFirst = told(desk.world().pending).every(change => change.problem === null);
  const isSame = isUnsent === true || error?.isUnsent === true;
  const { attempts, firstSentAt, isAgreed = false } = entry;
  if (!isSame) seen.set(entry.key, { ...seen.get(entry.key)!, triedAt: desk.elapsed() });
  update(desk, entry.key, {
    state: 'waiting',
    problem,
    isUnsure: isUnsure || entry.isUnsure === true,
    ...(isSame ? { attempts, firstSentAt } : {}),
    isAgreed: isSame && isAgreed,
  });
  if (!isFirst || entry.isQuiet) return;
  const { offline, pending } = desk.world();
  const count = told(pending).length;
  // The footer says already that the help center does not answer.
  const notice = offline ? offlineNotice(offline, count) : waitingNotice(count, problem);
  if (notice) desk.notify(notice);
}
