import type { ApiError } from '../client/api-error.ts';
import { t } from '../text/safe.ts';
import { isApiError } from './attempt.ts';
import type { Outcome } from './change.ts';
import { changeOf } from './change-list.ts';
import type { Desk } from './context.ts';
import { idsOf } from './journal.ts';
import { refusedNotice } from './notices.ts';
import { isWritten } from './rescue.ts';
import { isRefusal, refusedFor } from './send.ts';
import { settle, touchedBy } from './settle.ts';
import { keep } from './storage.ts';
import type { Notice, PendingChange } from './world.ts';

/** Changes under way at once; those of one conversation go one after the other. */
const width = 4;
const firstRetryMs = 1_000;
const lastRetryMs = 30_000;
/** A change is counted as unsent once it is older than this. */
const unsentAfterMs = 2_000;

/** What sends the pending changes. */
export interface Outbox {
  /** Sends what can be sent now; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  stop(): void;
}

/** What an outbox knows beside the world. */
interface Box {
  readonly desk: Desk;
  readonly reread: (ids: readonly number[]) => void;
  readonly timers: Map<string, () => void>;
  /** Nothing is sent before; milliseconds. */
  retryAt: number;
  /** Attempts in a row without an answer. */
  failures: number;
  isStopped: boolean;
}

/**
 * Sends the pending changes in order, conversation by conversation. An answer puts its outcome into the base; a
 * refusal takes the change back and says why; without an answer the entry waits, is kept, and is sent again with the
 * same key, later and later, up to every 30 seconds. `reread` is told of conversations to read again.
 */
export function createOutbox(desk: Desk, reread: (ids: readonly number[]) => void): Outbox {
  const box: Box = { desk, reread, timers: new Map(), retryAt: 0, failures: 0, isStopped: false };
  return {
    wake: atOnce => {
      if (atOnce) box.retryAt = 0;
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
  if (box.isStopped) return;
  const { desk } = box;
  const now = desk.now();
  countUnsent(box);
  if (now < box.retryAt) {
    later(box, 'retry', box.retryAt - now, () => sendNext(box));
    return;
  }
  const blocked = new Set<number>();
  const { pending } = desk.world();
  let free = width - pending.filter(change => change.state === 'sending').length;
  for (const entry of pending) {
    const ids = touchedBy(changeOf(entry.name)!, entry);
    const isBlocked = ids.some(id => blocked.has(id));
    for (const id of ids) blocked.add(id);
    if (entry.state === 'sending' || isBlocked) continue;
    const heldForMs = (entry.heldUntil ?? 0) - now;
    if (entry.state === 'held' && heldForMs > 0) later(box, `held ${entry.key}`, heldForMs, () => sendNext(box));
    else if (free-- > 0) void send(box, entry);
  }
}

function countUnsent(box: Box): void {
  const { desk } = box;
  const now = desk.now();
  const { pending, unsent } = desk.world();
  const open = pending.filter(change => change.state !== 'held');
  const old = open.filter(change => now - change.at >= unsentAfterMs).length;
  if (old !== unsent) desk.set({ unsent: old });
  const young = open.find(change => now - change.at < unsentAfterMs);
  if (young) later(box, 'unsent', young.at + unsentAfterMs - now, () => countUnsent(box));
}

async function send(box: Box, entry: PendingChange): Promise<void> {
  const { desk } = box;
  const change = changeOf(entry.name)!;
  update(desk, entry.key, { state: 'sending', attempts: entry.attempts + 1 });
  keep(desk.storage, desk.world());
  try {
    const outcome = await change.send(desk.client, entry.args as never, entry.key);
    if (box.isStopped) return;
    box.failures = 0;
    land(box, entry.key, outcome);
  } catch (error) {
    if (box.isStopped) return;
    if (!isApiError(error)) throw error;
    if (isRefusal(error)) land(box, entry.key, refusedFor(idsOf(entry), error));
    else wait(box, entry.key, error);
  }
  keep(desk.storage, desk.world());
  sendNext(box);
}

const update = (desk: Desk, key: string, part: Partial<PendingChange>): void =>
  desk.set({ pending: desk.world().pending.map(change => (change.key === key ? { ...change, ...part } : change)) });

function land({ desk, reread }: Box, key: string, outcome: Outcome): void {
  const world = desk.world();
  // Arguments may have been renamed since it was sent; what was sent is what the world holds now.
  const entry = world.pending.find(change => change.key === key);
  if (!entry) return;
  const change = changeOf(entry.name)!;
  desk.reads.answered(touchedBy(change, entry));
  desk.store.setState(settle(world, entry, outcome), true);
  if (outcome.refused.length > 0)
    desk.notify(refusedNotice(change, idsOf(entry).length, outcome.refused, isWritten(entry)));
  if (outcome.reread) reread(outcome.reread);
}

function wait(box: Box, key: string, error: ApiError): void {
  const { desk } = box;
  box.failures += 1;
  const backoffMs = Math.min(lastRetryMs, firstRetryMs * 2 ** (box.failures - 1));
  box.retryAt = desk.now() + Math.max(backoffMs, error.retryAfterMs ?? 0);
  const isFirst = desk.world().pending.every(change => change.problem === null);
  update(desk, key, { state: 'waiting', problem: error.message });
  if (isFirst) desk.notify(waitingNotice(desk.world().pending.length, error));
}

function waitingNotice(count: number, error: ApiError): Notice {
  const what = count === 1 ? t`1 change is kept and goes out` : t`${count} changes are kept and go out`;
  const when = error.status === 0 ? t`when it does` : t`by and by`;
  return {
    tone: 'problem',
    text: t`Not sent: ${error.message} ${what} ${when} · go shows ${count === 1 ? t`it` : t`them`}`,
    short: t`Not sent: ${count} kept`,
  };
}
