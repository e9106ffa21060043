import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { Terminal } from '../harness/pty.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { DayModel, type View } from './day-model.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';
import { furnish } from './verbs.ts';

const COUNT = 60;
const SPAM = 2;
const WORDS = 'Written in the editor.';

interface Day {
  readonly backstage: Backstage;
  readonly desk: Terminal;
  readonly model: DayModel;
  readonly me: number;
  readonly ana: number;
  readonly first: readonly Conversation[];
}

/** Every conversation, merged ones too, as the service answers. */
async function read({ ask }: Backstage): Promise<Conversation[]> {
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

const VIEWS: Readonly<Record<'unresolved' | 'unassigned' | 'waiting' | 'archived', View>> = {
  unresolved: one => one.status !== 'closed' && !one.archived && one.inbox_id !== SPAM,
  unassigned: one => VIEWS.unresolved(one) && one.assign_to === null,
  waiting: one => VIEWS.unresolved(one) && one.waiting_since !== null,
  archived: one => one.archived,
};

async function begin(size: { columns: number; rows: number; args: readonly string[] }): Promise<Day> {
  const backstage = await openBackstage();
  await furnish(backstage);
  await backstage.ask('POST', '/inboxes', { name: 'Billing' });
  const [ana] = await backstage.ask<{ id: number }[]>('GET', '/agents');
  await makeConversations(backstage, ana!.id);
  const editor = join(temporaryFolder(), 'editor');
  writeFileSync(editor, `#!/bin/sh\nprintf '${WORDS}' > "$1"\n`, { mode: 0o755 });
  const desk = await openDesk(backstage, { ...size, env: { EDITOR: editor } });
  const agents = await backstage.ask<{ id: number }[]>('GET', '/agents');
  const me = agents.find(({ id }) => id !== ana!.id)!.id;
  const first = await read(backstage);
  const model = new DayModel(first, VIEWS.unresolved);
  await desk.sees(`${model.cursor} `);
  return { backstage, desk, model, me, ana: ana!.id, first };
}

async function press({ desk }: Day, ...names: string[]): Promise<void> {
  desk.press(...names);
  await desk.settled(40);
}

/** The desk says as many marks as the model has. */
async function seesMarks({ desk, model }: Day): Promise<void> {
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
async function agrees({ backstage, model, first }: Day): Promise<void> {
  const expected = [...model.all.values()].map(comparable);
  await expect.poll(async () => (await read(backstage)).map(comparable), { timeout: 10_000 }).toEqual(expected);
  const now = await read(backstage);
  for (const [index, one] of now.entries()) {
    const former = first[index]!;
    const isTouched = JSON.stringify(comparable(one)) !== JSON.stringify(comparable(former));
    if (isTouched) expect(one.version).toBeGreaterThan(former.version);
  }
  for (const [id, texts] of model.notes) {
    const notes = await backstage.ask<{ details: string }[]>('GET', `/conversations/${id}/notes`);
    expect(notes.map(({ details }) => details).sort()).toEqual([...texts].sort());
  }
}

/** Another list is shown, with the cursor on its first row. */
async function opens({ desk, model }: Day, what: View): Promise<void> {
  model.open(what);
  await desk.sees(firstRows(model));
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
async function refresh(day: Day): Promise<void> {
  const { desk, model } = day;
  await press(day, 'R');
  model.refresh();
  await toTop(day);
  await desk.sees(firstRows(model));
}

async function view(day: Day, key: string, what: View): Promise<void> {
  day.desk.press(key);
  await opens(day, what);
  await seesMarks(day);
}

async function toTop(day: Day): Promise<void> {
  await press(day, 'g', 'g');
  day.model.top();
}

async function undo(day: Day): Promise<void> {
  await press(day, 'z');
  await day.desk.sees('Undone');
  day.model.undo();
}

/** Marks the row under the cursor and as many below. */
async function range(day: Day, down: number): Promise<void> {
  await press(day, 'V', ...Array.from({ length: down }, () => 'j'), 'V');
  day.model.range(down);
  await seesMarks(day);
}

async function unmark(day: Day): Promise<void> {
  await press(day, '*', 'n');
  day.model.marks.clear();
  await seesMarks(day);
}

/** Chooses in a box with a filter line. */
async function choose({ desk }: Day, key: string, foot: string, typed: string): Promise<void> {
  desk.press(key);
  await desk.sees(foot);
  desk.type(typed);
  await desk.settled(80);
  desk.press('enter');
  await desk.settled(80);
}

async function tag(day: Day, name: string): Promise<readonly number[]> {
  await choose(day, 't', 'Enter on or off', name);
  await press(day, 'esc');
  return day.model.verb(one => ({ tags: [...one.tags, name].sort() }));
}

async function mineAndTheRest(day: Day): Promise<void> {
  const { model, me, ana } = day;
  await press(day, 'x', 'x', 'x');
  for (let count = 0; count < 3; count += 1) model.mark();
  await seesMarks(day);
  await press(day, 'i');
  model.verb(() => ({ assign_to: me }));
  await unmark(day);
  await view(day, '1', one => VIEWS.unresolved(one) && one.assign_to === me);
  await press(day, 'j', 'c');
  model.move(1);
  model.verb(() => ({ conversation_status_id: 2, status: 'closed' }));
  await undo(day);
  await toTop(day);
  await press(day, 'e');
  model.verb(() => ({ archived: true }));
  await view(day, '2', VIEWS.unassigned);
  await range(day, 9);
  await choose(day, 'a', 'Enter assign', 'Ana');
  model.verb(() => ({ assign_to: ana }));
  await toTop(day);
  await seesMarks(day);
}

/** A filter written by completion; its marks go along to the unresolved ones, and a verb reaches all. */
async function refunds(day: Day): Promise<void> {
  const { desk, model } = day;
  desk.press('/', 'ctrl-u');
  desk.type('ta');
  await desk.settled(60);
  desk.press('tab');
  await desk.sees('/ tag:');
  desk.type('ref');
  desk.press('tab');
  await desk.sees('/ tag:refund');
  desk.press('enter');
  await desk.sees('tag refund');
  await opens(day, one => !one.archived && one.tags.includes('refund'));
  await press(day, '*', 'a');
  model.markAll();
  await view(day, '0', VIEWS.unresolved);
  await press(day, 'x');
  model.mark();
  await seesMarks(day);
  desk.press('s');
  await desk.sees('awaiting reply');
  await press(day, '3');
  model.verb(() => ({ conversation_status_id: 3, status: 'awaiting reply' }));
  await agrees(day);
  await seesMarks(day);
  await undo(day);
  await seesMarks(day);
  await tag(day, 'money');
  await unmark(day);
}

/** Another agent merges one of the marked away: the others are done, that one is listed with the reason. */
async function refusal(day: Day): Promise<void> {
  const { backstage, desk, model } = day;
  await toTop(day);
  await range(day, 7);
  const taken = [...model.marks.keys()][2]!;
  const into = model.rows().at(-1)!;
  await backstage.ask('POST', `/conversations/${into}/merge`, { conversation_ids: [taken] });
  model.mergeElsewhere(taken, into);
  expect(await tag(day, 'checked')).toEqual([taken]);
  await desk.sees('1 refused, 7 done');
  await press(day, 'g', 'o');
  await desk.sees('Refused      1 change');
  await press(day, 'enter');
  await desk.sees(`#${taken} was merged into ${into}`);
  await press(day, 'd');
  await agrees(day);
  await undo(day);
  await refresh(day);
  await seesMarks(day);
  await unmark(day);
}

async function noteAndSizes(day: Day, size: { columns: number; rows: number }): Promise<void> {
  const { desk, model } = day;
  await toTop(day);
  desk.resize(100, 30);
  await desk.settled();
  await press(day, 'j', 'j');
  model.move(2);
  desk.press('N');
  await desk.sees(WORDS);
  await press(day, 'ctrl-d');
  model.note(WORDS);
  desk.resize(60, 20);
  await desk.settled();
  await press(day, 'j', '%');
  model.move(1);
  model.verb(() => ({ disable_rating: true }));
  desk.resize(size.columns, size.rows);
  await desk.settled();
  await press(day, '=', 'ctrl-u');
  desk.type('Told apart');
  await press(day, 'enter');
  model.verb(() => ({ title: 'Told apart' }));
  await agrees(day);
}

/** Merged, taken back, merged again; the hold of ten seconds is waited for. */
async function merge(day: Day): Promise<void> {
  const { desk, model } = day;
  await toTop(day);
  await range(day, 2);
  const [target, ...sources] = model.targets();
  const ask = async () => {
    await choose(day, 'm', 'Enter choose', model.get(target!).title);
    await desk.sees('y merge');
    await press(day, 'y');
    await desk.seesNot('y merge');
  };
  await ask();
  model.marks.clear();
  await press(day, 'z');
  await desk.sees('Undone');
  await toTop(day);
  await range(day, 2);
  await ask();
  model.merge(sources, target!);
  model.marks.clear();
  await expect
    .poll(async () => (await read(day.backstage)).find(({ id }) => id === sources[0])?.merged_into, {
      timeout: 20_000,
      interval: 300,
    })
    .toBe(target);
  await refresh(day);
}

/** All that match a filter move; then the whole view is closed, brought back and archived in one go. */
async function inOneGo(day: Day): Promise<void> {
  const { backstage, desk, model } = day;
  const inboxes = await backstage.ask<{ id: number; name: string }[]>('GET', '/inboxes');
  const billing = inboxes.find(({ name }) => name === 'Billing')!.id;
  desk.press('/', 'ctrl-u');
  desk.type('tag:vip');
  desk.press('enter');
  await desk.sees('tag vip');
  await opens(day, one => !one.archived && one.tags.includes('vip'));
  await press(day, '*', 'f', 'y');
  model.markAll();
  await seesMarks(day);
  await choose(day, 'v', 'Enter move', 'Bill');
  model.verb(() => ({ inbox_id: billing }));
  await unmark(day);
  await view(day, '3', VIEWS.waiting);
  await press(day, '*', 'a', 'c');
  model.markAll();
  model.verb(() => ({ conversation_status_id: 2, status: 'closed' }));
  await agrees(day);
  await undo(day);
  await toTop(day);
  await agrees(day);
  await press(day, '*', 'a', 'j', 'x');
  model.markAll();
  model.move(1);
  model.mark();
  await seesMarks(day);
  await press(day, 'e');
  model.verb(() => ({ archived: true }));
  await view(day, '4', VIEWS.archived);
  await press(day, 'E');
  model.verb(() => ({ archived: false }));
}

test.for([
  { columns: 120, rows: 36, args: ['--link', 'fast'] },
  { columns: 80, rows: 24, args: ['--link', 'slow'] },
])(
  'refused.list: a day of triage by keys alone at $columns columns ($args): the help center holds what the keys said',
  { timeout: 180_000 },
  async size => {
    const day = await begin(size);
    await agrees(day);
    await mineAndTheRest(day);
    await agrees(day);
    await refunds(day);
    await agrees(day);
    await refusal(day);
    await noteAndSizes(day, size);
    await merge(day);
    await agrees(day);
    await inOneGo(day);
    await agrees(day);
    await press(day, 'q');
    expect(await day.desk.exit()).toEqual({ exitCode: 0, signal: 0 });
    await agrees(day);
  },
);
