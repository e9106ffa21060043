import { type SafeText, t } from '../../text/safe.ts';
import { noteLack, whyLacking } from '../calls/offers.ts';
import type { Absence, ChangeOutcome } from '../changes/change.ts';
import { allIdsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import type { TransferNotice } from '../notices/progress.ts';
import { doubtful, oneMoreAttempt } from '../operations/attempts.ts';
import { inState, madeByAgent } from '../operations/operation.ts';
import type { PendingChange } from '../world.ts';
import { applyResponseAndNext } from './apply-response.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { type ChangeTimes, isKeyOld, isLongOverdue, noteTimes, settleMs, timesNow } from './change-times.ts';
import { deliver, refusedFor, type SendResult } from './deliver.ts';
import type { Reconciled } from './reconcile.ts';

import { withReconciled, withSplit } from './split-change.ts';
import { createTurns } from './turns.ts';
import { editChange, filesIn } from './upload-files.ts';
import { foundDone } from './verify.ts';

type Later = Extract<SendResult, { kind: 'later' }>;

/** Changes in progress at once; those of one conversation go one after the other. */
const MAX_AT_ONCE = 4;
/** After this time others may have changed the conversations of a change that was not sent. */
const FRESH_MS = 5_000;
/** From this many times on, a change that is made again waits a while first. */
const MANY_RENEWALS = 4;
/** A change counts as unsent when it is older than this. */
const UNSENT_AFTER_MS = 2_000;

const TIME_CAME = t`Its time came before it could be sent.`;
const HELD_TOO_LONG = t`It was held while the desk or the machine slept.`;

/** Sends the pending changes. */
export interface Outbox {
  /** Sends the changes that can be sent now; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  /** The link is back: the same as `wake(true)`, but not before the time that the help center asked to wait. */
  linkIsBack(): void;
  stop(): void;
}

/** An event of a change on its way. The world has it already. */
export type DeliveryEvent = { readonly change: PendingChange } & (
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'answered'; readonly outcome: ChangeOutcome }
  /** Others had changed its conversations since: it is made again, asks, or is over. */
  | { readonly kind: 'reconciled'; readonly outcome: ChangeOutcome }
  /** It waits for the next attempt; `isFirst`: no other one waits because of a problem. */
  | { readonly kind: 'waits'; readonly problem: SafeText; readonly isFirst: boolean }
  | { readonly kind: 'asks'; readonly about: 'hold' | 'outcome'; readonly problem: SafeText }
  /** The help center lacks the feature; the agent has to know. */
  | { readonly kind: 'lacks'; readonly reason: SafeText }
);

/** Called for events of changes on their way. */
export interface DeliveryListener {
  readonly hear: (event: DeliveryEvent) => void;
  /** Begins to tell how far the files of a change are. */
  readonly uploading: () => TransferNotice;
}

/** The outbox's own state. Its times are on `desk.elapsed`. */
interface Box {
  readonly desk: Desk;
  readonly reread: (ids: readonly number[]) => void;
  readonly listener: DeliveryListener;
  readonly timers: Map<string, () => void>;
  readonly backOff: BackOff;
  readonly times: Map<string, ChangeTimes>;
  isStopped: boolean;
}

/**
 * Sends the pending changes, those of one conversation in order. An answer puts its outcome into the base; a refusal
 * reverts the change and says why. After an answer that decides nothing a read follows; if that decides nothing either,
 * the agent is asked. Without an answer the entry waits, is kept, and is sent again with the same key at growing
 * intervals of up to 30 seconds. `reread` receives conversations to read again.
 */
