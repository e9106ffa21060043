import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { keptDrafts } from '../harness/kept-drafts.ts';
import { launcher } from '../harness/launcher.ts';
import { MODES_AT_REST, ttyKept, withTtyNoted } from '../harness/modes.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import type { Random } from '../harness/random.ts';
import { deskEnvironment } from '../harness/temporary.ts';

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
  readonly database: string;
  readonly conversationId: number;
  /** What was written of the note so far. */
  draft: string;
}

const statePath = ({ environment }: Life, name = '') => join(environment.XDG_STATE_HOME!, 'frontdesk', name);

export const newLife = (folder: string, database: string, conversationId: number): Life => ({
  folder,
  database,
  conversationId,
  environment: deskEnvironment(folder, { NODE_OPTIONS: `--import=${FAULT}`, FRONTDESK_TOKEN: 'canary-0123456789' }),
  draft: '',
});

const reports = (life: Life): string[] =>
  existsSync(statePath(life)) ? readdirSync(statePath(life)).filter(name => name.startsWith('report-')) : [];

/** Starts the desk, sees that the last draft is offered again, writes on, ends it at a random moment, looks at what is left. */
export async function liveOnce(life: Life, ending: Ending, random: Random): Promise<Death> {
  const before = reports(life).length;
  const args = [launcher, '--database', life.database, '--link', 'fast'];
  // A closed terminal leaves nobody who could note how the line discipline stands.
  const command = ending.hangsUp
    ? { command: process.execPath, args }
    : withTtyNoted(life.folder, process.execPath, args);
  const env = { ...life.environment, FRONTDESK_FAULT: ending.fault ?? '' };
  const terminal = openTerminal({ ...command, env, columns: 100, rows: 24 });
  try {
    await terminal.sees('All open', { within: 10_000 });
    terminal.press('n');
    await terminal.sees('NOTE');
    if (life.draft !== '') await terminal.sees(lastWord(life.draft));
    const written = await writeOn(terminal, random);
    const [typed, seen] = [life.draft + written.typed, life.draft + written.seen];
    const death = await end(terminal, ending);
    expect(death.exitCode).toBe(ending.exitCode);
    leftInOrder(terminal, life, ending);
    const kept = keptDrafts(life.environment).get(life.conversationId) ?? '';
    expect(typed.startsWith(kept), `kept ${kept}, typed ${typed}`).toBe(true);
    expect(kept.length).toBeGreaterThanOrEqual(seen.length);
    life.draft = kept;
    expect(reports(life).length - before).toBe(ending.exitCode === 1 ? 1 : 0);
    if (ending.exitCode === 1) reportedWell(terminal, life);
    return death;
  } finally {
    terminal.close();
  }
}

const WORDS = ['call', 'her', 'back', 'on', 'Monday', 'voucher', 'sent', 'to', 'Zoe'];

const lastWord = (text: string): string => text.trim().split(' ').at(-1)!;

/** Types some words at random moments; `seen` is what was on the screen at the end. */
async function writeOn(terminal: Terminal, random: Random): Promise<{ typed: string; seen: string }> {
  let typed = '';
  const words = 1 + Math.floor(random() * 4);
  for (let count = 0; count < words; count += 1) {
    const word = `${WORDS[Math.floor(random() * WORDS.length)]}${Math.floor(random() * 1000)} `;
    terminal.type(word);
    typed += word;
    await sleep(random() * 60);
  }
  const isSeen = terminal.text().includes(lastWord(typed));
  return { typed, seen: isSeen ? typed.trimEnd() : '' };
}

async function end(terminal: Terminal, { signal, fault, hangsUp }: Ending): Promise<Death> {
  const [desk = terminal.pid] = hangsUp ? [] : terminal.children();
  const start = performance.now();
  if (hangsUp) terminal.hangUp();
  else process.kill(desk, signal ?? 'SIGUSR2');
  if (fault) await nudge(terminal);
  const { exitCode } = await terminal.exit({ within: 5_000 });
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
    expect(text).not.toContain('canary-0123456789');
  }
  expect(report).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
}
