import type { Terminal } from '../harness/pty.ts';
import type { Random } from '../harness/random.ts';
import type { DayModel } from './day-model.ts';

/** An agent at a desk, and what the keys pressed so far mean. */
export interface JourneyAgent {
  /** The desk of now: a reboot or a new login puts another one here. */
  desk: Terminal;
  readonly model: DayModel;
  readonly me: number;
  readonly ana: number;
  readonly random: Random;
  /** Half-written notes, by conversation. */
  readonly drafts: Map<number, string>;
  /** Conversations that somebody else acts on: the agent's chance leaves them alone. */
  readonly reserved: Set<number>;
  /** Conversations that the agent has acted on since the line was last good. */
  readonly touched: Set<number>;
  /** Whether lists can be read and changes arrive. */
  isOnline: boolean;
  /** The last deed can be undone. */
  canUndo: boolean;
  /** How many notes were written, which makes each text its own. */
  notes: number;
}

/** So long nothing is drawn before the screen is read, twice alike. */
const QUIET_MS = 15;
const MAX_LOOKS = 200;
/** Where the detail begins on a screen of 100 columns. */
const DETAIL_COLUMN = 59;
/** The id in a row of the list, between the inboxes and the detail. */
const ROW = /^[^│]*│.{4} *(\d+) /;

function idIn(row: string): number | undefined {
  const id = ROW.exec(row)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The conversations on the screen, from the top. */
export function shownRows({ desk }: Pick<JourneyAgent, 'desk'>): readonly number[] {
  return desk.screen().flatMap(row => idIn(row) ?? []);
}

/** Whether the list takes the keys, rather than the detail or a box in it. */
export function hasListKeys({ desk }: Pick<JourneyAgent, 'desk'>): boolean {
  return desk.cursor().x < DETAIL_COLUMN;
}

/** The row of the list with the cursor; undefined if a box or the detail has it, or in the middle of a frame. */
function cursorRow({ desk }: Pick<JourneyAgent, 'desk'>): number | undefined {
  return hasListKeys({ desk }) ? idIn(desk.screen()[desk.cursor().y] ?? '') : undefined;
}

/** The conversation under the cursor, as the agent sees it once nothing more is drawn. */
export async function underCursor({ desk }: Pick<JourneyAgent, 'desk'>): Promise<number> {
  let last: number | undefined;
  for (let looked = 0; looked < MAX_LOOKS; looked += 1) {
    await desk.settled(QUIET_MS);
    const now = cursorRow({ desk });
    if (now !== undefined && now === last) return now;
    last = now;
  }
  throw new Error(`The cursor is on no conversation\n${desk.text()}`);
}

/** Presses keys that change the screen, and waits until it stands still. */
export async function press({ desk }: JourneyAgent, ...names: readonly string[]): Promise<void> {
  await desk.settled(20);
  desk.resetBytes();
  desk.press(...names);
  await desk.until(() => desk.bytes() > 0, `Nothing is drawn after ${names.join(' ')}`);
  await desk.settled(20);
}

/** Moves the cursor by one row, the other way at the end of the list. */
export async function move(agent: JourneyAgent, way: 'cursor.down' | 'cursor.up'): Promise<void> {
  const { desk } = agent;
  const from = await underCursor(agent);
  const rows = shownRows(agent);
  const isAtTop = rows[0] === from;
  const isAtEnd = rows.at(-1) === from;
  const taken = isAtTop ? 'cursor.down' : isAtEnd ? 'cursor.up' : way;
  desk.press(taken);
  await desk.until(() => hasMovedFrom(agent, from), `The cursor stays on #${from} after ${taken}`);
}

function hasMovedFrom(agent: JourneyAgent, id: number): boolean {
  const now = cursorRow(agent);
  return now !== undefined && now !== id;
}

/** Waits until these conversations have left the list. */
export async function leave(agent: JourneyAgent, ids: readonly number[]): Promise<void> {
  const isGone = () => !shownRows(agent).some(id => ids.includes(id));
  await agent.desk.until(isGone, `Still listed: ${ids.join(' ')}`);
  await agent.desk.settled(20);
}

/** Chooses in a box with a filter line, whose foot says `foot`. */
export async function choose(agent: JourneyAgent, key: string, foot: string, typed: string): Promise<void> {
  const { desk } = agent;
  desk.press(key);
  await desk.sees(foot);
  desk.type(typed);
  await desk.sees(`> ${typed}`);
  await desk.settled(30);
  desk.press('enter');
}

/** Writes into the note's box, which is open. */
export async function write({ desk }: JourneyAgent, text: string): Promise<void> {
  desk.type(text);
  await desk.sees(text);
}

/** The text of the next note, short enough for a line of the box. */
export function nextNote(agent: JourneyAgent): string {
  agent.notes += 1;
  return `note ${agent.notes}: ${Math.floor(agent.random() * 1e9).toString(36)}`;
}
