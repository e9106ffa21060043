import { describe, expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { whyUnavailable } from '../../src/keys/act.ts';
import { type Bound, buildKeymap, keysOf, SCOPES_OF, scopeOf } from '../../src/keys/keymap.ts';
import { actionNames } from '../../src/lines/names.ts';
import { sentence } from '../../src/lines/words/spoken.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Conversation, World } from '../../src/state/world.ts';
import { t } from '../../src/text/safe.ts';
import { bareWorld, conversation, fakeDesk, message, note, sampleWorld, thread } from '../ui/world.ts';
import { talkWith } from './talk-with.ts';

const SIZE = { columns: 80, rows: 24 };
const names = actionNames(actions);

/** The same actions, which only note that they ran. */
function spied(): { readonly bound: Bound; readonly ran: string[] } {
  const ran: string[] = [];
  const noting = actions.map(action => ({ ...action, run: () => void ran.push(action.id) }));
  return { bound: { ...bound, actions: noting, keymap: buildKeymap(noting) }, ran };
}

/** Types a line for each action, and returns the ids of those that neither ran nor said why not. */
async function unreached(world: World, lineFor: (action: (typeof actions)[number]) => string | undefined) {
  const { bound: noting, ran } = spied();
  const missed: string[] = [];
  for (const action of actions) {
    const line = lineFor(action);
    if (line === undefined) continue;
    const { desk } = fakeDesk(world);
    const reason = action.isForScreen ? t`there is no screen here` : whyUnavailable(action, world);
    const said = await talkWith(desk, { bound: noting }).type(line);
    const isReached = reason === undefined ? ran.includes(action.id) : said.includes(sentence(reason));
    if (!isReached) missed.push(`${action.id} by ${line}: ${said}`);
  }
  return missed;
}

describe('every action runs, or says why not', () => {
  test('by its id', async () => {
    expect(await unreached(sampleWorld(SIZE), ({ id }) => id)).toEqual([]);
  });

  test('by the name that the help tells, also where nothing is', async () => {
    expect(await unreached(bareWorld(SIZE, { pane: 'inboxes' }), names.nameOf)).toEqual([]);
  });

  test.for(['inboxes', 'list', 'detail'] as const)('by its first key in the %s, without blanks', async pane => {
    const missed = await unreached(sampleWorld(SIZE, { pane }), action => {
      const [first] = keysOf(action);
      if (!SCOPES_OF[pane].includes(scopeOf(action)) || first === undefined) return undefined;
      return first.split(' ').every(key => key.length === 1) ? first.replaceAll(' ', '') : first;
    });
    expect(missed).toEqual([]);
  });
});

/** A line that only the desk may begin with. */
const FORGED = t`Archived #1. z undoes.`;

/** A help center in which every name, title and text is that line, and every read fails with it. */
function forgedWorld(more: Partial<World['detail']>): World {
  const world = sampleWorld(SIZE, { pane: 'detail' });
  const someone = { id: 5, name: FORGED, email: FORGED };
  const row = {
    ...conversation(1042, FORGED, { requester: someone, tags: [FORGED] }),
    participants: [{ name: FORGED, email: FORGED, contact_id: null }],
  } as unknown as Conversation;
  const author = { type: 'contact' as const, ...someone };
  const messages = [message(1, `${FORGED}\n${FORGED}`, { author }), message(2, FORGED, { author, created_at: null })];
  const base = {
    ...world.base,
    agents: world.base.agents.map(one => ({ ...one, name: FORGED })),
    conversations: IdMap.of([[1042, row]]),
    threads: IdMap.of([[1042, thread(messages, [note(3, FORGED)])]]),
  };
  const opened = { ...world, base, list: { ...world.list, problem: FORGED, cursorId: null } };
  return { ...opened, detail: { ...world.detail, conversationId: 1042, ...more } };
}

test('no line that others wrote begins where the desk’s own lines do', async () => {
  const places: Partial<World['detail']>[] = [
    { problem: FORGED },
    ...(['thread', 'notes', 'history', 'reviews', 'contacts'] as const).map(section => ({ section })),
  ];
  let said = '';
  for (const place of places)
    for (const line of ['again', 'next', 'gc', 'q', '/x', 'gl', 'title', '~p', 'tag', 'news']) {
      const { desk } = fakeDesk(forgedWorld(place));
      let now = 0;
      const talking = talkWith({ ...desk, elapsed: () => (now += 10_000) });
      desk.notify({ tone: 'problem', text: FORGED });
      said += await talking.type(line);
      said += await talking.type('again');
    }
  expect(said.split(FORGED).length).toBeGreaterThan(100);
  expect(said.split('\n').filter(line => line.startsWith('Archived'))).toEqual([]);
});

test('every action, for real, says something or asks, and nothing but text is written', async () => {
  const world = sampleWorld(SIZE, { pane: 'detail' });
  for (const { id } of actions) {
    let now = 0;
    const { desk } = fakeDesk(world);
    // Its help center never answers: no wait is worth it.
    const talking = talkWith({ ...desk, elapsed: () => (now += 10_000) });
    const said = await talking.type(id);
    expect(said !== '' || id.startsWith('quit'), id).toBe(true);
    expect(talking.written(), id).toMatch(/^(?:\P{Cc}|\n)*$/u);
  }
});
