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
  /** Whether lists can be read and changes arrive. */
  isOnline: boolean;
  /** The last deed can be undone. */
  canUndo: boolean;
  /** How many notes were written, which makes each text its own. */
  notes: number;
}

/** Where the detail begins on a screen of 100 columns. */
const DETAIL_COLUMN = 59;
/** The id in a row of the list, between the inboxes and the detail. */
const ROW = /^[^│]*│.{4} *(\d+) /;

function idIn(row: string): number | undefined {
  const id = ROW.exec(row)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The conversations on the screen, from the top. */
export function shownRows({ desk }: JourneyAgent): readonly number[] {
  return desk.screen().flatMap(row => idIn(row) ?? []);
}

/** Whether the list takes the keys, rather than the detail or a box in it. */
export function hasListKeys({ desk }: Pick<JourneyAgent, 'desk'>): boolean {
  return desk.cursor().x < DETAIL_COLUMN;
}

/** The conversation under the cursor, as the agent sees it. */
export function underCursor({ desk }: JourneyAgent): number {
  const row = desk.screen()[desk.cursor().y] ?? '';
  const id = hasListKeys({ desk }) ? idIn(row) : undefined;
  if (id === undefined) throw new Error(`The cursor is on no conversation: ${JSON.stringify(row)}\n${desk.text()}`);
  return id;
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
export async function move(agent: JourneyAgent, key: 'j' | 'k'): Promise<void> {
  const { desk } = agent;
  const from = underCursor(agent);
  const rows = shownRows(agent);
  const isAtTop = rows[0] === from;
  const isAtEnd = rows.at(-1) === from;
  const taken = isAtTop ? 'j' : isAtEnd ? 'k' : key;
  desk.press(taken);
  await desk.until(() => hasMovedFrom(agent, from), `The cursor stays on #${from} after ${taken}`);
}

function hasMovedFrom(agent: JourneyAgent, id: number): boolean {
  const row = agent.desk.screen()[agent.desk.cursor().y] ?? '';
  const now = idIn(row);
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
