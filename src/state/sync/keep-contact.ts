import type { ApiError } from '../../client/api-error.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import type { Offline } from '../world/offline.ts';
import { createTimers, type Timers } from './timers.ts';

/**
 * After so long without a sign of life, the desk asks for one: an idle help center of ours gives one every 22 s. With
 * `CHECK_MS` and `PROBE_MS` it stays below 45 s.
 */
const QUIET_MS = 27_000;
/** How often the desk looks how long it has been quiet, and whether the machine has slept. */
const CHECK_MS = 5_000;
/** How long a probe waits for its answer: a new connection over the slowest link takes 6 s. */
const PROBE_MS = 12_000;
/** The interval of probes while the desk is offline, less up to this part of it. */
const PROBE_EVERY_MS = 8_000;
const JITTER = 0.2;
/** A failure counts after this time only: a help center that starts again is not worth a word. */
const DOUBT_MS = 2_000;
const DOUBT_EVERY_MS = 1_000;
/** A help center that gave no sign of life within this time of the start is lost: a slow link needs 6 s for one. */
const FIRST_SIGN_MS = 12_000;
/** A call without a byte for this long is given up when the help center is lost, and when it is back. */
const LOST_CALL_MS = 2_000;

const ASLEEP = t`This desk stood still, and the help center has not answered since.`;

/** The functions that run when the help center is lost, and when it is back. */
export interface ContactEnds {
  /** It cannot be used: no connection is to be trusted. */
  readonly lost: () => void;
  /** It answers again. */
  readonly back: () => void;
}

/** The desk's view of the link to the help center. Times are on `desk.elapsed`. */
interface Watch {
  readonly desk: Desk;
  readonly ends: ContactEnds;
  readonly timers: Timers;
  /** The probes under way. */
  readonly probes: Set<AbortController>;
  /** How many probes were sent. */
  asked: number;
  /** When the first sign of trouble came; null while all is well. */
  doubtSince: number | null;
}

/**
 * Watches the signs of life of the help center and keeps `world.offline`. A failure of any call, a long silence or a
 * sleep of the machine raises doubt, and a probe decides. While the desk is offline, a probe goes out every 8 seconds.
 * One success of any call ends it. Returns a function that stops it.
 */
export function keepContact(desk: Desk, ends: ContactEnds): () => void {
  const timers = createTimers(desk.setTimer);
  const watch: Watch = { desk, ends, timers, probes: new Set(), asked: 0, doubtSince: null };
  const stopListening = desk.contact.listen({
    heard: () => heard(watch),
    failed: error => failed(watch, error),
    asked: () => {
      if (watch.doubtSince !== null) void probe(watch);
    },
  });
  const earlier = desk.contact.failure();
  if (earlier) failed(watch, earlier);
  else if (!desk.contact.hasHeard()) timers.set('first', FIRST_SIGN_MS, () => missFirstSign(watch));
  const hasSlept = watchSleep(desk, CHECK_MS);
  const check = (): void => {
    timers.set('check', CHECK_MS, check);
    if (hasSlept()) awake(watch);
    else if (desk.elapsed() - desk.contact.last().elapsed >= QUIET_MS) doubt(watch);
  };
  timers.set('check', CHECK_MS, check);
  return () => {
    stopListening();
    timers.stop();
    for (const probe of watch.probes) probe.abort();
  };
}

function heard(watch: Watch): void {
  const { desk, ends, timers, probes } = watch;
  if (watch.doubtSince === null) return;
  watch.doubtSince = null;
  timers.clear('probe');
  for (const probe of probes) probe.abort();
  if (desk.world().offline === null) return;
  // Earlier calls have no answer now; the next connections are new ones.
  const backAt = desk.elapsed();
  desk.contact.giveUpSilent(backAt - LOST_CALL_MS);
  timers.set('grace', LOST_CALL_MS, () => desk.contact.giveUpSilent(backAt));
  desk.set({ offline: null });
  ends.back();
}

function failed(watch: Watch, error: ApiError): void {
  const { desk } = watch;
  const why = whyOffline(error);
  if (why === null) desk.contact.heard();
  else if (desk.contact.hasHeard()) doubt(watch);
  else {
    // A start without a link is not a short failure: nothing speaks against it.
    watch.doubtSince ??= desk.elapsed();
    say(watch, why, error);
  }
}

/** Gives up the calls since the start; their failure says that the help center is lost. */
function missFirstSign({ desk }: Watch): void {
  if (!desk.contact.hasHeard()) desk.contact.giveUpSilent(desk.elapsed());
}

function doubt(watch: Watch): void {
  if (watch.doubtSince !== null) return;
  watch.doubtSince = watch.desk.elapsed();
  void probe(watch);
}

