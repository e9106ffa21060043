import { describe, expect, test } from 'vitest';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { World } from '../../src/state/world.ts';
import { safeLine } from '../../src/text/safe.ts';
import { draw } from './screen.tsx';
import { conversation, fakeDesk, message, note, sampleWorld, thread } from './world.ts';

const SIZE = { columns: 120, rows: 24 };
const COLOUR = /\x1b\[(?:3\d|4\d|9\d|10\d)m/;

function first(world: World, more: object): World {
  const conversations = new Map([...world.base.conversations.values()].map(each => [each.id, each] as const));
  conversations.set(1042, conversation(1042, 'Refund', more));
  return { ...world, base: { ...world.base, conversations: IdMap.of([...conversations]) } };
}
function entries(world: World, found: ReturnType<typeof thread>): World {
  return {
    ...world,
    base: { ...world.base, threads: IdMap.of([[1042, found] as const]) },
  };
}

/** Pairs of states that an agent has to tell apart. */
const PAIRS: Readonly<Record<string, (world: World) => readonly [World, World]>> = {
  'marked or not': world => [world, { ...world, list: { ...world.list, marks: new Set() } }],
  'with news or without': world => [world, { ...world, news: new Set() }],
  'still in this view or gone': world => [
    world,
    { ...world, list: { ...world.list, gone: new Map([[1042, safeLine('archived by Ana')]]) } },
  ],
  'the cursor here or there': world => [world, { ...world, list: { ...world.list, cursorId: 1041, cursorIndex: 1 } }],
  'the keys in the list or in the detail': world => [world, { ...world, pane: 'detail' }],
  'open or closed': world => [
    first(world, {}),
    first(world, { conversation_status_id: 2, status: safeLine('closed') }),
  ],
  'archived or not': world => [first(world, {}), first(world, { archived: true })],
  'assigned or not': world => [first(world, {}), first(world, { assign_to: 1 })],
  'a message or a note': world => [
    entries(world, thread([message(1, 'the same text')])),
    entries(world, thread([], [note(1, 'the same text')])),
  ],
  'from a customer or from an agent': world => [
    entries(world, thread([message(1, 'the same text')])),
    entries(
      world,
      thread([
        message(1, 'the same text', {
          kind: 'agent',
          author: { type: 'agent', id: 9, name: safeLine('Zoë Quinn'), email: null },
        }),
      ]),
    ),
  ],
  'done or refused': world => [
    { ...world, notice: { tone: 'done', text: safeLine('the same text') } },
    { ...world, notice: { tone: 'problem', text: safeLine('the same text') } },
  ],
  'all sent or not': world => [world, { ...world, unsent: 2 }],
  'fast or slow': world => [world, { ...world, link: 'slow' }],
};

describe.for([false, true])('without colour (signs in ASCII: %s) one sees', ascii => {
  test.for(Object.entries(PAIRS))('%s', ([, pairOf]) => {
    const [one, other] = pairOf(sampleWorld(SIZE)).map(world => {
      const drawn = draw(fakeDesk(world).desk, { color: false, ascii });
      const frame = drawn.raw();
      drawn.end();
      return frame;
    }) as [string, string];
    expect(one).not.toMatch(COLOUR);
    expect(other).not.toBe(one);
  });
});
