import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import { conflicting } from '../../../src/state/operations/operation.ts';
import { keepMine, keepTheirs } from '../../../src/state/outbox/resolve-conflict.ts';
import { poll } from '../../../src/state/sync/refresh.ts';
import { loadConversations } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { runs } from '../../harness/full.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const IDS = [1, 2, 3];

type Field = 'conversation_status_id' | 'assign_to' | 'title' | 'archived';
type Value = string | number | boolean | null;

/** What an agent does to one conversation: sets a field, adds a tag, writes a note. */
type Deed =
  | {
      readonly kind: 'set';
      readonly name: ChangeName;
      readonly args: object;
      readonly field: Field;
      readonly to: Value;
    }
  | { readonly kind: 'tag' | 'note'; readonly text: string };

type Step =
  | { readonly kind: 'deed'; readonly who: 0 | 1; readonly id: number; readonly deed: Deed }
  | { readonly kind: 'customer'; readonly id: number }
  | { readonly kind: 'link'; readonly isUp: boolean }
  | { readonly kind: 'poll'; readonly who: 0 | 1 }
  | { readonly kind: 'answer'; readonly who: 0 | 1; readonly isMine: boolean };

/** A deed that the model has not let through yet, with what the agent saw. */
interface Waiting {
  readonly id: number;
  readonly deed: Deed;
  from: Value;
  messages: number;
  /** The agent is asked, and sees this. */
  asked: { readonly value: Value; readonly messages: number } | null;
}

/** What the help center must hold in the end, by rules of its own: nothing of the desk's code is in it. */
class Model {
  readonly all = new Map(
    IDS.map(id => [
      id,
      {
        fields: { conversation_status_id: 1, assign_to: null, title: `Title ${id}`, archived: false } as Record<
          Field,
          Value
        >,
        tags: new Set<string>(),
        notes: [] as string[],
        messages: 1,
      },
    ]),
  );
  readonly queues: readonly Waiting[][] = [[], []];

  /** Lets through what can be: what somebody else set since, or a message where it matters, is asked. */
  flush(who: 0 | 1): void {
    const stuck = new Set<string>();
    const left: Waiting[] = [];
    for (const waiting of this.queues[who]!) if (!this.#passes(waiting, stuck)) left.push(waiting);
    this.queues[who]!.splice(0, Number.POSITIVE_INFINITY, ...left);
  }

  #passes(waiting: Waiting, stuck: Set<string>): boolean {
    const { id, deed } = waiting;
    const one = this.all.get(id)!;
    if (deed.kind === 'tag') one.tags.add(deed.text);
    else if (deed.kind === 'note') one.notes.push(deed.text);
    if (deed.kind !== 'set') return true;
    const place = `${id} ${deed.field}`;
    const now = one.fields[deed.field];
    const isMinded = deed.to === true || (deed.field === 'conversation_status_id' && deed.to === 2);
    if (!stuck.has(place) && waiting.asked === null) {
      if (now === deed.to) return true;
      const isAsked = now !== waiting.from || (isMinded && one.messages > waiting.messages);
      if (!isAsked) {
        one.fields[deed.field] = deed.to;
        return true;
      }
      waiting.asked = { value: now, messages: one.messages };
    }
    stuck.add(place);
    return false;
  }

  answer(who: 0 | 1, isMine: boolean): void {
    const queue = this.queues[who]!;
    const at = queue.findIndex(({ asked }) => asked !== null);
    const [waiting] = at < 0 ? [] : isMine ? [queue[at]!] : queue.splice(at, 1);
    if (!waiting || !isMine) return;
    [waiting.from, waiting.messages, waiting.asked] = [waiting.asked!.value, waiting.asked!.messages, null];
  }
}

function set(name: ChangeName, field: Field, values: readonly Value[]): fc.Arbitrary<Deed> {
  return fc
    .constantFrom(...values)
    .map(to => ({ kind: 'set' as const, name, field, to, args: field === 'archived' ? {} : { [field]: to } }));
}

