import { expect, onTestFinished, test } from 'vitest';
import { type ForeignCenter, openForeignCenter, TOKEN } from '../foreign/center/help-center.ts';
import { type Listening, listen } from '../foreign/center/listen.ts';
import { STRANGER } from '../foreign/center/variant.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import type { Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const PARCEL = 101;
const BILL = 102;
const KEY = 103;
const LOST = 104;
const HELD_MS = 20_000;

/** Another vendor's help center on loopback, with five conversations, of which one is closed. */
async function openForeign() {
  const center = openForeignCenter({ ...STRANGER, status: 'object', absence: '404 page' });
  center.conversation('A late parcel', { id: PARCEL });
  center.conversation('A wrong bill', { id: BILL, assignTo: 8 });
  center.conversation('A key is lost', { id: KEY, tags: ['key'] });
  center.conversation('A key is lost again', { id: LOST, tags: ['again'] });
  center.conversation('All is well', { id: 105, statusId: 12 });
  const way = await listen(center);
  onTestFinished(way.close);
  const env = deskEnvironment(temporaryFolder(), { FRONTDESK_TOKEN: TOKEN });
  const start = (): Terminal => openBuiltDesk(['--url', way.url, '--link', 'fast'], env, { rows: 30 });
  const held = (id: number) => center.store.conversations.get(id)!;
  const notes = () => [...center.store.notes.values()].map(({ details }) => details);
  return { center, way, start, held, notes };
}
type Scene = Awaited<ReturnType<typeof openForeign>>;

async function becomes(read: () => unknown, wanted: unknown): Promise<void> {
  await expect.poll(read, { timeout: HELD_MS }).toEqual(wanted);
}

/** Writes a note in the box that `n` opens. */
async function note(desk: Terminal, text: string): Promise<void> {
  desk.press('note.write');
  await desk.sees('NOTE · agents only');
  desk.type(text);
  desk.press('ctrl-d');
  // Without a link the word that it is not sent may come at once.
  await desk.sees(/Noted on|Not sent yet/);
}

/** Opens a picker, types into it and takes what it then shows. */
async function choose(desk: Terminal, key: string, title: string, words: string): Promise<void> {
  desk.press(key);
  await desk.sees(title);
  desk.type(words);
  await desk.settled();
  desk.press('enter');
}

/** Every verb of the triage on the first row. */
async function triage(desk: Terminal, { held, notes }: Scene): Promise<void> {
  await note(desk, 'Called her.');
  await becomes(notes, ['Called her.']);
  await choose(desk, 't', 'Enter on or off', 'vip');
  await desk.sees('✓ vip');
  desk.press('esc');
  await becomes(() => held(PARCEL).tags, ['vip']);
  await desk.seesNot('Enter on or off');
  await choose(desk, 'a', `Assign #${PARCEL}`, '8');
  await becomes(() => held(PARCEL).assignTo, 8);
  await choose(desk, 'v', `Move #${PARCEL}`, 'Ret');
  await becomes(() => held(PARCEL).inboxId, 22);
  desk.press('conversation.archive');
  await desk.sees(`Archived #${PARCEL}`);
  await becomes(() => held(PARCEL).archived, true);
  desk.press('undo');
  await becomes(() => held(PARCEL).archived, false);
  await desk.sees('Undone');
  desk.press('cursor.top', 'conversation.close');
  await desk.sees(`Closed #${PARCEL}`);
  await becomes(() => held(PARCEL).statusId, 12);
}

/** Merges the two keys, and finds the one that is left by its tag. */
async function mergeAndFilter(desk: Terminal, { held }: Scene): Promise<void> {
  desk.press('cursor.bottom', 'cursor.up', 'conversation.merge');
  await desk.sees(`Merge into #${KEY}`);
  await desk.settled();
  desk.press('enter');
  await desk.sees('y merge');
  desk.press('y');
  await desk.sees('z takes it back');
  await becomes(() => held(LOST).mergedInto, KEY);
  expect([...held(KEY).tags].sort()).toEqual(['again', 'key']);
  desk.press('list.filter');
  desk.type('tag:again');
  desk.press('enter');
  await desk.sees('tag again');
  await desk.seesNot('A wrong bill');
  desk.press('back');
  await desk.sees('A wrong bill');
}

function countOf({ store }: ForeignCenter, event: string): number {
  return store.history.filter(entry => entry.event === event).length;
}

async function quit(desk: Terminal): Promise<void> {
  desk.press('quit');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
}

async function cutAndMend(desk: Terminal, way: Listening, work: () => Promise<void>, done: string): Promise<void> {
  way.cut(true);
  await work();
  await desk.settled();
  way.cut(false);
  desk.press('refresh');
  await desk.sees(done, { within: HELD_MS });
}

test('a day at a help center that is not ours: triage, merge, a cut link, and a start without one', async () => {
  const scene = await openForeign();
  const { center, way, start, held, notes } = scene;
  const first = start();
  await first.sees('A late parcel');
  await first.sees('Hello, this is about A late parcel.');
  expect(first.text()).not.toContain('All is well');
  await triage(first, scene);
  await mergeAndFilter(first, scene);
  await cutAndMend(
    first,
    way,
    async () => {
      first.press('cursor.top');
      await note(first, 'Without a link.');
    },
    'A wrong bill',
  );
  await becomes(notes, ['Called her.', 'Without a link.']);
  await quit(first);

  way.cut(true);
  const second = start();
  await second.sees('A wrong bill');
  await second.sees('Hello, this is about A wrong bill.');
  await note(second, 'At a start without one.');
  second.press('conversation.archive');
  await second.settled();
  expect(held(BILL).archived).toBe(false);
  way.cut(false);
  await becomes(() => held(BILL).archived, true);
  await becomes(notes, ['Called her.', 'Without a link.', 'At a start without one.']);
  expect([countOf(center, 'conversation.archived'), countOf(center, 'conversation.merged_with')]).toEqual([2, 1]);
  await quit(second);
});
