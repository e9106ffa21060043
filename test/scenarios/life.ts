import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { keptDrafts } from '../harness/kept-drafts.ts';
import { launcher } from '../harness/launcher.ts';
import { MODES_AT_REST, ttyKept, withTtyNoted } from '../harness/modes.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { pick, type Random } from '../harness/random.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { type Furnished, type Gate, type LifeCenter, openLifeCenter } from './life-center.ts';

const FAULT = fileURLToPath(new URL('../harness/fault.ts', import.meta.url));

/** One way for the desk to end. */
export interface Ending {
  readonly name: string;
  readonly exitCode: number;
  /** Makes it end: a signal to it, or a fault inside it, which takes effect with the next key. */
  readonly signal?: NodeJS.Signals;
  readonly fault?: string;
  /** The terminal itself goes away. */
  readonly hangsUp?: true;
}

export const ENDINGS: readonly Ending[] = [
  { name: 'SIGTERM', signal: 'SIGTERM', exitCode: 143 },
  { name: 'SIGHUP', signal: 'SIGHUP', exitCode: 129 },
  { name: 'SIGINT', signal: 'SIGINT', exitCode: 130 },
  { name: 'SIGQUIT', signal: 'SIGQUIT', exitCode: 131 },
  { name: 'a throw in a timer', fault: 'timer', exitCode: 1 },
  { name: 'a rejected promise', fault: 'rejection', exitCode: 1 },
  { name: 'a throw while drawing', fault: 'render', exitCode: 1 },
  { name: 'a throw in a handler', fault: 'handler', exitCode: 1 },
  { name: 'EIO', fault: 'EIO', exitCode: 129 },
  { name: 'EPIPE', fault: 'EPIPE', exitCode: 129 },
  { name: 'the end of stdin', fault: 'stdin ends', exitCode: 129 },
  { name: 'a closed terminal', hangsUp: true, exitCode: 129 },
];

/** How it ended, and how long after the cause. */
export interface Death {
  readonly exitCode: number;
  readonly ms: number;
}

/** A desk on which one way of ending is tried again and again, each time on what the time before has left. */
export interface Life {
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly center: LifeCenter;
  readonly isElsewhere: boolean;
  /** What was written of the note so far. */
  draft: string;
  /** The notes that were sent, wherever they were when the desk ended. */
  readonly sent: string[];
}

function statePath({ environment }: Life, name = '') {
  return join(environment.XDG_STATE_HOME!, 'frontdesk', name);
}

/** A desk on a separate help center, embedded or remote, with nothing written yet. */
export async function newLife(furnished: Furnished, folder: string, isElsewhere: boolean): Promise<Life> {
  mkdirSync(folder, { recursive: true });
  const center = await openLifeCenter(furnished, folder);
  const more = { NODE_OPTIONS: `--import=${FAULT}`, FRONTDESK_TOKEN: center.token };
  return { folder, center, isElsewhere, environment: deskEnvironment(folder, more), draft: '', sent: [] };
}

function reports(life: Life): string[] {
  return existsSync(statePath(life)) ? readdirSync(statePath(life)).filter(name => name.startsWith('report-')) : [];
}

const GATES: readonly Gate[] = ['open', 'in trouble', 'without answers'];

/**
 * Starts the desk, checks that the last draft is offered again and that every note sent before is there once, writes
 * on, sends some, ends it at a random moment and checks the remains.
 */
export async function liveOnce(life: Life, ending: Ending, random: Random): Promise<Death> {
  const before = reports(life).length;
  const terminal = openDeskOf(life, ending);
  try {
    await atTheList(terminal);
    await expectSentOnce(life, terminal);
    if (life.isElsewhere) life.center.gate = pick(random, GATES);
    const written = await writeOn(terminal, life, random, ending.fault !== undefined);
    const death = await end(terminal, ending);
    expect(death.exitCode).toBe(ending.exitCode);
    leftInOrder(terminal, life, ending);
    keptAll(life, written);
    expect(reports(life).length - before).toBe(ending.exitCode === 1 ? 1 : 0);
    if (ending.exitCode === 1) reportedWell(terminal, life);
    return death;
  } finally {
    life.center.gate = 'open';
    terminal.close();
  }
}

