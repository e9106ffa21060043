import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptDrafts } from '../harness/kept-drafts.ts';
import type { Terminal } from '../harness/pty.ts';
import { createRandom } from '../harness/random.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { ENDINGS, type Ending, endWhileStarting, liveOn, liveOnce, newLife } from './life.ts';
import { type Furnished, furnish } from './life-center.ts';
import { openBackstage, openDesk } from './open-desk.ts';
import { stopAndGoOn } from './stop-and-go-on.ts';

/** `npm run soak -- life` does the same 200 times in each way. */
const TIMES = 1;
const AT_ONCE = 4;

let folder = '';
const outcomes = new Map<Ending, Promise<void>>();

/** Ends the desk `TIMES` times in one way, by turns with either kind of help center. */
async function endAgainAndAgain(furnished: Furnished, ending: Ending): Promise<void> {
  const index = ENDINGS.indexOf(ending);
  const random = createRandom(index + 1);
  const life = await newLife(furnished, join(folder, String(index)), index % 2 === 1);
  for (let count = 0; count < TIMES; count += 1) await liveOnce(life, ending, random);
  if (ending.signal === 'SIGTERM') await endWhileStarting(life, ending, random);
  await liveOn(life);
}

/** All ways side by side, this many at a time: a desk mostly waits. */
async function endInEveryWay(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-life-'));
  const furnished = await furnish(folder);
  const turns: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  for (const [index, ending] of ENDINGS.entries()) {
    const turn = index % AT_ONCE;
    const outcome = turns[turn]!.then(() => endAgainAndAgain(furnished, ending));
    outcomes.set(ending, outcome);
    turns[turn] = outcome.catch(() => undefined);
  }
  await Promise.all(turns);
}

describe('when the desk ends at any moment, drafts and notes are kept and the terminal is restored', () => {
  beforeAll(endInEveryWay, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

  test.for(ENDINGS)('by $name, with exit code $exitCode', async ending => {
    await outcomes.get(ending)!;
  });
});

test('Ctrl-Z and fg, at any moment: the shell has its terminal, then the desk is as it was', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  await stopAndGoOn(backstage.environment, backstage.database, 2, createRandom(7));
});

test('a file size limit (SIGXFSZ) does not end the desk: the failing write reports the error', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const desk = await openDesk(backstage);
  await desk.sees('Refund for order 7741');
  desk.kill('SIGXFSZ');
  await sleep(200);
  desk.press('open');
  await desk.sees('Esc list');
});

/** Fills the desk's terminal to the brim, with what no terminal shows. */
function fill(pid: number): void {
  const terminal = openSync(`/proc/${pid}/fd/1`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    for (;;) writeSync(terminal, '\0'.repeat(100));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN');
  } finally {
    closeSync(terminal);
  }
}

/** The link stands still, and the desk has far more to say than a terminal holds. */
async function standStill(desk: Terminal): Promise<void> {
  desk.stall();
  // A frame is under way whenever the one before was given up for lost.
  for (let count = 0; count < 3; count += 1) {
    fill(desk.pid);
    desk.press('repaint');
    await sleep(300);
  }
}

test('on a link that stands still nothing is lost, and SIGTERM still ends the desk', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const desk = await openDesk(backstage, { columns: 200, rows: 50 });
  desk.press('note.write');
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
  expect((await desk.exit()).exitCode).toBe(143);
  expect([...keptDrafts(backstage.environment).values()]).toEqual(['call her back']);
});

/** A desk on whose terminal this editor was called for a note that begins with "Her words". */
async function openWithEditor(script: string) {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  const editor = join(temporaryFolder(), 'editor');
  writeFileSync(editor, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const desk = await openDesk(backstage, { env: { EDITOR: editor } });
  desk.press('note.write');
  await desk.sees('NOTE');
  desk.type('Her words');
  await desk.sees('Her words');
  desk.press('ctrl-g');
  return { backstage, desk };
}

test('text saved in the editor is kept if the link is lost before the editor ends', async () => {
  const { backstage, desk } = await openWithEditor('printf ", and more" >> "$1"; echo saved; exec sleep 20');
  await desk.sees('saved');
  const editors = desk.children();
  desk.hangUp();
  await expect.poll(() => [...keptDrafts(backstage.environment).values()]).toEqual(['Her words, and more']);
  for (const editor of editors) process.kill(editor);
});

test('text saved in the editor is kept if the desk is killed before the editor ends', async () => {
  const { backstage, desk } = await openWithEditor('printf ", and more" >> "$1"; echo saved; exec sleep 20');
  await desk.sees('saved');
  const editors = desk.children();
  await expect.poll(() => [...keptDrafts(backstage.environment).values()]).toEqual(['Her words, and more']);
  desk.kill('SIGKILL');
  await desk.exit();
  for (const editor of editors) process.kill(editor);
  expect([...keptDrafts(backstage.environment).values()]).toEqual(['Her words, and more']);
});

test('text saved in an editor that broke afterwards is in the note', async () => {
  const { desk } = await openWithEditor('printf ", and more" >> "$1"; kill -9 $$');
  await desk.sees('Her words, and more');
});
