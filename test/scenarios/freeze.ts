import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileOf, type PlacedBomb } from '../harness/bombs.ts';
import { keyBytes } from '../harness/key-bytes.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { queuedMs } from '../harness/queued.ts';
import { deskEnvironment } from '../harness/temporary.ts';

/** What one bomb did to a desk; milliseconds. */
export interface Frozen {
  /** How long each step took, by its name. */
  readonly steps: Readonly<Record<string, number>>;
  /** The longest that a key waited for its effect, without what the thread itself waited for a processor; in which step. */
  readonly keyMs: number;
  readonly keyIn: string;
  /** The same with that wait: others' work on the machine. */
  readonly keyWithOthersMs: number;
  /** How many keys were answered in each step. */
  readonly answered: Readonly<Record<string, number>>;
}

/** How a repaint begins: the answer to Ctrl-l, the one key that does the same in every place. */
const REPAINT = '\x1b[H\x1b[J';
const KEY_EVERY_MS = 100;
const STEP_WITHIN_MS = 60_000;

function letter(number: number) {
  return [
    'From x Mon Jan  5 10:00:00 2024',
    `From: Ana <ana${number}@customer.example>\nSubject: Parcel ${number}\nMessage-ID: <${number}@customer.example>`,
    `Date: Fri, 05 Jan 2024 09:0${number}:00 +0000\n\nHello, where is parcel ${number}?\n\n`,
  ].join('\n');
}

/** Presses Ctrl-l again and again and takes the time until the first bytes of the repaint have come. */
function startProbe(desk: Terminal, onBytes: (listener: (bytes: Uint8Array) => void) => void) {
  const probe = {
    step: 'start',
    sentAt: 0,
    queued: 0,
    isOn: true,
    isPaused: false,
    worst: { ms: 0, step: '' },
    withOthersMs: 0,
  };
  const answered: Record<string, number> = {};
  onBytes(bytes => {
    if (probe.sentAt === 0 || !Buffer.from(bytes).includes(REPAINT)) return;
    const whole = performance.now() - probe.sentAt;
    const ms = whole - (queuedMs(desk.pid) - probe.queued);
    probe.sentAt = 0;
    answered[probe.step] = (answered[probe.step] ?? 0) + 1;
    probe.withOthersMs = Math.max(probe.withOthersMs, whole);
    if (ms > probe.worst.ms) probe.worst = { ms, step: probe.step };
  });
  const run = async () => {
    while (probe.isOn) {
      if (probe.sentAt === 0 && !probe.isPaused) {
        probe.queued = queuedMs(desk.pid);
        probe.sentAt = performance.now();
        desk.type(keyBytes('ctrl-l'));
      }
      await sleep(KEY_EVERY_MS);
    }
  };
  const running = run();
  // If a step fails, the desk is killed and takes no more keys.
  running.catch(() => undefined);
  return { probe, answered, running };
}

interface Step {
  readonly name: string;
  readonly keys: readonly string[];
  /** The screen afterwards: it has `sees`, and no longer `seesNot`. */
  readonly sees: RegExp;
  readonly seesNot?: RegExp;
  /** Further checks after the run; they receive the folder of the run. */
  readonly isOver?: (folder: string) => boolean;
  /** The terminal is lent: no key is answered. */
  readonly isLent?: true;
  /** Takes what the step did back. */
  readonly back?: readonly string[];
}

/** What the pager writes once it has all of a transcript. */
function pagedIn(folder: string): string {
  return join(folder, 'paged');
}