/** What was written is all there once the desk runs again, with nothing in its way: for the end of a life. */
export async function liveOn(life: Life): Promise<void> {
  const terminal = openDeskOf(life);
  try {
    await atTheList(terminal);
    await expectSentOnce(life, terminal);
    terminal.press('note.write');
    await terminal.sees(BOX);
    if (life.draft.trim() !== '') await terminal.sees(lastWord(life.draft));
    terminal.press('esc');
    await terminal.seesNot(BOX);
    terminal.press('quit');
    expect((await terminal.exit()).exitCode).toBe(0);
  } finally {
    terminal.close();
    await life.center.close();
  }
}

/** A signal during the desk's start, at any moment: the terminal is as before, and no kept text is lost. */
export async function endWhileStarting(life: Life, ending: Ending, random: Random): Promise<Death> {
  const kept = keptDrafts(life.environment);
  const terminal = openDeskOf(life, ending);
  try {
    await terminal.until(() => isRunning(terminal, ending), 'The desk never began');
    await sleep(random() * 500);
    const death = await end(terminal, ending);
    // Before it has taken the terminal a hang-up kills it as it does any program.
    if (!ending.hangsUp) expect(death.exitCode).toBe(ending.exitCode);
    leftInOrder(terminal, life, ending);
    expect(keptDrafts(life.environment)).toEqual(kept);
    return death;
  } finally {
    terminal.close();
  }
}

/** A child that was listed a moment ago may be gone: a shell has others on the way. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(terminal: Terminal, { hangsUp }: Ending): boolean {
  const [pid] = hangsUp ? [terminal.pid] : terminal.children();
  return pid !== undefined && commandOf(pid).includes(launcher);
}

function openDeskOf({ center, environment, folder, isElsewhere }: Life, ending?: Ending): Terminal {
  const place = isElsewhere ? ['--url', center.url] : ['--database', center.database];
  const args = [launcher, ...place, '--link', 'fast'];
  // After the terminal was closed nothing can read the state of its line discipline.
  const command =
    !ending || ending.hangsUp ? { command: process.execPath, args } : withTtyNoted(folder, process.execPath, args);
  const env = { ...environment, FRONTDESK_FAULT: ending?.fault ?? '' };
  return openTerminal({ ...command, env, columns: 100, rows: 24 });
}

/** Each note that was sent is held by the help center, and no other. */
async function expectSentOnce({ center, sent }: Life, terminal: Terminal): Promise<void> {
  const expected = sent.toSorted();
  let held: string[] = [];
  for (let tries = 0; tries < 3_000; tries += 1) {
    held = (await center.notes()).toSorted();
    if (held.length >= expected.length) break;
    await sleep(20);
  }
  expect(held, terminal.text()).toEqual(expected);
}

/** What stands on a note's box while it is open. */
const BOX = 'agents only';

/** The desk has begun, and the box that it brought back is closed: behind a box on 24 rows there is no list. */
async function atTheList(terminal: Terminal): Promise<void> {
  await terminal.until(() => /Unresolved|agents only/.test(terminal.text()), 'The desk never began');
  if (terminal.text().includes(BOX)) terminal.press('esc');
  await terminal.sees('Unresolved');
}

const WORDS = ['call', 'her', 'back', 'on', 'Monday', 'voucher', 'sent', 'to', 'Zoe'];

function lastWord(text: string): string {
  return text.trim().split(' ').at(-1)!;
}

/** What was done before the end, and what of it was on the screen by then. */
interface Written {
  /** A note that was sent, and whether its box was seen to close. */
  readonly sent: string;
  readonly isSentSeen: boolean;
  /** The draft after that. */
  readonly typed: string;
  readonly seen: string;
}

