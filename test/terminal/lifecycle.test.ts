import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLifecycle, type LifecycleOptions } from '../../src/terminal/lifecycle.ts';
import { handClock } from '../harness/hand-clock.ts';
import { MODES_AT_REST, ttyKept, withTtyNoted } from '../harness/modes.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures/desk.ts');

async function openDesk(...args: string[]) {
  const folder = temporaryFolder();
  const command = withTtyNoted(folder, process.execPath, ['--no-warnings', PROGRAM, folder, ...args]);
  const terminal = openTerminal({ ...command, env: deskEnvironment(folder) });
  await terminal.sees('desk 1 80x24');
  expect(terminal.modes()).toMatchObject({ alternateScreen: true, cursorShown: false, bracketedPaste: true });
  const deskPid = terminal.children()[0] as number;
  return { folder, terminal, signal: (name: NodeJS.Signals) => process.kill(deskPid, name) };
}

/** The milliseconds of sleep that the program asked for on its way out: nothing else holds it up. */
function sleptMs(folder: string): number {
  return Number(readFileSync(join(folder, 'slept'), 'utf8'));
}

async function endsTidily(terminal: Terminal, folder: string): Promise<number> {
  const { exitCode } = await terminal.exit();
  expect(sleptMs(folder)).toBeLessThan(1_000);
  expect(terminal.modes()).toEqual(MODES_AT_REST);
  const { before, after } = ttyKept(folder);
  expect(after).toBe(before);
  return exitCode;
}

/** A lifecycle with a terminal and a process of its own; what it did, in order. */
function startedAlone() {
  const clock = handClock();
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const none = () => undefined;
  const stdin = Object.assign(new EventEmitter(), { setRawMode: none, resume: none, pause: none });
  const stdout = new EventEmitter();
  const exit = (code?: number) => void done.push(`exit ${code}`);
  const ownProcess = Object.assign(new EventEmitter(), { kill: () => true, exit });
  const options = { stdin, stdout, process: ownProcess, setTimer: clock.setTimer, onInput: none, enter: none };
  const lifecycle = createLifecycle({
    ...(options as unknown as LifecycleOptions),
    leave: note('left'),
    takeAnswers: ms => done.push(`answers for ${ms} ms`),
    saveState: note('saved'),
    report: () => undefined,
    tell: none,
  });
  lifecycle.start();
  return { lifecycle, stdin, stdout, process: ownProcess, done, timers: clock.waiting };
}
type Alone = ReturnType<typeof startedAlone>;

describe('a way out ends the program before it returns, and waits for nothing but the terminal’s answers', () => {
  test.for<[string, (alone: Alone) => unknown, ms: number, code: number]>([
    ['the agent quits', ({ lifecycle }) => lifecycle.quit(0), 1_500, 0],
    ['a bug', ({ lifecycle }) => lifecycle.fail(new Error('a bug')), 500, 1],
    ['an uncaught error', alone => alone.process.emit('uncaughtException', new Error('a bug')), 500, 1],
    ['a lost promise', alone => alone.process.emit('unhandledRejection', new Error('a bug')), 500, 1],
    ['SIGTERM', alone => alone.process.emit('SIGTERM'), 500, 143],
    ['SIGHUP', alone => alone.process.emit('SIGHUP'), 500, 129],
    ['SIGINT', alone => alone.process.emit('SIGINT'), 500, 130],
    ['the end of the input', ({ stdin }) => stdin.emit('end'), 500, 129],
    ['a terminal that is gone', ({ stdout }) => stdout.emit('error', new Error('EIO')), 500, 129],
  ])('%s', ([, cause, ms, code]) => {
    const alone = startedAlone();
    cause(alone);
    expect(alone.done).toEqual(['saved', 'left', `answers for ${ms} ms`, `exit ${code}`]);
    expect(alone.timers()).toBe(0);
  });
});

