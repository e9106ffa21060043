import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/center/administration.ts';
import { createCenter } from '../../src/center/center.ts';
import { keptDrafts } from '../harness/kept-drafts.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { createRandom } from '../harness/random.ts';
import { ENDINGS, type Ending, liveOnce, newLife } from './life.ts';
import { openBackstage, openDesk } from './open-desk.ts';

const isFull = process.env.FRONTDESK_FULL === '1';
/** How often each way out is taken, each time at another moment. */
const TIMES = isFull ? 200 : 3;
const MOST_MS = 1_000;

const place = { folder: '', database: '', conversationId: 0 };

beforeAll(async () => {
  place.folder = mkdtempSync(join(tmpdir(), 'frontdesk-life-'));
  place.database = join(place.folder, 'center.db');
  const center = await createCenter({ database: place.database, attachmentsFolder: join(place.folder, 'attachments') });
  const { token } = await createApiKey(center, 'life');
  const body = JSON.stringify({ title: 'Refund for order 7741' });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const request = new Request('http://center/api/agent/v1/conversations', { method: 'POST', headers, body });
  place.conversationId = ((await (await center.fetch(request)).json()) as { data: { id: number } }).data.id;
  await center.close();
});
afterAll(() => rmSync(place.folder, { recursive: true, force: true, maxRetries: 3 }));

const AT_ONCE = 4;
const outcomes = new Map<Ending, Promise<number>>();

/** Ends the desk `TIMES` times in one way; gives the slowest exit in ms. */
const endAgainAndAgain = async (ending: Ending): Promise<number> => {
  const index = ENDINGS.indexOf(ending);
  const random = createRandom(index + 1);
  const folder = join(place.folder, String(index));
  mkdirSync(folder);
  const life = newLife(folder, place.database, place.conversationId);
  let slowest = 0;
  for (let count = 0; count < TIMES; count += 1) slowest = Math.max(slowest, (await liveOnce(life, ending, random)).ms);
  return slowest;
};

/** All ways side by side, so many at a time: a desk mostly waits. */
const endInEveryWay = async (): Promise<void> => {
  const turns: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  for (const [index, ending] of ENDINGS.entries()) {
    const turn = index % AT_ONCE;
    const outcome = turns[turn]!.then(() => endAgainAndAgain(ending));
    outcomes.set(ending, outcome);
    turns[turn] = outcome.catch(() => undefined);
  }
  await Promise.all(turns);
};

describe('at whatever moment the desk ends, drafts are kept and the terminal is as it was', () => {
  beforeAll(endInEveryWay, TIMES * 60_000);

  test.for(ENDINGS)('by $name, with exit code $exitCode', async ending => {
    const slowest = await outcomes.get(ending)!;
    expect(slowest).toBeLessThan(MOST_MS);
    if (isFull) process.stdout.write(`${ending.name}: ${TIMES} times, slowest exit ${Math.round(slowest)} ms\n`);
  });
});

test(`Ctrl-Z and fg, ${TIMES} times at any moment: the shell has its terminal, then the desk is as it was`, {
  timeout: TIMES * 20_000,
}, async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const env = { ...backstage.environment, PS1: 'shell> ' };
  const shell = openTerminal({
    command: '/bin/bash',
    args: ['--norc', '--noprofile', '-i'],
    env,
    columns: 100,
    rows: 30,
  });
  await shell.sees('shell>');
  await shell.settled();
  const atRest = shell.modes();
  shell.type(`${process.execPath} ${launcher} --database ${backstage.database} --link fast\n`);
  await shell.sees('All open', { within: 10_000 });
  shell.press('n');
  await shell.sees('NOTE');
  const random = createRandom(7);
  for (let count = 0; count < TIMES; count += 1) {
    const word = `word${count} `;
    shell.type(count % 5 === 4 ? `\x15${word}` : word);
    await sleep(random() * 80);
    shell.press('ctrl-z');
    await shell.sees('Stopped');
    await shell.settled(30);
    expect(shell.modes()).toEqual(atRest);
    shell.type(`echo cooked $((${count}+1000))\n`);
    await shell.sees(`cooked ${count + 1000}`);
    shell.type('clear; fg\n');
    await shell.sees(word.trim());
    expect(shell.row('NOTE').y).toBeGreaterThan(10);
    expect(shell.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true });
  }
  shell.press('esc', 'q');
  await shell.sees('shell>');
  await shell.settled();
  expect(shell.modes()).toEqual(atRest);
});

/** Fills the desk's terminal to the brim, with what no terminal shows. */
const fill = (pid: number): void => {
  const terminal = openSync(`/proc/${pid}/fd/1`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    for (;;) writeSync(terminal, '\0'.repeat(100));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN');
  } finally {
    closeSync(terminal);
  }
};

/** The link stands still, and the desk has far more to say than a terminal holds. */
const standStill = async (desk: Terminal): Promise<void> => {
  desk.stall();
  // A frame is under way whenever the one before was given up for lost.
  for (let count = 0; count < 3; count += 1) {
    fill(desk.pid);
    desk.press('ctrl-l');
    await sleep(300);
  }
};

test('on a link that stands still nothing is lost, and SIGTERM ends the desk within a second all the same', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const desk = await openDesk(backstage, { columns: 200, rows: 50 });
  desk.press('n');
  await desk.sees('NOTE');
  desk.type('call her back');
  await desk.sees('call her back');
  await desk.settled();
  const before = desk.screen();
  await standStill(desk);
  desk.flow();
  await desk.settled(400);
  expect(desk.screen()).toEqual(before);
  await standStill(desk);
  desk.kill('SIGTERM');
  const start = performance.now();
  expect((await desk.exit({ within: 3_000 })).exitCode).toBe(143);
  expect(performance.now() - start).toBeLessThan(MOST_MS);
  expect([...keptDrafts(backstage.environment).values()]).toEqual(['call her back']);
});