/** Writes on a note, perhaps sends it and begins the next, at random moments; faults of the box need it `isBoxLeft`. */
async function writeOn(terminal: Terminal, life: Life, random: Random, isBoxLeft: boolean): Promise<Written> {
  terminal.press('note.write');
  await terminal.sees(BOX);
  if (life.draft.trim() !== '') await terminal.sees(lastWord(life.draft));
  const first = life.draft + (await typeWords(terminal, random));
  if (random() < 0.5) return { sent: '', isSentSeen: false, ...seenOf(terminal, first) };
  await terminal.sees(lastWord(first));
  terminal.press('ctrl-d');
  const isSentSeen = random() < 0.7 || isBoxLeft;
  if (!isSentSeen) return { sent: first.trim(), isSentSeen, typed: '', seen: '' };
  await terminal.seesNot(BOX);
  await sleep(random() * 60);
  terminal.press('note.write');
  await terminal.sees(BOX);
  return { sent: first.trim(), isSentSeen, ...seenOf(terminal, await typeWords(terminal, random)) };
}

/** Types some words at random moments. */
async function typeWords(terminal: Terminal, random: Random): Promise<string> {
  let typed = '';
  const words = 1 + Math.floor(random() * 4);
  for (let count = 0; count < words; count += 1) {
    const word = `${pick(random, WORDS)}${Math.floor(random() * 1e6)} `;
    terminal.type(word);
    typed += word;
    await sleep(random() * 60);
  }
  return typed;
}

function seenOf(terminal: Terminal, typed: string) {
  return {
    typed,
    seen: terminal.text().includes(lastWord(typed)) ? typed.trimEnd() : '',
  };
}

/** The disk has all that was seen, and nothing that was not typed; the life continues from there. */
function keptAll(life: Life, { sent, isSentSeen, typed, seen }: Written): void {
  const kept = keptDrafts(life.environment).get(life.center.conversationId) ?? '';
  const isSent = sent !== '' && (isSentSeen || kept.trim() !== sent);
  if (isSent) life.sent.push(sent);
  if (sent === '' || isSent) {
    expect(typed.startsWith(kept), `kept ${kept}, typed ${typed}`).toBe(true);
    expect(kept.length).toBeGreaterThanOrEqual(seen.length);
  }
  life.draft = kept;
}

async function end(terminal: Terminal, { signal, fault, hangsUp }: Ending): Promise<Death> {
  const [desk = terminal.pid] = hangsUp ? [] : terminal.children();
  const start = performance.now();
  if (hangsUp) terminal.hangUp();
  else process.kill(desk, signal ?? 'SIGUSR2');
  if (fault) await nudge(terminal);
  const { exitCode } = await terminal.exit();
  return { exitCode, ms: performance.now() - start };
}

/** A fault that waits for a key or a frame gets some: the cursor goes to and fro until the desk has ended. */
async function nudge(terminal: Terminal): Promise<void> {
  try {
    for (let count = 0; count < 40; count += 1) {
      await sleep(20);
      terminal.press(count % 2 === 0 ? 'left' : 'right');
    }
  } catch {
    // It has ended.
  }
}

function leftInOrder(terminal: Terminal, life: Life, { hangsUp }: Ending): void {
  if (hangsUp) return;
  expect(terminal.modes()).toEqual(MODES_AT_REST);
  const { before, after } = ttyKept(life.folder);
  expect(after).toBe(before);
}

/** The report is named on the screen, is its owner's alone, and holds neither a customer's words, nor a token, nor a control. */
function reportedWell(terminal: Terminal, life: Life): void {
  const path = statePath(life, reports(life).toSorted().at(-1));
  expect(terminal.screen().join('')).toContain(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const report = readFileSync(path, 'utf8');
  expect(report).toMatch(/Error/);
  expect(report).toMatch(/ at /);
  for (const text of [report, terminal.output()]) {
    expect(text).not.toContain('Mia');
    expect(text).not.toContain(life.center.token);
  }
  expect(report).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
}
