import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { boxOf, layoutOf, type PaneBox } from '../../src/ui/layout.ts';
import { copyCenter } from './copied-center.ts';
import { type Cost, changedText, costOf, screenOf } from './cost.ts';
import { launcher } from './launcher.ts';
import { movedClock } from './moved-time.ts';
import { openTerminal, type Terminal } from './pty.ts';
import { deskEnvironment } from './temporary.ts';

export const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
] as const;

/** The size of a desk's window, and where its detail is: beside the list unless it is stacked. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
  readonly isStacked?: boolean;
}
/** The same with the detail below the list. */
export const STACKED = SIZES.map(size => ({ ...size, isStacked: true }));
export type Link = 'slow' | 'fast';

/** The actions of the table, and those that it has no figure for. */
export const ACTIONS = [
  'first screen',
  'cursor down in the list, no scroll',
  'cursor down, the first after a rest',
  'cursor down 60 times from the top, mean',
  'next conversation, the detail follows',
  'scroll the detail one line',
  'mark one row',
  'tag one row',
  'archive one row, no row moves',
  'archive one row, the rows below move up',
  'open the line of later',
  'put off one row, which leaves',
  'open the help',
  'close the help',
  'a character typed in a field',
  'idle for 10 s',
] as const;
export type WireAction = (typeof ACTIONS)[number];

/** Samples of one action: several for a key that is pressed repeatedly, otherwise one. */
export type Samples = Partial<Record<WireAction, readonly Cost[]>>;

/**
 * A help center's file with 500 conversations, and before them a letter longer than any screen and four in plain
 * English: the rows that single keys are measured on, because a row costs more in a script whose width terminals
 * disagree about. What follows the cursor, and what comes up from below, are the sample's own. Returns its path.
 */
export function furnishCenter(folder: string): string {
  const database = join(folder, 'center.db');
  const env = deskEnvironment(folder);
  const shell = (...args: string[]) =>
    execFileSync(process.execPath, [launcher, ...args, '--database', database], { env, stdio: 'pipe' });
  shell('sample', '--conversations', '500');
  for (const [index, text] of plainLetters().entries()) {
    const letter = join(folder, `${index}.eml`);
    writeFileSync(letter, text);
    shell('import', letter, '--status', 'open');
  }
  return database;
}

const WORDS =
  'order parcel voucher refund exchange tomorrow warehouse invoice address courier answer week number photo'.split(' ');

const PLAIN_TITLES = [
  'Where is my parcel?',
  'A lamp arrived broken',
  'Invoice for my last order',
  'Exchange for a size',
];
const PLAIN_PEOPLE = ['Tom Baker', 'Lena Hof', 'Ivo Marek', 'Ruth Amsel'];
const PLAIN_TEXT = [
  'Hello, I have waited for two weeks and heard nothing.',
  'Could you tell me what happens next, please?',
];

function longLine(_: unknown, number: number): string {
  const words = Array.from({ length: 5 + (number % 7) }, (__, at) => WORDS[(number * 5 + at * 3) % WORDS.length]);
  return `${number + 1}: ${words.join(' ')}.\n`;
}

const PLAIN = PLAIN_TITLES.length + 1;

/** The letters, the long one last and newest. */
function plainLetters(): readonly string[] {
  const letter = (from: string, title: string, index: number, lines: readonly string[]) =>
    [
      `From: ${from} <plain${index}@customer.example>`,
      'To: Support <support@shop.example>',
      `Subject: ${title}`,
      `Date: ${new Date(Date.now() + 10_000 * (index + 1)).toUTCString()}`,
      `Message-ID: <plain${index}@customer.example>`,
      '',
      ...lines,
    ].join('\n');
  const short = PLAIN_TITLES.map((title, index) => letter(PLAIN_PEOPLE[index]!, title, index, PLAIN_TEXT));
  return [...short, letter('Mia Long', 'The whole story of my order', 5, Array.from({ length: 160 }, longLine))];
}

const OLD_MS = 17 * 24 * 3_600_000;

/** The built desk on a copy of that file, with a separate home folder. If all mail is old, no age changes in a minute. */
export function openBenchDesk(
  folder: string,
  database: string,
  link: Link,
  size: Size,
  { name = 'keys', isOld = false }: { readonly name?: string; readonly isOld?: boolean } = {},
): Terminal {
  const home = join(folder, `${name}-${link}-${size.columns}${size.isStacked ? '-stacked' : ''}`);
  mkdirSync(home, { recursive: true });
  const own = join(home, 'center.db');
  copyCenter(database, own);
  const clock = movedClock(join(home, 'ahead'), Date.now() + (isOld ? OLD_MS : 0));
  return openTerminal({
    command: process.execPath,
    args: [
      ...(isOld ? clock.flags : []),
      ...[launcher, '--database', own, '--link', link, '--layout', size.isStacked ? 'stacked' : 'beside'],
    ],
    env: { ...deskEnvironment(home), ...clock.variables },
    columns: size.columns,
    rows: size.rows,
  });
}

