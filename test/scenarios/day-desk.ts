import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { movedKeys } from '../harness/moved-keys.ts';
import type { Terminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { DayModel, type View } from './day-model.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';
import { furnish } from './verbs.ts';

/** How many conversations there are. */
const COUNT = 60;
const SPAM = 2;
/** What is sent arrives within this time. */
const AGREE_WITHIN_MS = 60_000;
/** What the editor writes. */
export const WORDS = 'Written in the editor.';

/** A desk on a help center, with the model of what the keys say. */
export interface Day {
  readonly backstage: Backstage;
  readonly desk: Terminal;
  readonly model: DayModel;
  readonly me: number;
  readonly ana: number;
  readonly first: readonly Conversation[];
}

/** Every conversation, merged ones too, as the service answers. */
export async function read({ ask }: Pick<Backstage, 'ask'>): Promise<Conversation[]> {
  const lists = ['archived=any', 'archived=any&merged=1'].map(query =>
    ask<Conversation[]>('GET', `/conversations?${query}&limit=200`),
  );
  const all = new Map((await Promise.all(lists)).flat().map(one => [one.id, one]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

/** Sixty conversations of all sorts: in four inboxes, closed, assigned, tagged, waiting and not. */
async function makeConversations(backstage: Backstage, ana: number): Promise<void> {
  const inboxes = await backstage.ask<{ id: number }[]>('GET', '/inboxes');
  for (let at = 0; at < COUNT; at += 1) {
    const inbox_id = at % 13 === 5 ? SPAM : inboxes.filter(({ id }) => id !== SPAM)[at % (inboxes.length - 1)]!.id;
    const tags = [...(at % 6 === 0 ? ['refund'] : []), ...(at % 9 === 0 ? ['vip'] : [])];
    const more = { tags, inbox_id, name: `Customer ${at % 7}`, body: `Message ${at}` };
    const id = await backstage.conversation(`Case ${at} of the day`, more);
    if (at % 10 === 3) await backstage.ask('POST', `/conversations/${id}/agents`, { agent_id: ana });
    if (at % 12 === 6) await backstage.ask('PUT', `/conversations/${id}`, { conversation_status_id: 2 });
  }
}

/** What the desk opens on. */
export const isUnresolved: View = one => one.status !== 'closed' && !one.archived && one.inbox_id !== SPAM;

/** The given views, as they are described. */
const VIEWS = {
  Unresolved: () => isUnresolved,
  Mine:
    ({ me }: Day) =>
    (one: Conversation) =>
      isUnresolved(one) && one.assign_to === me,
  Unassigned: () => (one: Conversation) => isUnresolved(one) && one.assign_to === null,
  'Waits on us': () =>
    Object.assign((one: Conversation) => isUnresolved(one) && one.waiting_since !== null, {
      isByWaiting: true as const,
    }),
  Archived: () => (one: Conversation) => one.archived,
} satisfies Readonly<Record<string, (day: Day) => View>>;

/** How the day's desk is started. */
interface Start {
  readonly columns: number;
  readonly rows: number;
  readonly args: readonly string[];
  /** Settings of the agent's own, and the keys that they give to actions. */
  readonly own?: ReturnType<typeof movedKeys>;
}

/** A desk of this size on a new help center; its editor writes `WORDS`. */
export async function begin({ own, ...size }: Start): Promise<Day> {
  const backstage = await openBackstage();
  await furnish(backstage);
  await backstage.ask('POST', '/inboxes', { name: 'Billing' });
  const [ana] = await backstage.ask<{ id: number }[]>('GET', '/agents');
  await makeConversations(backstage, ana!.id);
  const editor = join(temporaryFolder(), 'editor');
  writeFileSync(editor, `#!/bin/sh\nprintf '${WORDS}' > "$1"\n`, { mode: 0o755 });
  const settings = join(temporaryFolder(), 'config.toml');
  if (own) writeFileSync(settings, own.toml);
  const env = { EDITOR: editor, ...(own ? { FRONTDESK_CONFIG: settings } : {}) };
  const desk = await openDesk(backstage, { ...size, env, ...(own ? { keysFor: own.keysFor } : {}) });
  const agents = await backstage.ask<{ id: number }[]>('GET', '/agents');
  const me = agents.find(({ id }) => id !== ana!.id)!.id;
  const first = await read(backstage);
  const model = new DayModel(first, isUnresolved);
  await desk.sees(firstRows(model));
  // From then on the desk knows the agents by name, and which of them it is.
  await desk.sees(/ Ana /);
  return { backstage, desk, model, me, ana: ana!.id, first };
}

/** Presses keys, and waits until the screen stands still. */
export async function press({ desk }: Day, ...names: string[]): Promise<void> {
  desk.press(...names);
  await desk.settled(40);
}

/** The desk says as many marks as the model has. */
export async function seesMarks({ desk, model }: Day): Promise<void> {
  const { size } = model.marks;
  const isRow = new Set(model.rows());
  const away = [...model.marks.keys()].filter(id => !isRow.has(id)).length;
  if (size === 0) await desk.seesNot(/\d marked/);
  else await desk.sees(away === 0 ? new RegExp(` ${size} marked `) : ` ${size} marked, ${away} not shown `);
}

/** Only the help center knows when and how often something changed; when a merge was, it alone knows as well. */
function comparable({ version: _, updated_at: __, ...one }: Conversation): object {
  return one.merged_into === null ? one : { ...one, last_message_at: null, preview: null, messages: null };
}

/** The help center holds what the keys said, in every field, and what no key touched has its version still. */
export async function agrees({
  backstage,
  model,
  first,
}: Pick<Day, 'model' | 'first'> & { readonly backstage: Pick<Backstage, 'ask'> }): Promise<void> {
  const expected = [...model.all.values()].map(comparable);
  const giveUpAt = performance.now() + AGREE_WITHIN_MS;
  const isAgreed = (held: readonly Conversation[]) => isDeepStrictEqual(held.map(comparable), expected);
  let now = await read(backstage);
  while (!isAgreed(now) && performance.now() < giveUpAt) {
    await sleep(50);
    now = await read(backstage);
  }
  const differing = now.map(comparable).flatMap((held, index) => {
    const meant = expected[index];
    return isDeepStrictEqual(held, meant) ? [] : [{ held, meant }];
  });
  expect(now.map(comparable), JSON.stringify(differing)).toEqual(expected);
  for (const [index, one] of now.entries()) {
    const former = first[index];
    if (!former) continue;
    const isTouched = JSON.stringify(comparable(one)) !== JSON.stringify(comparable(former));
    if (isTouched) expect(one.version).toBeGreaterThan(former.version);
  }
  for (const [id, texts] of model.notes) {
    const notes = await backstage.ask<{ details: string }[]>('GET', `/conversations/${id}/notes`);
    expect(notes.map(({ details }) => details).sort()).toEqual([...texts].sort());
  }
}

/** Another list is shown, with the cursor on its first row. */
export async function opens(day: Day, what: View): Promise<void> {
  const { desk, model } = day;
  model.open(what);
  await desk.sees(firstRows(model));
  // At its end the rest of a list is read: marks reach what is loaded.
  await press(day, 'cursor.bottom');
  await desk.settled(200);
  await toTop(day);
  await desk.settled(60);
}

/** The first rows of the list, one below the other. */
function firstRows(model: DayModel): RegExp {
  return new RegExp(
    model
      .rows()
      .slice(0, 5)
      .map(id => ` ${id} .*`)
      .join('\\n.*'),
  );
}

/** `R`, and to the first row. */
export async function refresh(day: Day): Promise<void> {
  const { desk, model } = day;
  model.refresh();
  // A key before the answer is there keeps the rows that left in their places, until the next time.
  for (let tries = 0; tries < 3; tries += 1) {
    await press(day, 'refresh');
    await desk.settled(400);
    if (firstRows(model).test(desk.text())) break;
  }
  await toTop(day);
  await desk.sees(firstRows(model));
  // What arrived above the first row is above the cursor.
  await toTop(day);
}

/** Goes to a view by its key; its name is the head of the list. */
export async function view(day: Day, key: string, name: keyof typeof VIEWS): Promise<void> {
  day.desk.press(key);
  await day.desk.sees(new RegExp(`(^|│) ${name} +\\d`, 'm'));
  await opens(day, VIEWS[name](day));
  await seesMarks(day);
}

/** `gg`. */
export async function toTop(day: Day): Promise<void> {
  await press(day, 'cursor.top');
  day.model.top();
}

/** `z`. */
export async function undo(day: Day): Promise<void> {
  await press(day, 'undo');
  await day.desk.sees('Undone');
  day.model.undo();
}

/** Marks the row under the cursor and as many below. */
export async function range(day: Day, down: number): Promise<void> {
  await press(day, 'list.range', ...Array.from({ length: down }, () => 'cursor.down'), 'list.range');
  day.model.range(down);
  await seesMarks(day);
}

/** `*n`. */
export async function unmark(day: Day): Promise<void> {
  await press(day, 'list.unmark');
  day.model.marks.clear();
  await seesMarks(day);
}

/** Chooses in a box with a filter line. */
export async function choose({ desk }: Day, key: string, foot: string, typed: string): Promise<void> {
  desk.press(key);
  await desk.sees(foot);
  desk.type(typed);
  await desk.settled(80);
  desk.press('enter');
  await desk.settled(80);
}
