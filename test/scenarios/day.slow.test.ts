import { expect, test } from 'vitest';
import { movedKeys } from '../harness/moved-keys.ts';
import {
  agrees,
  begin,
  choose,
  type Day,
  opens,
  press,
  range,
  read,
  refresh,
  seesMarks,
  toTop,
  undo,
  unmark,
  view,
  WORDS,
} from './day-desk.ts';

interface Inbox {
  readonly id: number;
  readonly name: string;
}

async function tag(day: Day, name: string): Promise<readonly number[]> {
  await choose(day, 'conversation.tag', 'Enter on or off', name);
  await press(day, 'esc');
  return day.model.verb(one => ({ tags: [...one.tags, name].sort() }));
}

async function mineAndTheRest(day: Day): Promise<void> {
  const { model, me, ana } = day;
  await press(day, 'list.mark', 'list.mark', 'list.mark');
  for (let count = 0; count < 3; count += 1) model.mark();
  await seesMarks(day);
  await press(day, 'conversation.assign-me');
  await day.desk.sees('Assigned 3');
  model.verb(() => ({ assign_to: me }));
  await unmark(day);
  await view(day, 'view.mine', 'Mine');
  await press(day, 'cursor.down', 'conversation.close');
  model.move(1);
  model.verb(() => ({ conversation_status_id: 2, status: 'closed' }));
  await undo(day);
  await toTop(day);
  await press(day, 'conversation.archive');
  model.verb(() => ({ archived: true }));
  await view(day, 'view.unassigned', 'Unassigned');
  await range(day, 9);
  await choose(day, 'conversation.assign', 'Enter assign', 'Ana');
  model.verb(() => ({ assign_to: ana }));
  await toTop(day);
  await seesMarks(day);
}

/** A filter written by completion; its marks go along to the unresolved ones, and a verb reaches all. */
async function refunds(day: Day): Promise<void> {
  const { desk, model } = day;
  desk.press('list.filter', 'ctrl-u');
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
  await press(day, 'list.mark-all');
  model.markAll();
  await view(day, 'view.unresolved', 'Unresolved');
  await press(day, 'list.mark');
  model.mark();
  await seesMarks(day);
  desk.press('conversation.status');
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

/** Another agent merges one of the marked away: the others are done, that one asks, and stays as it is. */
async function mergedAway(day: Day): Promise<void> {
  const { backstage, desk, model } = day;
  await toTop(day);
  await range(day, 7);
  // Nothing of the desk may be on its way when another agent acts.
  await agrees(day);
  const taken = [...model.marks.keys()][2]!;
  const into = model.rows().at(-1)!;
  await backstage.ask('POST', `/conversations/${into}/merge`, { conversation_ids: [taken] });
  model.mergeElsewhere(taken, into);
  await press(day, 'conversation.rating');
  expect(model.verb(() => ({ disable_rating: true }))).toEqual([taken]);
  await desk.sees('7 done, 1 asks · Enter decides');
  await press(day, 'open');
  await desk.sees(`It was merged into #${into} since.`);
  await press(day, 't');
  await desk.sees('Not sent: ');
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
  await press(day, 'cursor.down', 'cursor.down');
  model.move(2);
  desk.press('note.write-editor');
  await desk.sees(WORDS);
  await press(day, 'box.send');
  model.note(WORDS);
  desk.resize(60, 20);
  await desk.settled();
  await press(day, 'cursor.down', 'conversation.rating');
  model.move(1);
  model.verb(() => ({ disable_rating: true }));
  desk.resize(size.columns, size.rows);
  await desk.settled();
  await press(day, 'conversation.title', 'ctrl-u');
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
    await choose(day, 'conversation.merge', 'Enter choose', model.get(target!).title);
    await desk.sees('y merge');
    await press(day, 'y');
    await desk.seesNot('y merge');
  };
  await ask();
  model.marks.clear();
  await press(day, 'undo');
  await desk.sees('Undone');
  await toTop(day);
  await range(day, 2);
  await ask();
  model.merge(sources, target!);
  model.marks.clear();
  await expect
    .poll(async () => (await read(day.backstage)).find(({ id }) => id === sources[0])?.merged_into, { interval: 300 })
    .toBe(target);
  await refresh(day);
}

function inboxes({ backstage }: Day): Promise<Inbox[]> {
  return backstage.ask<Inbox[]>('GET', '/inboxes');
}

/** An inbox is made and moved two places up. */
async function administer(day: Day): Promise<void> {
  const { desk } = day;
  const before = (await inboxes(day)).map(({ name }) => name);
  await press(day, 'inbox.administer');
  await desk.sees('a new');
  await press(day, 'a');
  desk.type('Escalated');
  await desk.sees('Escalated');
  await press(day, 'box.send');
  await desk.sees(/Escalated +0 unresolved/);
  await press(day, ...before.map(() => 'j'), 'K', 'K');
  desk.press('esc', 'y');
  const expected = before.toSpliced(-2, 0, 'Escalated');
  await expect.poll(async () => (await inboxes(day)).map(({ name }) => name)).toEqual(expected);
  await desk.seesNot('a new');
}

/** All that match a filter move; then the whole view is closed, brought back and archived in one go. */
async function inOneGo(day: Day): Promise<void> {
  const { desk, model } = day;
  const escalated = (await inboxes(day)).find(({ name }) => name === 'Escalated');
  desk.press('list.filter', 'ctrl-u');
  desk.type('tag:vip');
  desk.press('enter');
  await desk.sees('tag vip');
  await opens(day, one => !one.archived && one.tags.includes('vip'));
  await press(day, 'list.mark-matching', 'y');
  model.markAll();
  await seesMarks(day);
  await choose(day, 'conversation.move', 'Enter move', 'Escal');
  model.verb(() => ({ inbox_id: escalated!.id }));
  await unmark(day);
  await view(day, 'view.waiting', 'Waits on us');
  await press(day, 'list.mark-all', 'conversation.close');
  model.markAll();
  model.verb(() => ({ conversation_status_id: 2, status: 'closed' }));
  await agrees(day);
  await undo(day);
  await toTop(day);
  await agrees(day);
  await press(day, 'list.mark-all', 'cursor.down', 'list.mark');
  model.markAll();
  model.move(1);
  model.mark();
  await seesMarks(day);
  await press(day, 'conversation.archive');
  model.verb(() => ({ archived: true }));
  await view(day, 'view.archived', 'Archived');
  await press(day, 'conversation.restore');
  model.verb(() => ({ archived: false }));
}

test.for([
  { columns: 120, rows: 36, args: ['--link', 'fast'] },
  { columns: 80, rows: 24, args: ['--link', 'slow'] },
  { columns: 130, rows: 40, args: ['--link', 'fast'], own: movedKeys() },
])(
  'conflict.list: a day of triage by keys alone at $columns columns ($args): the help center holds what the keys said',
  { timeout: 180_000 },
  async ({ own, ...size }) => {
    const day = await begin({ ...size, ...(own ? { own } : {}) });
    await agrees(day);
    await mineAndTheRest(day);
    await agrees(day);
    await refunds(day);
    await agrees(day);
    await mergedAway(day);
    await noteAndSizes(day, size);
    await merge(day);
    await agrees(day);
    await administer(day);
    await inOneGo(day);
    await agrees(day);
    await press(day, 'quit');
    expect(await day.desk.exit()).toEqual({ exitCode: 0, signal: 0 });
    await agrees(day);
  },
);
