import { describe, expect, test } from 'vitest';
import type { ChangeName } from '../../src/state/changes/change.ts';
import { sendAgain } from '../../src/state/outbox/decide.ts';
import { loadConversations, openConversation } from '../../src/state/sync/thread.ts';
import { type ForeignBench, openForeignDesk } from './bench.ts';
import type { ForeignCenter, Mishap } from './center/help-center.ts';
import { partsOf } from './center/store.ts';
import { FREEDOMS, type Variant } from './center/variant.ts';

const ONE = 101;
const OTHER = 102;

function fill({ conversation }: ForeignCenter): void {
  conversation('A late parcel', { id: ONE });
  conversation('A wrong bill', { id: OTHER });
}

const CHANGES: readonly (readonly [ChangeName, object])[] = [
  ['note.add', { ids: [ONE], details: 'Called her.' }],
  ['conversation.tag', { ids: [ONE, OTHER], tags: ['vip'] }],
  ['conversation.archive', { ids: [ONE] }],
  ['conversation.merge', { ids: [OTHER], into: ONE }],
];
const MISHAPS: readonly Mishap[] = ['refused', 'done and refused', 'done and a page', 'cut', 'done and cut'];
const CASES = MISHAPS.flatMap(mishap => FREEDOMS.errors.map(errors => [mishap, errors] as [Mishap, Variant['errors']]));

/** Of one for many conversations each is sent alone after a refusal that names none: the second time is let through. */
const ASKING = CHANGES.length - 1;

/** How often the changes were made that would be made twice, and what the others left. */
function deeds({ center: { store } }: ForeignBench): readonly unknown[] {
  const count = (event: string) => store.history.filter(entry => entry.event === event).length;
  const { tags } = store.conversations.get(OTHER)!;
  const notes = partsOf(store.notes, ONE).length;
  return [notes, tags, count('conversation.archived'), count('conversation.merged_with')];
}

/** Makes all of them, each write meeting the mishap once. */
async function make(bench: ForeignBench, mishap: Mishap): Promise<void> {
  const { desk, center } = bench;
  await openConversation(desk, ONE);
  await loadConversations(desk, [OTHER]);
  await bench.idle();
  const met = new Set<string>();
  center.mishap = (method, path) => {
    if (method === 'GET' || met.has(path)) return undefined;
    met.add(path);
    return mishap;
  };
  for (const [name, args] of CHANGES) {
    desk.commit(name, args as never);
    await bench.pass();
  }
}

describe('a write whose answer is not the help center’s own word', () => {
  test.for(CASES)('that is %s, with errors as %s, is carried out once', async ([mishap, errors]) => {
    const bench = await openForeignDesk({ errors }, { fill });
    const { desk } = bench;
    await make(bench, mishap);
    let asked = 0;
    for (let next = desk.world().pending[0]; next?.state === 'asks'; next = desk.world().pending[0]) {
      asked += 1;
      sendAgain(desk, [next.key]);
      await bench.pass();
    }
    // What a read does not find done asks; a page is nobody's word, so that what it answers is sent again.
    expect(asked).toBe(mishap === 'refused' && errors !== 'page' ? ASKING : 0);
    expect(desk.world().pending).toEqual([]);
    expect(desk.world().refused).toEqual([]);
    expect(deeds(bench)).toEqual([1, ['vip'], 1, 1]);
    desk.stop();
  });

  test.for<[Variant['errors'], string]>([
    ['page', '403, not from the help center: The gateway is closed.'],
    ['words', '403: The gateway is closed.'],
    ['errors', '403: The gateway is closed.'],
    ['message', '403: The gateway is closed.'],
    ['nothing', '403: other.example answered 403 and did not say why.'],
  ])('waits with the status and the first readable words: %s', async ([errors, words]) => {
    const bench = await openForeignDesk({ errors }, { fill });
    bench.center.mishap = method => (method === 'GET' ? undefined : 'refused');
    bench.desk.commit('conversation.archive', { ids: [ONE] });
    await bench.idle();
    expect(bench.desk.world().pending).toMatchObject([{ name: 'conversation.archive', problem: words }]);
    bench.desk.stop();
  });
});
