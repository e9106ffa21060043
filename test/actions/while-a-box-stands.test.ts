import { describe, expect, test } from 'vitest';
import { topOverlay } from '../../src/keys/overlay.ts';
import { poll, refresh } from '../../src/state/sync/refresh.ts';
import { openConversation, readNewParts } from '../../src/state/sync/thread.ts';
import { askedId, boxOf, written } from '../harness/open-box.ts';
import { pressKeys } from '../harness/press.ts';
import { type Row, row } from '../state/fake-center.ts';
import { type Bench, openDesk } from '../state/open-desk.ts';

/** The conversation that the box is about, the newest of four. */
const ID = 4;

/** The keys that open and fill a box, and those that answer it. */
type Keys = readonly [fill: readonly string[], answer: readonly string[]];

/** Boxes on one conversation. */
const BOXES = {
  'conversation.reply': [['conversation.reply', 'H', 'i'], ['ctrl-d']],
  'note.write': [['note.write', 'H', 'i'], ['ctrl-d']],
  'conversation.title': [['conversation.title', 'H', 'i'], ['enter']],
  'conversation.assign': [['conversation.assign', 'b', 'o', 'b'], ['enter']],
  'conversation.tag': [['conversation.tag', 'v', 'i', 'p'], ['enter']],
  'conversation.status': [['conversation.status', 'down'], ['enter']],
  'conversation.move': [['conversation.move'], ['enter']],
  'conversation.snooze': [['conversation.snooze', '2', 'd'], ['enter']],
  'conversation.merge': [
    ['conversation.merge', 'down'],
    ['enter', 'y'],
  ],
} satisfies Record<string, Keys>;
const BOX = Object.entries<Keys>(BOXES);

/** What others do with it while the box stands. */
const FAULTS: Readonly<Record<string, (bench: Bench) => void>> = {
  'another desk assigns it': ({ center }) => center.change(ID, { assign_to: 2 }),
  'another desk archives it': ({ center }) => center.change(ID, { archived: true }),
  'another desk answers it': ({ center }) => void center.reply(ID, 'Answered by Bob.', 2),
  'another desk merges it': ({ center }) => center.change(ID, { merged_into: 1 }),
  'its access is lost': ({ center }) => void center.conversations.delete(ID),
};

async function open(keys: readonly string[]): Promise<Bench> {
  const bench = await openDesk([row(1), row(2), row(3), row(ID)]);
  bench.center.receive(ID, 'Where is it?');
  await poll(bench.desk);
  await openConversation(bench.desk, ID);
  pressKeys(bench.desk, ...keys);
  await bench.idle();
  return bench;
}

/** The desk hears of it in every way. */
async function hear({ desk, idle }: Bench): Promise<void> {
  await poll(desk);
  await readNewParts(desk, ID);
  await refresh(desk);
  await idle();
}

function shown({ desk }: Bench) {
  const { targets, state } = boxOf(desk);
  return { id: askedId(desk), targets, at: state.at, ...written(desk) };
}

function others({ center }: Bench): readonly (readonly [number, Row])[] {
  return structuredClone([...center.conversations].filter(([id]) => id !== ID));
}

/** All that the desk and the help center hold of what was written. */
function words({ desk, center }: Bench): string {
  const { drafts, pending, refused, operations } = desk.world();
  const top = topOverlay(desk.world());
  return JSON.stringify([
    [...drafts],
    pending,
    refused,
    operations,
    top?.state,
    [...center.notes.values(), ...center.messages.values(), ...center.conversations.values()],
  ]);
}

describe.each(Object.entries(FAULTS))('if %s', (fault, happen) => {
  test.each(BOX)(
    'the box of %s keeps its words and its conversation, and answers for no other one',
    async (id, [keys, answer]) => {
      const bench = await open(keys);
      const { desk, clock, idle } = bench;
      const before = shown(bench);
      expect(before.targets).toEqual([ID]);
      happen(bench);
      const rest = others(bench);
      await hear(bench);
      expect(shown(bench)).toEqual(before);
      pressKeys(desk, ...answer);
      await idle();
      clock.advance(30_000);
      await idle();
      // After a merge the desk asks first, or sends the change to the conversation that took this one in.
      const isElsewhere = id === 'conversation.merge' || fault === 'another desk merges it';
      if (!isElsewhere) expect(others(bench)).toEqual(rest);
      if (keys.includes('H')) expect(words(bench)).toContain('Hi');
      const said = /There is no conversation 4|with #4: It was deleted|the row at the cursor is gone/;
      if (fault === 'its access is lost') expect(desk.world().notice?.text).toMatch(said);
    },
  );
});

describe('if the help center has it no more', () => {
  test.each([
    ['conversation.reply', '/messages'],
    ['note.write', '/notes'],
    ['conversation.title', `/conversations/${ID}`],
    ['conversation.assign', `/conversations/${ID}`],
    ['conversation.tag', '/conversations/tags'],
    ['contact.add', '/contacts'],
  ] as const)('%s says so, and its words stay', async (id, path) => {
    const [keys, answer] = id === 'contact.add' ? [['contact.add', 'H', 'i'], ['enter']] : BOXES[id];
    const bench = await open(keys);
    const { desk, center, clock, idle } = bench;
    const before = structuredClone([...center.conversations]);
    center.absent.add(path);
    pressKeys(desk, ...answer);
    await idle();
    clock.advance(30_000);
    await idle();
    expect([...center.conversations]).toEqual(before);
    if ((keys as readonly string[]).includes('H')) expect(words(bench)).toContain('Hi');
    const { notice } = desk.world();
    expect(notice?.text ?? topOverlay(desk.world())?.fault).toMatch(/Not here|This help center sends no mail/);
  });
});