export function createOutbox(desk: Desk, reread: (ids: readonly number[]) => void, listener: DeliveryListener): Outbox {
  const old = desk
    .world()
    .pending.map(change => [change.key, timesNow(desk, change, Number.NEGATIVE_INFINITY)] as const);
  const box: Box = {
    desk,
    reread,
    listener,
    timers: new Map(),
    backOff: createBackOff(desk.elapsed, desk.random),
    times: new Map(old),
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
  noteTimes(desk, box.times);
  endHolds(box);
  askOfPassed(box);
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
      box.times.set(key, box.times.get(entry.key)!);
      desk.store.setState(withSplit(desk.world(), entry, turn, key));
      sendNext(box);
      return;
    }
    if (turn !== 'now' || entry.state !== 'waiting') continue;
    const waitMs = Math.max(backOff.waitOfMs(entry.key), settleMs(desk, entry, box.times.get(entry.key)!));
    if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
    else if (free-- > 0) void send(box, entry);
  }
  if (soonestMs < Number.POSITIVE_INFINITY) later(box, 'retry', soonestMs, () => sendNext(box));
}

async function verifyAgain(box: Box): Promise<void> {
  const { desk } = box;
  for await (const { entry, outcome } of foundDone(desk)) {
    if (box.isStopped) return;
    land(box, entry.key, outcome);
    sendNext(box);
  }
}

/** A hold ends at its time even if the change has to wait for other reasons; only one that is noticed late asks. */
function endHolds(box: Box): void {
  const { desk, times } = box;
  const held = desk.world().pending.filter(({ state }) => state === 'held');
  const restOf = ({ key }: PendingChange): number => times.get(key)!.heldUntil - desk.elapsed();
  const over = held.filter(entry => restOf(entry) <= 0);
  for (const entry of over) {
    if (isLongOverdue(desk, times.get(entry.key)!)) askAgent(box, entry, 'hold', HELD_TOO_LONG);
    else editChange(desk, entry.key, one => inState(one, { state: 'waiting' }));
  }
  if (over.length < held.length) {
    const rests = held.map(restOf).filter(rest => rest > 0);
    later(box, 'held', Math.min(...rests), () => sendNext(box));
  }
}

/** A mail whose time came while it could not be sent asks: what it says may no longer hold. */
function askOfPassed(box: Box): void {
  for (const entry of box.desk.world().pending) {
    const { sendAt } = entry.args;
    const isPassed = typeof sendAt === 'string' && Date.parse(sendAt) <= box.desk.centerNow();
    if (isPassed && entry.state === 'waiting' && !entry.attempts) askAgent(box, entry, 'hold', TIME_CAME);
  }
}

function askAgent({ desk, listener }: Box, change: PendingChange, about: 'hold' | 'outcome', problem: SafeText): void {
  editChange(desk, change.key, one => ({
    ...inState(one, { state: 'asks', about }),
    problem,
    attempts: about === 'outcome' ? doubtful(one.attempts, 'open') : one.attempts,
  }));
  listener.hear({ kind: 'asks', change, about, problem });
}

function isUnderWay({ state }: PendingChange): boolean {
  return state === 'sending';
}

function countUnsent(box: Box): void {
  const { desk, times } = box;
  const now = desk.elapsed();
  const { pending, unsent } = desk.world();
  const ages = madeByAgent(pending)
    .filter(({ state }) => state !== 'held')
    .map(({ key }) => now - (times.get(key)?.at ?? now));
  const old = ages.filter(age => age >= UNSENT_AFTER_MS).length;
  if (old !== unsent) desk.set({ unsent: old });
  const young = ages.find(age => age < UNSENT_AFTER_MS);
  if (young !== undefined) later(box, 'unsent', UNSENT_AFTER_MS - young, () => countUnsent(box));
}