/** After so long without a key the detail has followed. */
const RESTED_MS = { slow: 550, fast: 300 } as const;
const IDLE_MS = 10_000;
/** A row in a script whose widths are doubtful costs twice as much, and is left and entered: most keys have none. */
const FOLLOWED = 12;

interface CostOptions {
  readonly quietMs?: number;
  readonly hasFloor?: boolean;
  /** The keys move the shown conversation itself. */
  readonly scrolls?: boolean;
}

/** A desk being measured. */
interface Bench {
  readonly desk: Terminal;
  readonly link: Link;
  /** Presses keys at once and returns their cost. */
  cost(keys: string): Promise<Cost>;
  /**
   * The same for one key after the other. On a busy machine a preview may come before the next key is pressed: such a
   * sample belongs to the preview and is left out. Returns none if that happened to more than half of them.
   */
  each(keys: readonly string[], how?: CostOptions): Promise<readonly Cost[]>;
  /** Presses keys and lets the screen follow. */
  go(keys: string): Promise<void>;
  /** Waits until the detail has followed. */
  rest(): Promise<void>;
}

/** The rows of a pane, cut out by cells: letters of two columns stand before it. */
function rowsIn(desk: Terminal, { left, top, columns, rows }: PaneBox): readonly string[] {
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => desk.cell(left + x, top + y).char).join(''),
  );
}

function paneBox({ isStacked = false, ...size }: Size, pane: 'list' | 'detail'): PaneBox {
  return boxOf(layoutOf(size, { pane: 'list', isWide: false, isStacked, ownLayouts: {} }), pane)!;
}

/** The messages on the screen: no key in the list changes them but by a preview. */
function messagesOn(desk: Terminal, size: Size): string {
  const box = paneBox(size, 'detail');
  return rowsIn(desk, box).slice(box.headRows).join('\n');
}

/** The detail shows the conversation on which the list's cursor is. */
function hasFollowed(desk: Terminal, size: Size): boolean {
  const number = /\d+/.exec(rowsIn(desk, paneBox(size, 'list'))[desk.cursor().y] ?? '')?.[0];
  return rowsIn(desk, paneBox(size, 'detail'))[0]!.trimStart().startsWith(`#${number} `);
}

function benchOf(desk: Terminal, link: Link, size: Size, isWhole: boolean): Bench {
  const cost = (keys: string, { quietMs = 40, hasFloor = isWhole }: CostOptions = {}) =>
    costOf(desk, size, () => desk.type(keys), { quietMs, hasFloor });
  const each = async (keys: readonly string[], { scrolls = false, ...how }: CostOptions = {}) => {
    const costs: Cost[] = [];
    for (const key of keys) {
      const before = messagesOn(desk, size);
      const one = await cost(key, how);
      if (scrolls || before === messagesOn(desk, size)) costs.push(one);
    }
    return costs.length * 2 < keys.length ? [] : costs;
  };
  return {
    desk,
    link,
    cost,
    each,
    go: async keys => {
      desk.type(keys);
      await sleep(50);
      await desk.settled(50);
    },
    rest: async () => {
      await sleep(RESTED_MS[link]);
      await desk.until(() => hasFollowed(desk, size), 'The detail did not follow the cursor');
      await desk.settled(100);
    },
  };
}

/**
 * Takes the desk through the actions and returns the cost of each, for test and bench alike: `isWhole` with the floors of actions whose budget is
 * no share of it, which take long to work out.
 */
export async function measureDesk(desk: Terminal, link: Link, size: Size, isWhole: boolean): Promise<Samples> {
  const bench = benchOf(desk, link, size, isWhole);
  const { each, go, rest } = bench;
  const first = await firstScreen(bench);
  const following = await follow(bench, size);
  await go('gg');
  await rest();
  const downs = await each([...'jjjjj']);
  await go('gg');
  await rest();
  const sixty = await each([...'j'.repeat(60)], { quietMs: 15 });
  await go('gg');
  await rest();
  const marks = await each([...'xxx']);
  await go('\x1b');
  return {
    'first screen': [first],
    'cursor down in the list, no scroll': downs,
    'cursor down 60 times from the top, mean': mean(sixty),
    ...following,
    'mark one row': marks,
    'tag one row': await tagOne(bench),
    ...(await seeHelp(bench)),
    'a character typed in a field': await typeSome(bench),
    'scroll the detail one line': await scrollSome(bench),
    ...(await archiveSome(bench)),
  };
}