const deed = fc.oneof(
  { weight: 3, arbitrary: set('conversation.status', 'conversation_status_id', [1, 2, 3]) },
  { weight: 2, arbitrary: set('conversation.assign', 'assign_to', [null, 1, 2]) },
  set('conversation.title', 'title', ['One', 'Two']),
  { weight: 2, arbitrary: set('conversation.archive', 'archived', [true]) },
  set('conversation.restore', 'archived', [false]),
  fc.record({ kind: fc.constant('tag' as const), text: fc.constantFrom('late', 'vip') }),
  fc.record({ kind: fc.constant('note' as const), text: fc.constantFrom('Called.', 'Wrote.') }),
);
const who = fc.constantFrom<0 | 1>(0, 1);
const id = fc.constantFrom(...IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('deed' as const), who, id, deed }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('customer' as const), id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('link' as const), isUp: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('poll' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), who, isMine: fc.boolean() }) },
);

function commit(bench: Bench, model: Model, { who: by, id: one, deed: what }: Extract<Step, { kind: 'deed' }>): void {
  const seen = conversationOf(bench.desk.world(), one)!;
  const from = what.kind === 'set' ? (seen[what.field] as Value) : null;
  model.queues[by]!.push({ id: one, deed: what, from, messages: seen.message_count!, asked: null });
  const ids = [one];
  if (what.kind === 'tag') bench.desk.commit('conversation.tag', { ids, tags: [what.text] });
  else if (what.kind === 'note') bench.desk.commit('note.add', { ids, details: what.text });
  else if (what.kind === 'set') bench.desk.commit(what.name, { ids, ...what.args } as never);
}

/** Answers the oldest question of a desk. */
function answerOne({ desk }: Bench, isMine: boolean): void {
  const [first] = conflicting(desk.world());
  if (first) (isMine ? keepMine : keepTheirs)(desk, first.key, [first.conflict![0]!.id]);
}

async function settle(benches: readonly Bench[]): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const bench of benches) {
      await bench.idle();
      if (bench.link === 'up') bench.clock.advance(31_000);
      await bench.idle();
    }
}

function expectSame(center: ReturnType<typeof fakeCenter>, model: Model): void {
  const held = [...center.conversations.values()].map(one => [
    one.conversation_status_id,
    one.assign_to,
    one.title,
    one.archived,
    one.tags,
    [...center.notes.values()].filter(note => note.conversation_id === one.id).map(({ details }) => details),
  ]);
  const expected = [...model.all.values()].map(({ fields, tags, notes }) => [
    fields.conversation_status_id,
    fields.assign_to,
    fields.title,
    fields.archived,
    [...tags].sort(),
    notes,
  ]);
  expect(held).toEqual(expected);
}

test('after any acts of two agents, one of them without a link for a while, nothing is overwritten unasked', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 16 }),
    fc.array(fc.boolean()),
    async (steps, answers) => {
      const center = fakeCenter(IDS.map(one => row(one)));
      const benches = [await openDesk(center, { name: 'a' }), await openDesk(center, { name: 'b' })];
      for (const { desk } of benches) await loadConversations(desk, IDS);
      const model = new Model();
      const flush = async (): Promise<void> => {
        await settle(benches);
        for (const by of [0, 1] as const) if (benches[by]!.link === 'up') model.flush(by);
        expect(benches.map(({ desk }) => desk.world().pending.length)).toEqual(
          model.queues.map(({ length }) => length),
        );
        expectSame(center, model);
      };
      for (const one of steps) {
        if (one.kind === 'deed') commit(benches[one.who]!, model, one);
        else if (one.kind === 'link') benches[0]!.link = one.isUp ? 'up' : 'down';
        else if (one.kind === 'poll') await poll(benches[one.who]!.desk);
        else if (one.kind === 'answer') {
          answerOne(benches[one.who]!, one.isMine);
          model.answer(one.who, one.isMine);
        } else {
          center.receive(one.id);
          model.all.get(one.id)!.messages += 1;
        }
        await flush();
      }
      benches[0]!.link = 'up';
      await flush();
      for (let round = 0; model.queues.some(queue => queue.length > 0); round += 1) {
        const isMine = answers[round] ?? false;
        for (const by of [0, 1] as const) {
          answerOne(benches[by]!, isMine);
          model.answer(by, isMine);
          await flush();
        }
      }
      for (const { desk } of benches) desk.stop();
    },
  );
  await fc.assert(property, { numRuns: runs(60), seed: 20261122 });
});
