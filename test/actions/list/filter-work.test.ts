import { describe, expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { derive } from '../../../src/state/changes/derive.ts';
import { everything } from '../../../src/state/query/views.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { press as pressOn } from '../../harness/press.ts';
import { draw } from '../../ui/screen.tsx';
import { agent, conversation, fakeDesk, sampleWorld } from '../../ui/world.ts';

const FEW = 2_000;
const MANY = 50_000;
const TAGS = 2_000;
const AGENTS = 300;
/** What is read of one of these, field by field and entry by entry, is counted. */
function counted<Value extends object>(value: Value, count: { reads: number }): Value {
  return new Proxy(value, {
    get: (target, field) => {
      count.reads += 1;
      return Reflect.get(target, field, target);
    },
  });
}

/** A desk with so many conversations listed and in memory, at a help center with many tags and agents. */
function deskOf(count: number) {
  const reads = { reads: 0 };
  const world = sampleWorld({ columns: 120, rows: 40 });
  const ids = Array.from({ length: count }, (_, index) => count - index);
  const rows = ids.map(id => {
    const requester = { id, name: safeLine(`Customer ${id}`), email: safeLine(`c${id}@customer.example`) };
    const more = { requester, tags: [safeLine(`tag ${id % TAGS}`)], assign_to: id % AGENTS, unread: false };
    return [id, counted(conversation(id, `Title ${id}`, more), reads)] as const;
  });
  const tags = Array.from({ length: TAGS }, (_, index) => ({ name: safeLine(`tag ${index}`), conversations: index }));
  const loaded: World = {
    ...world,
    news: new Set(),
    base: {
      ...world.base,
      conversations: IdMap.of(rows),
      tags: tags as unknown as World['base']['tags'],
      agents: Array.from({ length: AGENTS }, (_, index) => agent(index + 1, `Agent ${index}`)),
    },
    list: {
      ...world.list,
      query: everything,
      ids: counted(ids, reads),
      rows: counted(ids, reads),
      marks: new Set(),
      newAbove: [],
      cursorId: count,
    },
  };
  const { desk } = fakeDesk(derive(loaded));
  return { desk, drawn: draw(desk), reads };
}
type Open = ReturnType<typeof deskOf>;

async function press({ desk, drawn }: Open, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    pressOn(desk, name);
    await drawn.settle();
  }
}

/** How often a round of keys, drawn one by one, reads a field of a conversation or an entry of the list. */
async function readsOf(open: Open, keys: readonly string[], after: readonly string[]): Promise<number> {
  open.reads.reads = 0;
  await press(open, ...keys);
  const { reads } = open.reads;
  await press(open, ...after);
  return reads;
}

describe('with 50,000 conversations listed', () => {
  test.each([
    [
      'a filter is written by words, Tab and values',
      ['list.filter', ...'late tag:9', 'tab', 'tab', ...' from:cu'],
      ['ctrl-u', 'esc'],
    ],
    ['f opens and is typed into', ['list.facets', ...'tag', 'down'], ['esc']],
  ])('%s by reading no more of them than of 2,000', async (_name, keys, after) => {
    const [few, many] = [deskOf(FEW), deskOf(MANY)];
    for (const open of [few, many]) {
      await press(open, keys[0]!);
      expect(topOverlay(open.desk.world())).toBeDefined();
      await press(open, ...after);
    }
    const [fewer, more] = [await readsOf(few, keys, after), await readsOf(many, keys, after)];
    few.drawn.end();
    many.drawn.end();
    expect(fewer).toBeGreaterThan(0);
    // Longer numbers make some rows a little other: a look at all of them would be many times as much.
    expect(more).toBeLessThan(fewer + MANY / 10);
  });
});