/** From the program's start until the list is there; the floor is all text on the screen. */
async function firstScreen({ desk, rest }: Bench): Promise<Cost> {
  await desk.sees('The whole story');
  await desk.settled(40);
  const bytes = desk.bytes();
  const floor = desk.screen().reduce((sum, row) => sum + Buffer.byteLength(row), 0);
  await rest();
  return { bytes, floor };
}

/** From the sample's newest row on goes down by one and rests, a few times: the key alone, and the key with the conversation that comes after it. */
async function follow({ desk, each, go, rest }: Bench, size: Size): Promise<Samples> {
  const keys: Cost[] = [];
  const whole: Cost[] = [];
  await go('j'.repeat(PLAIN));
  await rest();
  for (let round = 0; round < FOLLOWED; round++) {
    const before = screenOf(desk, size);
    keys.push(...(await each(['j'])));
    await rest();
    whole.push({ bytes: desk.bytes(), floor: changedText(before, screenOf(desk, size)) });
  }
  return { 'cursor down, the first after a rest': keys, 'next conversation, the detail follows': whole };
}

async function tagOne({ desk, cost, go, rest }: Bench): Promise<readonly Cost[]> {
  await go('ggjj');
  await rest();
  await go('t');
  await desk.sees('Enter on or off');
  const costs: Cost[] = [];
  for (const tag of ['vip', 'account']) {
    await go(tag);
    costs.push(await cost('\r'));
    await go('\x15');
  }
  await go('\x1b');
  await desk.seesNot('Enter on or off');
  return costs;
}

async function typeSome({ desk, cost, go, rest }: Bench): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  await rest();
  for (const [key, field] of [
    ['/', 'Enter list'],
    ['=', 'Title of '],
    ['n', 'NOTE · agents only'],
  ] as const) {
    await go(key);
    await desk.sees(field);
    for (const letter of 'ord') costs.push(await cost(letter));
    await go('\x1b');
    await desk.seesNot(field);
    await desk.settled(50);
  }
  return costs;
}

async function seeHelp({ desk, cost, rest }: Bench): Promise<Samples> {
  await rest();
  const opened = await cost('?');
  await desk.sees('Keys in the list');
  const closed = await cost('\x1b');
  await desk.seesNot('Keys in the list');
  return { 'open the help': [opened], 'close the help': [closed] };
}

async function scrollSome({ each, go, rest }: Bench): Promise<readonly Cost[]> {
  await go('gg');
  await rest();
  await go('l');
  const scrolls = await each([...'jjjjjj'], { hasFloor: true, scrolls: true });
  await go('h');
  return scrolls;
}

/**
 * On a slow link an archived row keeps its place until the next jump. On a fast one it leaves, and rows stay in place
 * only if it still belongs to the list: in a list of all conversations.
 */
async function archiveSome({ desk, link, cost, each, go, rest }: Bench): Promise<Samples> {
  await go('ggjj');
  await rest();
  const listed = await each([...'eeeee']);
  const opened: Cost[] = [];
  const later: Cost[] = [];
  for (let round = 0; round < 3; round++) {
    await rest();
    opened.push(await cost('H'));
    await go('fri');
    later.push(...(await each(['\r'])));
  }
  const left = { 'open the line of later': opened, 'put off one row, which leaves': later };
  if (link === 'slow') return { ...left, 'archive one row, no row moves': listed };
  await go('/');
  await go('\x15is:any\r');
  await desk.sees(/\bAll \d/);
  const stays: Cost[] = [];
  for (let round = 0; round < 3; round++) {
    await go('j');
    await rest();
    stays.push(...(await each(['e'])));
  }
  return { ...left, 'archive one row, the rows below move up': listed, 'archive one row, no row moves': stays };
}

/** What the desk writes in ten seconds without a key, with a change sent, rows marked and a conversation shown. */
export async function measureIdle(desk: Terminal): Promise<Samples> {
  await desk.sees('The whole story');
  for (const key of 'jejx') {
    desk.type(key);
    await sleep(100);
  }
  await sleep(700);
  await desk.settled(1_000);
  desk.resetBytes();
  await sleep(IDLE_MS);
  return { 'idle for 10 s': [{ bytes: desk.bytes(), floor: 0 }] };
}

/** One cost in place of many. */
function mean(costs: readonly Cost[]): readonly Cost[] {
  const sum = (of: keyof Cost): number => costs.reduce((total, cost) => total + cost[of], 0);
  return costs.length === 0 ? [] : [{ bytes: sum('bytes') / costs.length, floor: sum('floor') / costs.length }];
}