/** Connections from before a sleep may be dead without a sign, and the shown data are as old as the sleep was long. */
function awake(watch: Watch): void {
  if (watch.desk.world().offline === null) say(watch, { why: 'unreachable', text: ASLEEP });
  watch.doubtSince ??= watch.desk.elapsed();
  void probe(watch);
}

/** Asks for a sign of life. A success is heard as any other. */
async function probe(watch: Watch): Promise<void> {
  const { desk, timers, probes } = watch;
  const own = new AbortController();
  watch.asked += 1;
  const limit = `limit ${watch.asked}`;
  timers.set(limit, PROBE_MS, () => own.abort());
  probes.add(own);
  if (desk.world().offline) planProbe(watch);
  const answer = await attempt(probeToken(desk, own.signal));
  timers.clear(limit);
  probes.delete(own);
  if (watch.doubtSince === null || timers.isStopped() || !('error' in answer)) return;
  const why = whyOffline(answer.error);
  const isSure = why?.why !== 'unreachable' || desk.elapsed() - watch.doubtSince >= DOUBT_MS;
  if (why && isSure) say(watch, why, answer.error);
  else if (!timers.has('probe')) timers.set('probe', DOUBT_EVERY_MS, () => void probe(watch));
}

/** The cheapest call that needs the token: a few hundred bytes. */
function probeToken({ client, world }: Desk, signal: AbortSignal): Promise<unknown> {
  return world().offers.me === true
    ? client.session.me({ signal, isProbe: true })
    : client.conversation.list({ query: { limit: 1 }, signal, isProbe: true });
}

/** `error`: the failure that showed it, if a call did. */
function say(watch: Watch, reason: WhyOffline, error?: ApiError): void {
  const { desk } = watch;
  const { why, text } = reason;
  // A portal, or a help center that refuses the token, answers at once: calls need not be held back.
  desk.contact.lose(why === 'unreachable' ? (error ?? null) : null);
  const { offline, notice } = desk.world();
  if (offline === null) {
    const { at } = desk.contact.last();
    // The footer says it from now on.
    const isSaid = notice?.topic === 'places';
    desk.set({ offline: { since: at, ...reason, nextTryAt: desk.now() }, ...(isSaid ? { notice: null } : {}) });
    desk.contact.giveUpSilent(desk.elapsed() - LOST_CALL_MS);
    planProbe(watch);
    watch.ends.lost();
  } else if (offline.why !== why || offline.text !== text) {
    const { since, nextTryAt } = offline;
    desk.set({ offline: { since, ...reason, nextTryAt } });
  }
}

function planProbe(watch: Watch): void {
  const { desk, timers } = watch;
  const { offline } = desk.world();
  const delayMs = Math.round(PROBE_EVERY_MS * (1 - JITTER * desk.random()));
  if (offline) desk.set({ offline: { ...offline, nextTryAt: desk.now() + delayMs } });
  timers.set('probe', delayMs, () => void probe(watch));
}

/** The conclusion from a failure about the help center as a whole. */
export type WhyOffline = Pick<Offline, 'why' | 'isDisabled' | 'text'>;

/** The failures that come from the way to the help center, not from itself. */
const lostCodes: readonly string[] = ['unreachable', 'timeout', 'unreadable', 'redirected'];

/** Why the help center cannot be used, if this failure shows that; null if it answered, even with a refusal. */
function whyOffline(error: ApiError): WhyOffline | null {
  const { portal, isSignedOut, isDisabled, shape, status, code, reason } = error;
  if (portal !== null) return { why: 'portal', text: t`${portal}.` };
  if (isSignedOut) return { why: 'signedOut', text: reason, ...(isDisabled && { isDisabled }) };
  const isGateway = status >= 500 && shape !== 'own';
  const isStrange = status > 0 && shape === 'none';
  return isGateway || isStrange || lostCodes.includes(code) ? { why: 'unreachable', text: reason } : null;
}

/** A check that comes this much too late shows that the process was stopped. */
const LATE_MS = 10_000;
/** A machine that was asleep for less has kept its connections. */
const SLEPT_MS = 20_000;

/**
 * Returns a function that is to be called every `everyMs`; it returns whether the machine has slept, or the process
 * stood still, since the last call. A sleep stops the timers and `elapsed` with them on some systems, and on others it
 * only delays the timers. Setting the clock is not a sleep, where `uptime` does not follow it.
 */
export function watchSleep({ elapsed, uptime }: Pick<Desk, 'elapsed' | 'uptime'>, everyMs: number) {
  let dueAt = elapsed() + everyMs;
  let asleepMs = uptime() - elapsed();
  return (): boolean => {
    const isLate = elapsed() - dueAt >= LATE_MS;
    const former = asleepMs;
    dueAt = elapsed() + everyMs;
    asleepMs = uptime() - elapsed();
    return isLate || asleepMs - former >= SLEPT_MS;
  };
}