async function send(box: Box, entry: PendingChange): Promise<void> {
  const { desk, backOff, listener } = box;
  const { key, attempts } = entry;
  const times = box.times.get(key)!;
  const isOld = isKeyOld(desk, times);
  if (!attempts) box.times.set(key, { ...times, sentAt: desk.uptime() });
  const trying = { ...inState(entry, { state: 'sending' }), attempts: oneMoreAttempt(attempts, desk.now()) };
  editChange(desk, key, () => trying);
  // Saving it may show that another desk has taken it over: that desk sends it.
  if (!desk.world().pending.some(one => one.key === key)) return;
  const hasWaited = entry.problem !== null || desk.elapsed() - times.at > FRESH_MS;
  const progress = (done: number): void => listener.hear({ kind: 'progress', change: entry, done });
  progress(0);
  const { uploading } = listener;
  const delivery = await deliver(desk, trying, { isKeyOld: isOld, hasWaited, progress, uploading });
  if (box.isStopped) return;
  if (delivery.kind === 'later') {
    backOff.failed(key, delivery.error?.retryAfterMs ?? 0);
    wait(box, entry, delivery);
  } else {
    backOff.answered(key);
    if (delivery.kind === 'reconciled') applyReconciled(box, entry, delivery.reconciled);
    else if (delivery.kind === 'done') land(box, key, delivery.outcome);
    else if (delivery.kind === 'left') return;
    else if (entry.by === 'desk') land(box, key, refusedFor(entry, delivery.problem));
    else askAgent(box, entry, 'outcome', delivery.problem);
  }
  sendNext(box);
}

function land(box: Box, key: string, outcome: ChangeOutcome): void {
  const { desk, reread, listener } = box;
  const world = desk.world();
  // Its arguments may have changed since it was sent; the world holds those that were sent.
  const entry = world.pending.find(change => change.key === key);
  if (!entry) return;
  desk.reads.answered(allIdsOf(changeOf(entry.name)!, entry));
  desk.store.setState(applyResponseAndNext(world, entry, outcome, desk.newKey));
  if (outcome.refused.length === 0) desk.hooks.copies?.release(filesIn(entry), 'sent');
  listener.hear({ kind: 'answered', change: entry, outcome });
  if (outcome.absent) switchOff(box, entry, outcome.absent);
  if (outcome.reread) reread(outcome.reread);
}

/** Others have changed conversations of this change since: it is made again, asks, or is over. */
function applyReconciled({ desk, backOff, listener }: Box, entry: PendingChange, reconciled: Reconciled): void {
  const newKey = desk.newKey();
  desk.reads.answered(allIdsOf(changeOf(entry.name)!, entry));
  desk.store.setState(withReconciled(desk.world(), entry.key, reconciled, newKey));
  if ((entry.renewals ?? 0) >= MANY_RENEWALS) backOff.failed(newKey, 0);
  listener.hear({ kind: 'reconciled', change: entry, outcome: reconciled.outcome });
}

/** Notes for this run that an extension is missing. */
function switchOff({ desk, listener }: Box, change: PendingChange, { offer, reason }: Absence): void {
  if (whyLacking(desk.world(), offer) === reason) return;
  noteLack(desk, offer, reason);
  listener.hear({ kind: 'lacks', change, reason });
}

/** An attempt that never left does not count: its change can still be withdrawn. One that asks by now stays so. */
function wait({ desk, times, listener }: Box, entry: PendingChange, later: Later): void {
  const { problem, isUnsure, isUnsent, error } = later;
  const isFirst = madeByAgent(desk.world().pending).every(change => change.problem === null);
  const isSame = isUnsent === true || error?.isUnsent === true;
  const { key, attempts } = entry;
  const isAgreed = isSame && attempts?.doubt === 'agreed';
  const doubt = isAgreed ? 'agreed' : isUnsure || attempts?.doubt ? 'open' : undefined;
  if (!isSame) times.set(key, { ...times.get(key)!, triedAt: desk.elapsed() });
  if (desk.world().pending.some(one => one.key === key && one.state === 'asks')) return;
  editChange(desk, key, one => ({
    ...inState(one, { state: 'waiting' }),
    problem,
    attempts: doubtful(isSame ? attempts : one.attempts, doubt),
  }));
  listener.hear({ kind: 'waits', change: entry, problem, isFirst });
}