describe('every exit saves the state, restores the terminal and tells the truth', () => {
  test('prints a farewell on the ordinary screen', async () => {
    const { terminal, folder } = await openDesk();
    terminal.press('q');
    await endsTidily(terminal, folder);
    expect(terminal.screen()[0]).toBe('Goodbye.');
  });

  test('a fault names its report once the screen is back, and nothing of its content', async () => {
    const { terminal, folder } = await openDesk();
    terminal.press('t');
    await endsTidily(terminal, folder);
    const told = terminal.screen().join('');
    expect(told).toMatch(/^frontdesk stopped because of a bug\. Drafts and unsent changes are kept\./);
    expect(told).toContain(join(folder, 'report'));
    expect(terminal.output()).not.toContain('Mia');
  });

  test('with a full disk the terminal is restored all the same, and nothing is claimed to be saved', async () => {
    const { terminal, folder } = await openDesk('unlucky');
    terminal.press('t');
    expect(await endsTidily(terminal, folder)).toBe(1);
    expect(terminal.text().replaceAll('\n', '')).toMatch(/could not be saved\. No report could be written\./);
  });

  test('an answer that the terminal still owes does not reach the shell', async () => {
    const folder = temporaryFolder();
    const terminal = openTerminal({
      command: '/bin/sh',
      args: ['-c', AND_THEN_A_KEY, 'sh', process.execPath, '--no-warnings', PROGRAM, folder],
      env: deskEnvironment(folder),
    });
    await terminal.sees('desk 1');
    terminal.press('a');
    await terminal.sees('after');
    terminal.press('j');
    await terminal.sees(/ j/);
    expect((await terminal.exit()).exitCode).toBe(0);
  });
});

/** Runs a program and then shows the next key that the shell is given. */
const AND_THEN_A_KEY = `"$@"; code=$?; stty raw -echo; printf after; dd bs=1 count=1 2>/dev/null | od -An -c; exit $code`;

describe('Ctrl-Z', () => {
  test('in an orphaned group, where the kernel discards the stop, goes on after a moment', async () => {
    const { terminal, folder } = await openDesk();
    terminal.press('ctrl-z');
    await terminal.sees('desk 2');
    terminal.press('j');
    await terminal.sees('[j]');
    terminal.press('q');
    expect(await endsTidily(terminal, folder)).toBe(0);
  });

  test('a stop from outside and a later SIGCONT repaint too', async () => {
    const { terminal, folder, signal } = await openDesk();
    signal('SIGSTOP');
    signal('SIGCONT');
    await terminal.sees('desk 2');
    signal('SIGTSTP');
    await terminal.sees('desk 3');
    terminal.press('q');
    expect(await endsTidily(terminal, folder)).toBe(0);
  });
});

describe('a borrower of the terminal', () => {
  test('has it in cooked mode and alone; afterwards the desk takes it again', async () => {
    const { terminal, folder, signal } = await openDesk();
    terminal.press('e');
    await terminal.sees('editor:');
    expect(terminal.row(/icanon/).text).toBe('icanon');
    expect(terminal.modes()).toEqual(MODES_AT_REST);
    signal('SIGINT');
    terminal.type('jjq hello\n');
    await terminal.sees('read jjq hello');
    await terminal.sees('desk 2');
    terminal.press('q');
    expect(await endsTidily(terminal, folder)).toBe(0);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('lent and back\n');
  });

  test('does not keep SIGTERM from ending the desk', async () => {
    const { terminal, folder, signal } = await openDesk();
    terminal.press('e');
    await terminal.sees('editor:');
    signal('SIGTERM');
    await terminal.until(() => existsSync(join(folder, 'saved')), 'The state was never saved');
    expect((await terminal.exit()).exitCode).toBe(143);
  });
});

test('the window is resized', async () => {
  const { terminal } = await openDesk();
  terminal.resize(70, 20);
  await terminal.sees('resized 70');
});
