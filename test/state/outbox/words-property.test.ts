import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bound } from '../../../src/actions/index.ts';
import { dispatch } from '../../../src/keys/dispatch.ts';
import { lineIn } from '../../../src/keys/line-keys.ts';
import type { Storage } from '../../../src/state/kept/storage.ts';
import { whyNotWithdrawn, withdraw } from '../../../src/state/outbox/withdraw.ts';
import { loadConversations } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { runs } from '../../harness/full.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { written } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, type Link, openDesk } from '../open-desk.ts';

/** What a kill may lose, in milliseconds. */
const MAX_LOSS_MS = 1_000;
const COUNT = 2;

/** Stores data as a file would: as text, without unsaved parts. */
function textStorage(): Storage {
  let text: string | null = null;
  return {
    load: () => {
      if (text === null) return null;
      const { drafts, ...rest } = JSON.parse(text);
      return { ...rest, drafts: new Map(drafts) };
    },
    save: kept => {
      text = JSON.stringify({ ...kept, drafts: [...kept.drafts] });
    },
    savePlace: () => undefined,
    isKept: () => true,
  };
}

const id = fc.integer({ min: 1, max: COUNT });
function plain<Kind extends string>(...kinds: readonly Kind[]) {
  return fc.constantFrom(...kinds).map(kind => ({ kind }));
}
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('type' as const), id, box: fc.constantFrom('n', '=', 'n+', 'r', 'r+') }),
  },
  { weight: 8, arbitrary: plain('send', 'send', 'send', 'esc') },
  {
    weight: 8,
    arbitrary: plain('undo', 'undo', 'redo', 'answer', 'answer', 'kill', 'withdraw', 'tag', 'offline', 'mail goes'),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: plain('refuse', 'refuse late', 'refuse late', 'allow', 'merge').map(({ kind }) => kind),
      id,
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom(100, 1_100, 3_000, 31_000).map(ms => ({ kind: 'wait' as const, ms })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Link>('up', 'deaf', 'slow').map(link => ({ kind: 'link' as const, link })),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** A note that the help center has never heard of is taken back. */
const neverSent: Step[] = [{ kind: 'offline' }, { kind: 'type', id: 1, box: 'n' }, { kind: 'send' }, { kind: 'undo' }];

/** The desk is killed over a second after the last letter. */
const killed: Step[] = [{ kind: 'type', id: 1, box: 'n' }, { kind: 'wait', ms: 1_100 }, { kind: 'kill' }];

/** A note is refused while the next one on the same conversation is being written. */
const refusedMeanwhile: Step[] = [
  { kind: 'refuse late', id: 1 },
  { kind: 'type', id: 1, box: 'n' },
  { kind: 'send' },
  { kind: 'type', id: 1, box: 'n' },
  { kind: 'answer' },
  { kind: 'type', id: 1, box: 'n' },
];

/** A reply is taken back after its mail has gone, and another one before its answer came. */
const tooLate: Step[] = [
  { kind: 'type', id: 1, box: 'r' },
  { kind: 'send' },
  { kind: 'mail goes' },
  { kind: 'undo' },
  { kind: 'type', id: 1, box: 'r' },
  { kind: 'link', link: 'slow' },
  { kind: 'send' },
  { kind: 'undo' },
  { kind: 'redo' },
  { kind: 'answer' },
];

/** A desk with a storage, and every word that was typed there, by when. */
interface Scene {
  bench: Bench;
  readonly storage: Storage;
  readonly typed: Map<string, number>;
  /** The messages that a customer has got. */
  readonly gone: Set<number>;
}

function press({ desk }: Bench, name: string) {
  return pressOn(desk, name);
}

/** Opens a box (`n+`, `r+`: on two conversations) and types a word, or types on in the one that is open. */
function type({ bench, typed }: Scene, at: number, box: string): void {
  const { desk } = bench;
  if (desk.world().overlays.length === 0) {
    const other = (at % COUNT) + 1;
    desk.set({ list: { ...desk.world().list, marks: new Set(box.endsWith('+') ? [at, other] : [at]) }, pane: 'list' });
    press(bench, box.startsWith('n') ? 'note.write' : 'conversation.reply');
  }
  const top = desk.world().overlays.at(-1);
  if (!top || !lineIn(top)) return;
  const word = `w${typed.size}w`;
  typed.set(word, bench.clock.now());
  dispatch(desk, [{ kind: 'paste', text: ` ${word}` }], bound);
}

/** The words that a person can find: at the help center, in the outbox (`go`), or in the drafts (`gd`). */
function foundBy({ bench }: Scene): string {
  const { pending, drafts, refused } = bench.desk.world();
  const messages = [...bench.center.messages.values()].map(({ body_text }) => body_text);
  // A reply that is being taken back comes back as a draft.
  const kept = pending.filter(({ by, name }) => by !== 'undo' || name === 'message.take-back');
  const notes = [...bench.center.notes.values()].map(({ details }) => details);
  const titles = [...bench.center.conversations.values()].map(({ title }) => title);
  return JSON.stringify([notes, messages, titles, kept, [...drafts.values()], refused]);
}

function expectAll(scene: Scene): void {
  const found = foundBy(scene);
  expect([...scene.typed.keys()].filter(word => !found.includes(word))).toEqual([]);
}

/** The process ends as by SIGKILL, and the next desk continues with the saved data. */
async function kill(scene: Scene): Promise<void> {
  const { clock, center, link } = scene.bench;
  // A desk that starts asks for new keys.
  center.requests.push('killed');
  scene.bench = await openDesk(center, { storage: scene.storage, clock: handClock(clock.now()) });
  await loadConversations(scene.bench.desk, [...center.conversations.keys()]);
  scene.bench.link = link;
  const found = foundBy(scene);
  for (const [word, at] of scene.typed)
    if (clock.now() - at < MAX_LOSS_MS && !found.includes(word)) scene.typed.delete(word);
}

function send({ bench, typed }: Scene): void {
  const { desk } = bench;
  const box = written(desk);
  if (!box) return;
  if (box.id !== 'conversation.title') {
    press(bench, 'ctrl-d');
    // A reply to several is asked about.
    if (desk.world().overlays.length > 0) press(bench, 'y');
  } else {
    // A title that the agent writes over another one replaces its words.
    const former = conversationOf(desk.world(), box.targets[0]!)?.title ?? '';
    for (const word of typed.keys()) if (former.includes(word) && !box.draft.text.includes(word)) typed.delete(word);
    press(bench, 'enter');
  }
}

/** Esc in a title box gives up a title that was not a draft before. */
function leave({ bench, typed }: Scene): void {
  const top = bench.desk.world().overlays.at(-1);
  const state = top && lineIn(top)?.state;
  if (!top || !state) return;
  press(bench, 'esc');
  if (top.flow.id !== 'conversation.title' || state.isDraft) return;
  for (const word of typed.keys()) if (state.draft.text.includes(word)) typed.delete(word);
}

/** The hold of every reply ends. */
function sendMail({ bench: { center }, gone }: Scene): void {
  for (const { id, delivery } of center.messages.values()) {
    if (delivery?.state !== 'held') continue;
    center.send(id, 'sent');
    gone.add(id);
  }
}

/** What a customer has got is never deleted, and no customer gets a word twice. */
function expectOnce({ bench: { center }, gone, typed }: Scene): void {
  expect([...gone].filter(id => !center.messages.has(id))).toEqual([]);
  const replies = [...center.messages.values()].filter(({ kind }) => kind === 'agent');
  for (const own of Map.groupBy(replies, ({ conversation_id }) => conversation_id).values())
    for (const word of typed.keys())
      expect(own.filter(({ body_text }) => body_text.split(' ').includes(word)).length).toBeLessThan(2);
}

/** The link is down and known to be: the next changes are not sent before the next try. */
async function goOffline(bench: Bench): Promise<void> {
  bench.link = 'down';
  bench.desk.commit('conversation.rating', { ids: [COUNT], disable_rating: true });
  await bench.idle();
}

async function take(scene: Scene, one: Step): Promise<void> {
  const { bench } = scene;
  const { desk, center, clock } = bench;
  const hasBox = desk.world().overlays.length > 0;
  if (one.kind === 'type') type(scene, one.id, one.box);
  else if (one.kind === 'send') send(scene);
  else if (one.kind === 'esc') leave(scene);
  else if (one.kind === 'undo' && !hasBox) desk.undo();
  else if (one.kind === 'redo' && !hasBox) desk.redo();
  else if (one.kind === 'tag' && !hasBox) desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
  else if (one.kind === 'offline' && !hasBox) await goOffline(bench);
  else if (one.kind === 'mail goes') sendMail(scene);
  else if (one.kind === 'answer') await bench.release();
  else if (one.kind === 'kill') await kill(scene);
  else if (one.kind === 'refuse' || one.kind === 'refuse late') {
    center.refusals.set(one.id, { status: 403, message: 'You may not.' });
    if (one.kind === 'refuse late') bench.link = 'slow';
  } else if (one.kind === 'allow') center.refusals.delete(one.id);
  else if (one.kind === 'merge') center.change(one.id, { merged_into: (one.id % COUNT) + 1 });
  else if (one.kind === 'link') bench.link = one.link;
  else if (one.kind === 'wait') clock.advance(one.ms);
  else if (one.kind === 'withdraw' && !hasBox) {
    const last = desk.world().pending.findLast(({ key }) => whyNotWithdrawn(desk.world(), key) === undefined);
    if (last) withdraw(desk, last.key);
  }
  await scene.bench.idle();
}

it('every typed word is at the help center, in the outbox or in a draft, after any events', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async steps => {
    const storage = textStorage();
    const center = fakeCenter(Array.from({ length: COUNT }, (_, index) => row(index + 1)));
    const scene: Scene = { storage, typed: new Map(), gone: new Set(), bench: await openDesk(center, { storage }) };
    for (const one of steps) {
      await take(scene, one);
      expectAll(scene);
      expectOnce(scene);
    }
    scene.bench.desk.stop();
  });
  await fc.assert(property, {
    numRuns: Number(process.env.FRONTDESK_RUNS ?? runs(300)),
    seed: Number(process.env.FRONTDESK_SEED ?? 20261122),
    examples: [[neverSent], [killed], [refusedMeanwhile], [tooLate]],
  });
});
