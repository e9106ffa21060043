/**
 * A desk without a screen in a separate process, for as long as it takes to make and send its changes: the real state
 * and client, and the real storage on the disk. Writes `about N` before it makes the change N, `made N` after, and
 * `again N` or `dropped N` if it had to decide about it.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnCall } from '../../../src/state/changes/change.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { withdraw } from '../../../src/state/outbox/withdraw.ts';
import { everything } from '../../../src/state/query/views.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { makeKeptDesk } from '../../cli/kept/make-desk.ts';
import { type DeskWork, numberOf, planned } from './plan.ts';

/** So many changes wait at most. */
const MAX_WAITING = 60;
/** The desk's heart beats this often: a killed one is known by its process. */
const BEAT_MS = 100;
/** The wall clock is set this often. */
const CLOCK_MS = 300;

const work: DeskWork = JSON.parse(process.argv[2]!);
const { parent, url, token, conversations, rate } = work;

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

let clockErrorMs = work.clockErrorsMs[0] ?? 0;
let turn = 0;
setInterval(() => {
  turn += 1;
  clockErrorMs = work.clockErrorsMs[turn % work.clockErrorsMs.length] ?? 0;
}, CLOCK_MS);

const { desk, begun, kept } = makeKeptDesk({ parent, url, token }, run => void setInterval(run, BEAT_MS).unref(), {
  now: () => Date.now() + clockErrorMs,
  elapsed: () => performance.now() * rate,
  uptime: () => performance.now() * rate,
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms / rate);
    return () => clearTimeout(timer);
  },
});

/** What no read can decide, the agent sends again: if keys count, it is still done once. Otherwise the agent drops it. */
function decide(): void {
  for (const { key, name, args, state } of desk.world().pending) {
    if (state !== 'asks') continue;
    say(`${work.sendsAgain ? 'again' : 'dropped'} ${numberOf({ name, args } as OwnCall)}`);
    if (work.sendsAgain) sendAgain(desk, [key]);
    else withdraw(desk, key, true);
  }
}

await begun;
// Changes carry the versions of what is listed.
while (desk.world().list.asOf === null) await openList(desk, everything);
for (let at = work.from; at < work.to; at += 1) {
  while (desk.world().pending.length >= MAX_WAITING) {
    decide();
    await sleep(1);
  }
  const { name, args } = planned(at, conversations);
  say(`about ${at}`);
  desk.commit(name, args as never);
  say(`made ${at}`);
}
while (desk.world().pending.length > 0) {
  decide();
  await sleep(1);
}
desk.stop();
kept.storage.release();
process.exit(0);
