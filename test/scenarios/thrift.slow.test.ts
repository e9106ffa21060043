import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { costOf } from '../harness/cost.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { holdDown } from '../harness/shaped-desk.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { furnishCenter, SIZES } from '../harness/wire-desk.ts';
import { openBackstage, openDesk } from './open-desk.ts';

async function scene(args: readonly string[], count = 4) {
  const backstage = await openBackstage();
  for (let number = 1; number <= count; number++) await backstage.conversation(`Conversation ${number}`);
  const desk = await openDesk(backstage, { args });
  await desk.sees(`Conversation ${count}`);
  await desk.settled(300);
  return { backstage, desk };
}

/** The sign of a row that left. */
const GONE = /^..· /;

describe('--link slow', () => {
  test('an archived row keeps its place with a sign until the next jump, and z brings it back', async () => {
    const { backstage, desk } = await scene(['--link', 'slow']);
    const listed = (number: number) => new RegExp(` ${number} .*Conversation ${number} `);
    const rowOf = (number: number) => desk.row(listed(number)).text;
    desk.press('conversation.archive');
    await desk.sees('Archived · z undoes');
    expect(rowOf(4)).toMatch(GONE);
    expect(rowOf(3)).toContain('▌');
    desk.press('undo');
    await desk.until(() => !GONE.test(rowOf(4)), 'it never came back');
    desk.press('cursor.up');
    await desk.until(() => rowOf(4).includes('▌'), 'the cursor never went up');
    desk.press('conversation.archive');
    await desk.until(() => GONE.test(rowOf(4)), 'it got no sign');
    desk.press('cursor.top');
    await desk.seesNot(listed(4));
    const archived = await backstage.ask<{ title: string }[]>('GET', '/conversations?archived=1');
    expect(archived.map(({ title }) => title)).toEqual(['Conversation 4']);
  });

  test('the footer says slow, and ? explains what that changes', async () => {
    const { desk } = await scene(['--link', 'slow'], 1);
    expect(desk.screen().at(-1)).toMatch(/ slow$/);
    expect(desk.screen().at(-1)).not.toContain('archive');
    desk.press('help');
    await desk.sees('Slow link');
    await desk.sees('400 ms; half a page');
  });
});

describe('go', () => {
  test('shows the cost of the last key, the link as it was measured, and waiting changes', async () => {
    const { desk } = await scene(['--link', 'fast']);
    await costOf(desk, SIZES[0], () => desk.press('cursor.down'), { quietMs: 400, withinMs: 60_000, hasFloor: false });
    const { bytes } = await costOf(desk, SIZES[0], () => desk.press('cursor.up'), {
      quietMs: 400,
      withinMs: 60_000,
      hasFloor: false,
    });
    desk.press('activity');
    await desk.sees('Outbox and activity');
    await desk.sees('nothing waits to be sent');
    expect(desk.row('Last key').text).toMatch(new RegExp(`k ${bytes} · j \\d+`));
    expect(desk.row('Round trip').text).toMatch(/\d+ ms/);
    expect(desk.row('Link').text).toContain('fast, as asked for');
    await desk.settled(200);
    desk.resetBytes();
    await desk.settled(1_000);
    expect(desk.bytes()).toBe(0);
  });
});

describe('a terminal that wrongly claims left and right margins', () => {
  test('is detected: they are not used, and the screen is right', async () => {
    const { desk } = await scene(['--link', 'fast'], 40);
    desk.type('\x1b[?69;2$y');
    await desk.until(() => desk.output().includes('\x1b[?69h'), 'the margins were never tried');
    await desk.sees('#40 Conversation 40');
    await desk.settled(200);
    const before = desk.screen();
    desk.resetBytes();
    desk.press('cursor.bottom');
    await desk.sees('Conversation 1 ');
    desk.press('cursor.top');
    await desk.sees('Conversation 40');
    await desk.settled(400);
    expect(desk.output()).not.toMatch(/\x1b\[[\d;]*[rsST]/);
    expect(desk.screen()).toEqual(before);
  });
});

describe('on a line whose answers take 700 ms', () => {
  test.for([
    ['q', 'quit', 'shell>'],
    ['Ctrl-Z', 'suspend', 'Stopped'],
  ] as const)('%s pressed while frames are under way leaves the shell nothing to read', async ([, id, sign]) => {
    const backstage = await openBackstage();
    for (let number = 1; number <= 20; number++) await backstage.conversation(`Conversation ${number}`);
    const shell = openTerminal({
      command: '/bin/bash',
      args: ['--norc', '--noprofile', '-i'],
      env: { ...backstage.environment, PS1: 'shell> ' },
      columns: 100,
      answersAfterMs: 700,
    });
    await shell.sees('shell>');
    shell.type(`clear; ${process.execPath} ${launcher} --database ${backstage.database}\n`);
    await shell.sees('Unresolved');
    // The first answer of all must have come: then it is known that the terminal answers.
    await sleep(1_000);
    for (let count = 0; count < 8; count++) shell.press('cursor.down');
    await sleep(100);
    shell.press(id);
    await shell.sees(sign);
    shell.type('echo $((1000+1))\n');
    await shell.sees('1001');
    // All that was asked has been answered by now.
    await sleep(800);
    expect(shell.text()).not.toMatch(/shell> n|\^\[/);
  });
});

describe('--link auto', () => {
  test('stays fast on this machine, for any keys', async () => {
    const { desk } = await scene(['--link', 'auto'], 3);
    for (const key of 'jkjkllhhjk') {
      desk.type(key);
      await desk.settled(160);
    }
    expect(desk.screen().at(-1)).toContain('e archive');
  });

  test('becomes slow on a line of 1,200 bytes a second, and j held for 3 s costs at most 5,400 bytes', async () => {
    const folder = temporaryFolder();
    const database = furnishCenter(folder);
    const own = join(folder, 'own.db');
    copyFileSync(database, own);
    const ride = await holdDown({
      command: process.execPath,
      args: [launcher, '--database', own, '--link', 'auto'],
      env: deskEnvironment(folder),
      size: SIZES[0],
      line: { bytesPerSecond: 1_200, roundTripMs: 300 },
      columnsSeen: 42,
    });
    expect(ride.screen.at(-1)).toMatch(/ slow$/);
    expect(ride.bytes).toBeLessThanOrEqual(5_400);
  });
});
