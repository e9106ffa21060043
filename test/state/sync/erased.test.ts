import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createKeptDesk } from '../../../src/cli/kept/desk.ts';
import type { Desk } from '../../../src/state/desk.ts';
import type { Place } from '../../../src/state/kept/place.ts';
import { keepPlace } from '../../../src/state/place/keep.ts';
import { everything, unresolved } from '../../../src/state/query/views.ts';
import { keepUp } from '../../../src/state/sync/keep-up.ts';
import { openList } from '../../../src/state/sync/list.ts';
import { loadPlaces } from '../../../src/state/sync/places.ts';
import { recallPlaces } from '../../../src/state/sync/remember.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import type { DraftFields, DraftKey } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { tracesInFiles } from '../../center/model/erasure/traces.ts';
import { type OpenCenter, openCenter } from '../../center/open-center.ts';
import { openCache } from '../../cli/cache/open-cache.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { adminDesk } from '../../harness/plain-desk.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const WORDS = ['quaxel', 'brimstol', 'wexford', 'plimsy'];

let center: OpenCenter;
let clock: ReturnType<typeof handClock>;
let folder: string;
/** Zoë's own conversation, and one with Sam in which she takes part. */
let own: number;
let shared: number;

beforeEach(async () => {
  center = await openCenter({ settings: { pollMs: 5 } });
  onTestFinished(center.close);
  clock = handClock(center.clock.now);
  folder = temporaryFolder();
  const contact = async (name: string, email: string) =>
    (await center.call('POST', '/contacts', { body: { name, email } })).body.data.id;
  const zoe = await contact('Zoë Quaxel', 'zoe@quaxel.example');
  const sam = await contact('Sam', 'sam@other.example');
  const open = async (title: string, contacts: readonly number[], text: string) => {
    const body = { title, inbox_id: center.inboxId, contacts };
    const { id } = (await center.call('POST', '/conversations', { body })).body.data;
    await center.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: text } });
    return id;
  };
  own = await open('A wexford', [zoe], 'Where is my brimstol?');
  shared = await open('Chairs', [sam, zoe], 'Two chairs');
  const said = { body_text: 'And a brimstol', contact_id: zoe };
  await center.call('POST', `/conversations/${shared}/messages`, { as: 'key', body: said });
});

/** A desk with files of its own in the folder; with what the last one left there. */
async function openDesk(): Promise<{ readonly desk: Desk; end(): void }> {
  const { cache, rest } = openCache(folder);
  const kept = createKeptDesk({
    parent: folder,
    center: 'http://desk.example',
    token: center.tokens.admin,
    agent: null,
    now: clock.now,
    repeat: () => undefined,
    isEditing: () => false,
    desk: () => desk,
  });
  const { storage } = kept;
  const desk = adminDesk(center, { clock, cache, storage });
  recallPlaces(desk);
  await loadPlaces(desk);
  await openList(desk, (kept.takePlace() as Place | undefined)?.query ?? everything);
  const place = keepPlace(desk);
  const stop = keepUp(desk, { hasEvents: true });
  await settle();
  await kept.begin();
  await settle();
  return {
    desk,
    end: () => {
      place.save();
      stop();
      desk.stop();
      rest();
      cache.end();
      storage.release();
    },
  };
}

async function settle(): Promise<void> {
  for (let step = 0; step < 15; step += 1) {
    clock.advance(200);
    await new Promise(resolve => setTimeout(resolve, 4));
  }
}

/** The agent reads both conversations, has a draft in each, and has answered. */
async function work({ desk }: { readonly desk: Desk }): Promise<void> {
  for (const id of [own, shared]) await openConversation(desk, id);
  desk.commit('note.add', { ids: [own], details: 'She has a plimsy' });
  await settle();
  desk.set({
    drafts: new Map<DraftKey, DraftFields>([
      [`reply:${own}`, { text: 'Dear Zoë Quaxel' }],
      [`reply:${shared}`, { text: 'Dear Sam' }],
    ]),
  });
  await settle();
}

async function erase(): Promise<void> {
  const { body } = await center.call('POST', '/contacts/1/erase');
  const isGoing = async () =>
    (await center.call('GET', '/erasures')).body.data.some((one: { id: number; ended_at: string | null }) => {
      return one.id === body.data.id && one.ended_at === null;
    });
  while (await isGoing()) await center.center.context.jobs.run();
  await settle();
}

test('a desk that runs drops its data of an erased contact, and nothing else', async () => {
  const running = await openDesk();
  await work(running);
  const { desk } = running;
  const page = { what: safeLine('orders'), text: safeBlock('Zoë Quaxel: 2') };
  desk.set({ commands: { ...desk.world().commands, page } });
  await erase();
  expect(desk.world().erased).toBe(1);
  expect(desk.world().commands.page).toBeNull();
  expect(desk.world().base.threads.get(own)).toBeUndefined();
  expect([...desk.world().list.gone.keys()]).toEqual([own]);
  expect([...desk.world().drafts.keys()]).toEqual([`reply:${shared}`]);
  expect(desk.world().operations).toEqual([]);
  await openConversation(desk, shared);
  const texts = desk
    .world()
    .base.threads.get(shared)!
    .messages.map(one => one.body_text);
  expect(texts).toEqual(['Two chairs', '(erased)']);
  running.end();
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
});

test('a desk that was closed meanwhile learns it at its next start, its frames go, and it asks no second time', async () => {
  const first = await openDesk();
  await work(first);
  first.end();
  expect(tracesInFiles(folder, WORDS).length).toBeGreaterThan(3);
  writeFileSync(join(folder, `frame-${'0'.repeat(32)}.json`), 'a frame with Zoë Quaxel');
  await erase();
  const next = await openDesk();
  await settle();
  next.end();
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
  const asked: string[] = [];
  const fetch = center.center.fetch;
  Object.assign(center.center, {
    fetch: (request: Request) => {
      asked.push(new URL(request.url).pathname);
      return fetch(request);
    },
  });
  const last = await openDesk();
  expect(last.desk.world().erased).toBe(1);
  last.end();
  expect(asked.filter(path => path.endsWith('/erasures'))).toEqual([]);
});

const SEARCH = { ...everything, words: 'zoe@quaxel.example' };

test('a desk leaves a search for the erased contact, and keeps its words nowhere', async () => {
  const running = await openDesk();
  const { desk } = running;
  await openList(desk, { ...everything, from: 'quaxel' });
  await openList(desk, SEARCH);
  await settle();
  expect(desk.world().list.ids).toEqual([shared, own]);
  await erase();
  expect(desk.world().list.query).toEqual(unresolved);
  running.end();
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
});

test('a desk that was closed on such a search leaves it at its next start', async () => {
  const first = await openDesk();
  await openList(first.desk, SEARCH);
  await settle();
  first.end();
  expect(tracesInFiles(folder, ['quaxel'])).not.toEqual([]);
  await erase();
  const next = await openDesk();
  await settle();
  expect(next.desk.world().list.query).toEqual(unresolved);
  next.end();
  expect(tracesInFiles(folder, WORDS)).toEqual([]);
});

test('a desk stays in a search that finds others too', async () => {
  const running = await openDesk();
  const other = { title: 'A brimstol for Sam', inbox_id: center.inboxId };
  const { id } = (await center.call('POST', '/conversations', { body: other })).body.data;
  await openList(running.desk, { ...everything, words: 'brimstol' });
  await settle();
  expect(running.desk.world().list.ids).toContain(id);
  await erase();
  expect(running.desk.world().list.query.words).toBe('brimstol');
  running.end();
});