const STEPS: readonly Step[] = [
  {
    name: 'open',
    keys: ['palette', '#3', 'enter'],
    sees: /│ #3 /,
    seesNot: /Reading the conv|Parcel \d +(?:open|closed)/,
  },
  { name: 'scroll', keys: ['home', 'pgdn', 'end', 'pgup'], sees: /#3 / },
  { name: 'widen', keys: ['pane.widen'], sees: /^ ?#3 /m, back: ['pane.widen'] },
  { name: 'links', keys: ['link.list'], sees: /no link in|┌ Attachments and links/ },
  { name: 'link', keys: ['link.show'], sees: /no link in|^ Link|┌ Link/m },
  { name: 'find', keys: ['detail.find', 'zzzqq', 'enter'], sees: /is not in the/ },
  {
    name: 'transcript',
    keys: ['conversation.transcript'],
    sees: /#3 /,
    isOver: folder => existsSync(pagedIn(folder)),
    isLent: true,
  },
  { name: 'merge', keys: ['conversation.merge', 'enter'], sees: /y merge/ },
];

async function press(desk: Terminal, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (/^(#3|zzzqq)$/.test(key)) desk.type(key);
    else desk.press(key);
    // Typed by a person, not pasted.
    await sleep(20);
  }
}

/** Esc, but only if something is open: in the detail it would go back to the list. */
async function closeBoxes(desk: Terminal): Promise<void> {
  while (desk.text().includes('┌') || /^ Link/m.test(desk.text())) {
    const before = desk.text();
    desk.press('esc');
    await desk.until(() => desk.text() !== before, 'Esc does nothing', { within: STEP_WITHIN_MS });
    await desk.settled(KEY_EVERY_MS / 2);
  }
}

/**
 * Imports one bomb into a desk on a pty, opens it and does with it what an agent does, while keys come at a steady
 * rhythm.
 */
export async function freezeBy(bomb: PlacedBomb, size: number, folder: string): Promise<Frozen> {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...deskEnvironment(folder),
    PAGER: `wc -c > '${pagedIn(folder)}.part' && mv '${pagedIn(folder)}.part' '${pagedIn(folder)}'`,
  };
  const database = join(folder, 'center.db');
  const before = join(folder, 'before.mbox');
  const file = join(folder, bomb.enters === 'mbox' ? 'bomb.mbox' : 'bomb.eml');
  writeFileSync(before, letter(1) + letter(2));
  writeFileSync(file, fileOf(bomb, size));
  execFileSync(process.execPath, [launcher, 'import', before, '--status', 'open', '--database', database], { env });

  const listeners: ((bytes: Uint8Array) => void)[] = [];
  const onOutput = (bytes: Uint8Array) => {
    for (const listener of listeners) listener(bytes);
  };
  const args = [launcher, '--database', database, '--link', 'fast', '--layout', 'beside'];
  const desk = openTerminal({ command: process.execPath, args, env, columns: 120, rows: 36, onOutput });
  try {
    await desk.sees('Parcel 2');
    await desk.settled(300);
    const { probe, answered, running } = startProbe(desk, listener => listeners.push(listener));
    const steps: Record<string, number> = {};
    const timed = async (step: Omit<Step, 'keys'>, act: () => Promise<void>) => {
      const { name, sees, seesNot = /$^/, isOver: isDone = () => true } = step;
      probe.step = name;
      probe.isPaused = step.isLent ?? false;
      if (step.isLent) await desk.until(() => probe.sentAt === 0, 'The last key was not answered');
      const began = performance.now();
      await act();
      const isOver = () => isDone(folder) && sees.test(desk.text()) && !seesNot.test(desk.text());
      await desk.until(isOver, `${name} is not over`, { within: STEP_WITHIN_MS });
      steps[name] = performance.now() - began;
      if (step.isLent) await desk.settled(KEY_EVERY_MS);
      probe.isPaused = false;
    };
    await press(desk, ['palette']);
    desk.type('Import mail');
    await sleep(200);
    desk.press('enter');
    await desk.sees('path of an mbox');
    desk.type(`${file} --status open`);
    await sleep(200);
    await timed({ name: 'import', sees: /Imported \d|Not imported/ }, async () => desk.press('enter'));
    // What is no mail is set aside, and there is nothing to open.
    const isSetAside = /Imported 0 /.test(desk.text());
    for (const step of isSetAside ? [] : STEPS) {
      await timed(step, () => press(desk, step.keys));
      await press(desk, step.back ?? []);
      await closeBoxes(desk);
      await sleep(KEY_EVERY_MS);
    }
    probe.isOn = false;
    await running;
    const { worst, withOthersMs: keyWithOthersMs } = probe;
    return { steps, keyMs: worst.ms, keyIn: worst.step, keyWithOthersMs, answered };
  } finally {
    desk.close();
  }
}
