import { describe, expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import { derive } from '../../../src/state/changes/derive.ts';
import { IdMap } from '../../../src/state/id-map.ts';
import { everything } from '../../../src/state/views.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { processorMs } from '../../harness/growth.ts';
import { press as pressOn } from '../../harness/press.ts';
import { draw } from '../../ui/screen.tsx';
import { agent, conversation, fakeDesk, sampleWorld } from '../../ui/world.ts';

const FEW = 1_000;
const MANY = 100_000;
const TAGS = 2_000;
const AGENTS = 300;
/** A round of keys is timed so often; the quickest one has no other work in it. */
const ROUNDS = 7;

/** A desk with so many conversations listed and in memory, at a help center with many tags and agents. */
function deskOf(count: number) {
  const world = sampleWorld({ columns: 120, rows: 40 });
  const ids = Array.from({ length: count }, (_, index) => count - index);
  const rows = ids.map(id => {
    const requester = { id, name: safeLine(`Customer ${id}`), email: safeLine(`c${id}@customer.example`) };
    const more = { requester, tags: [safeLine(`tag ${id % TAGS}`)], assign_to: id % AGENTS, unread: false };
    return [id, conversation(id, `Title ${id}`, more)] as const;
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
    list: { ...world.list, query: everything, ids, rows: ids, marks: new Set(), newAbove: [], cursorId: count },
  };
  const { desk } = fakeDesk(derive(loaded));
  return { desk, drawn: draw(desk) };
}
type Open = ReturnType<typeof deskOf>;

async function press({ desk, drawn }: Open, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    pressOn(desk, name);
    await drawn.settle();
  }
}

/** The processor time of a round of keys, drawn one by one. */
async function costOf(open: Open, keys: readonly string[], after: readonly string[]): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = processorMs();
    await press(open, ...keys);
    costs.push((processorMs() - start) / keys.length);
    await press(open, ...after);
  }
  return Math.min(...costs);
}

describe('with 100,000 conversations listed', () => {
  test.each([
    [
      'a filter is written by words, Tab and values',
      ['list.filter', ...'late tag:9', 'tab', 'tab', ...' from:cu'],
      ['ctrl-u', 'esc'],
    ],
    ['f opens and is typed into', ['list.facets', ...'tag', 'down'], ['esc']],
  ])('%s as quickly as with 1,000', async (_name, keys, after) => {
    const [few, many] = [deskOf(FEW), deskOf(MANY)];
    await press(many, keys[0]!);
    expect(topOverlay(many.desk.world())).toBeDefined();
    await press(many, 'ctrl-u', 'esc');
    const [quick, slow] = [await costOf(few, keys, after), await costOf(many, keys, after)];
    few.drawn.end();
    many.drawn.end();
    expect(slow).toBeLessThan(quick * 1.5 + 2);
  });
});
