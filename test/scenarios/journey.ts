import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { startQuickTime } from '../harness/quick-time.ts';
import { createRandom } from '../harness/random.ts';
import { agrees, isUnresolved, read } from './day-desk.ts';
import { DayModel } from './day-model.ts';
import { type JourneyAgent, shownRows } from './journey-agent.ts';
import { type Calls, type JourneyCenter, openJourneyCenter } from './journey-center.ts';
import { actByChance } from './journey-deeds.ts';
import {
  archiveTooEarly,
  atStation,
  backInLight,
  backWithNews,
  closeTooEarly,
  type Event,
  intoTunnel,
  keepClosed,
  leaveIt,
  lostSsh,
  othersGoOn,
  reboot,
} from './journey-events.ts';

/** The journey's clock: its forty minutes take two, or eight through ssh, whose own clock is not quick. */
const RATES: Readonly<Record<Calls, number>> = { 'over HTTP': 20, 'through SSH': 5 };
const MINUTES = 38;
const ACTIONS = 120;
const CONVERSATIONS = 90;

/** What happens on the way, at which minute. */
const TIMETABLE: readonly (readonly [minute: number, happens: Event])[] = [
  [2, intoTunnel],
  [3, othersGoOn],
  [4, backWithNews],
  [7, intoTunnel],
  [9, archiveTooEarly],
  [13, backInLight],
  [13.5, leaveIt],
  [15, atStation],
  [17, backInLight],
  [20, intoTunnel],
  [21.5, reboot],
  [26, lostSsh],
  [31, intoTunnel],
  [33, closeTooEarly],
  [35, backInLight],
  [35.5, keepClosed],
];

/** An agent on a train: the desk, the line, the help center at its other end. */
export interface Journey {
  readonly agent: JourneyAgent;
  readonly center: JourneyCenter;
  /** Everything as it was before the journey. */
  readonly first: readonly Conversation[];
  /** Minutes on the journey's clock. */
  minute(): number;
  /** Waits for this time of the journey's clock. */
  wait(ms: number): Promise<void>;
  /** A new desk of the same agent, on the same machine. */
  login(): Promise<Terminal>;
  /** What was done so far, with the minute. */
  readonly log: string[];
  /** Waits until `isTrue` returns true, and logs after how much time of the journey that was. */
  soon(isTrue: () => boolean, what: string): Promise<void>;
  close(): Promise<void>;
}

/** Everything at its place, and the desk open. */
async function openJourney(folder: string, seed: number, calls: Calls): Promise<Journey> {
  const rate = RATES[calls];
  const clock = startQuickTime(rate);
  const center = await openJourneyCenter(folder, CONVERSATIONS, clock, calls);
  // The terminal lives by the machine's clock, and its answers would seem late. Within tmux the desk awaits none.
  const environment = { ...center.env, TMUX: '/tmp/tmux-1000/default,1,0' };
  const terminals: Terminal[] = [];
  const login = async (): Promise<Terminal> => {
    const args = [...clock.flags, launcher, '--url', center.url, '--link', 'fast', '--layout', 'beside'];
    const desk = openTerminal({ command: process.execPath, args, env: environment, columns: 100, rows: 30 });
    terminals.push(desk);
    await desk.until(() => shownRows({ desk }).length > 0, 'The list is shown');
    // That may be the frame of the desk before.
    await desk.settled(500);
    return desk;
  };
  const close = async () => {
    for (const terminal of terminals) terminal.close();
    await center.close();
  };
  try {
    const first = await read(center);
    const agent = newAgent(await login(), center, first, seed);
    const startedAt = clock.now();
    const log: string[] = [];
    return {
      agent,
      center,
      first,
      minute: () => (clock.now() - startedAt) / 60_000,
      wait: ms => sleep(Math.max(0, ms) / rate),
      login,
      log,
      soon: async (isTrue, what) => {
        const from = clock.now();
        await agent.desk.until(isTrue, what);
        log.push(`  ${what} after ${((clock.now() - from) / 1_000).toFixed(0)} s`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function newAgent(desk: Terminal, center: JourneyCenter, first: readonly Conversation[], seed: number): JourneyAgent {
  return {
    desk,
    model: new DayModel(first, isUnresolved),
    me: center.me.id,
    ana: center.ana,
    random: createRandom(seed),
    drafts: new Map(),
    reserved: new Set(),
    touched: new Set(),
    isOnline: true,
    canUndo: false,
    notes: 0,
  };
}

/** The agent acts at a steady pace, by chance; the timetable's events happen between two actions. */
async function travel(journey: Journey): Promise<void> {
  const { agent, log, minute } = journey;
  const tell = (what: string): void => void log.push(`${minute().toFixed(1)} ${what}`);
  const coming = [...TIMETABLE];
  for (let done = 0; done < ACTIONS || coming.length > 0; ) {
    const actAt = done < ACTIONS ? (done * MINUTES) / ACTIONS : Number.POSITIVE_INFINITY;
    const [eventAt, happens] = coming[0] ?? [Number.POSITIVE_INFINITY];
    await journey.wait((Math.min(actAt, eventAt) - minute()) * 60_000);
    if (happens && eventAt <= actAt) {
      coming.shift();
      tell(happens.name);
      await happens(journey);
    } else {
      await actByChance(agent, tell);
      done += 1;
    }
  }
}

/**
 * Rides through the whole journey, and checks at its end that the help center holds what the agent did, once, and that
 * nothing is left at the desk. A failure says what was done until then. Returns what was done, with the minute.
 */
export async function ride(folder: string, seed: number, calls: Calls = 'over HTTP'): Promise<readonly string[]> {
  const journey = await openJourney(folder, seed, calls);
  const { agent, center, first, log } = journey;
  try {
    await travel(journey);
    await agent.desk.seesNot(/\d unsent|offline/);
    await agrees({ backstage: center, model: agent.model, first });
    agent.desk.press('quit-now');
    expect(await agent.desk.exit()).toEqual({ exitCode: 0, signal: 0 });
    return log;
  } catch (error) {
    // The same error, so that its difference is still shown.
    if (error instanceof Error) error.message += `\n\n${log.join('\n')}`;
    throw error;
  } finally {
    await journey.close();
  }
}
