import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import { undoneWith } from '../../../src/state/journal/stands-on.ts';
import { redo, undoThese } from '../../../src/state/journal/undo.ts';
import type { Storage } from '../../../src/state/kept/storage.ts';
import { journalOf } from '../../../src/state/operations/operation.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { readRows } from '../../../src/state/sync/refresh.ts';
import { type FakeCenter, fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const IDS = [1, 2, 3];
const AGENTS = [0, 1, 2];

type Value = string | number | boolean | null;
/** What an agent does: sets one field, or one tag, of some conversations. */
interface Deed {
  readonly name: ChangeName;
  readonly field: string;
  readonly to: Value;
  readonly args: object;
}
type Step =
  | { readonly kind: 'deed'; readonly who: number; readonly ids: readonly number[]; readonly deed: Deed }
  | { readonly kind: 'back' | 'again'; readonly who: number; readonly nth: number }
  | { readonly kind: 'restart'; readonly who: number };

interface Entry {
  readonly deed: Deed;
  readonly ids: readonly number[];
  /** What it changed: the place, its value before and after. */
  readonly changes: readonly { readonly place: string; readonly from: Value; readonly to: Value }[];
  state: 'done' | 'back' | 'over';
}

/** What the help center must hold in the end, by rules of its own: nothing of the desk's code is in it. */
class Model {
  readonly values = new Map<string, Value>();
  readonly journals: readonly Entry[][] = AGENTS.map(() => []);

  value(place: string): Value {
    return this.values.get(place) ?? (place.endsWith('status') ? 1 : place.endsWith('assign') ? null : false);
  }

  do(who: number, ids: readonly number[], deed: Deed): void {
    const { field, to } = deed;
    const places = ids.map(id => `${id} ${field}`).filter(place => this.value(place) !== to);
    const changes = places.map(place => ({ place, from: this.value(place), to }));
    for (const place of places) this.values.set(place, to);
    this.journals[who]!.push({ deed, ids, changes, state: 'done' });
  }

  /** Takes an entry back, and before it what the agent did later to the same. */
  takeBack(who: number, entry: Entry): void {
    const journal = this.journals[who]!;
    const all = [entry];
    for (const later of journal.slice(journal.indexOf(entry) + 1)) {
      const places = new Set(later.changes.map(({ place }) => place));
      const isAbove = all.some(({ changes }) => changes.some(({ place }) => places.has(place)));
      if (later.state === 'done' && isAbove) all.unshift(later);
    }
    for (const one of all) {
      const left = one.changes.filter(({ place, to }) => this.value(place) === to);
      for (const { place, from } of left) this.values.set(place, from);
      one.state = left.length > 0 ? 'back' : 'over';
      if (left.length === 0) return;
    }
  }

  again(who: number, entry: Entry): void {
    entry.state = 'over';
    this.do(who, entry.ids, entry.deed);
  }
}

function sets(name: ChangeName, field: string, key: string, ...values: Value[]): fc.Arbitrary<Deed> {
  return fc.constantFrom(...values).map(to => ({ name, field, to, args: { [key]: to } }));
}
const tag = fc.constantFrom('late', 'vip');
const deed: fc.Arbitrary<Deed> = fc.oneof(
  sets('conversation.status', 'status', 'conversation_status_id', 1, 2, 3),
  sets('conversation.assign', 'assign', 'assign_to', null, 1, 2),
  fc.constant({ name: 'conversation.archive' as const, field: 'archived', to: true, args: {} }),
  fc.constant({ name: 'conversation.restore' as const, field: 'archived', to: false, args: {} }),
  tag.map(one => ({ name: 'conversation.tag' as const, field: `tag ${one}`, to: true, args: { tags: [one] } })),
  tag.map(one => ({ name: 'conversation.untag' as const, field: `tag ${one}`, to: false, args: { tags: [one] } })),
);
const who = fc.constantFrom(...AGENTS);
const nth = fc.nat({ max: 30 });
const ids = fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deed' as const), who, ids, deed }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('back' as const, 'again' as const), who, nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), who }) },
);

function held(center: FakeCenter): Record<string, Value> {
  const rows = [...center.conversations.values()];
  return Object.fromEntries(
    rows.flatMap(one => [
      [`${one.id} status`, one.conversation_status_id],
      [`${one.id} assign`, one.assign_to],
      [`${one.id} archived`, one.archived],
      ...['late', 'vip'].map(name => [`${one.id} tag ${name}`, one.tags.includes(name)]),
    ]),
  );
}

/** Takes the nth entry back, or makes it again, where the journal offers it; the model's entries have the same order. */
async function decide({ desk }: Bench, model: Model, { kind, who: by, nth: at }: Extract<Step, { nth: number }>) {
  const done = journalOf(desk.world().operations);
  const entries = model.journals[by]!;
  expect(done.length).toBe(entries.length);
  const [operation, entry] = [done[at % done.length], entries[at % entries.length]];
  if (!operation || !entry) return;
  if (kind === 'again') {
    if (entry.state === 'back') {
      redo(desk, operation);
      model.again(by, entry);
    }
    return;
  }
  const way = undoneWith(desk.world(), operation);
  const canBe = entry.state === 'done' && entry.changes.length > 0;
  expect('all' in way).toBe(canBe);
  if (!('all' in way)) return;
  undoThese(desk, way.all);
  model.takeBack(by, entry);
}

test('lines of three agents’ days are taken back in any order: each restores its own changes unless others changed them since', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async steps => {
    const center = fakeCenter(IDS.map(one => row(one)));
    const storages: Storage[] = AGENTS.map(() => memoryStorage());
    const open = (by: number) => openDesk(center, { storage: storages[by]!, name: `${by}-` });
    const benches = await Promise.all(AGENTS.map(open));
    const model = new Model();
    for (const one of steps) {
      const bench = benches[one.who]!;
      await readRows(bench.desk, IDS);
      if (one.kind === 'deed') {
        bench.desk.commit(one.deed.name, { ids: one.ids, ...one.deed.args } as never);
        model.do(one.who, one.ids, one.deed);
      } else if (one.kind === 'restart') {
        bench.desk.stop();
        benches[one.who] = await open(one.who);
      } else await decide(bench, model, one);
      await benches[one.who]!.idle();
      const expected = Object.fromEntries(Object.keys(held(center)).map(place => [place, model.value(place)]));
      expect(held(center)).toEqual(expected);
    }
    for (const { desk } of benches) desk.stop();
  });
  await fc.assert(property, { numRuns: 150 });
});
