import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actions, bound } from '../../src/actions/index.ts';
import { createClient } from '../../src/client/client.ts';
import { act as doAction } from '../../src/keys/act.ts';
import { asked, begin } from '../../src/keys/flow.ts';
import { topOverlay } from '../../src/keys/overlay.ts';
import { boxOn } from '../../src/keys/parts.ts';
import { reopen } from '../../src/keys/reopen.ts';
import { askBox, doOnce, flow } from '../../src/keys/script.ts';
import { openBox } from '../../src/lines/boxes/open-box.ts';
import { actionNames } from '../../src/lines/names.ts';
import type { Desk } from '../../src/state/desk.ts';
import { readPlace } from '../../src/state/kept/place.ts';
import { deskPlace, hasSecret } from '../../src/state/place/world-place.ts';
import type { OpenBox } from '../../src/state/world/open-box.ts';
import type { ActionId } from '../../src/state/world/overlay.ts';
import type { World } from '../../src/state/world.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { flowInputs } from '../harness/flow-inputs.ts';
import { isWhole, runs } from '../harness/full.ts';
import { askedId, boxOf, optionsIn, titleIn } from '../harness/open-box.ts';
import { paste, press, pressKeys } from '../harness/press.ts';
import { fakeDesk, sampleWorld } from '../ui/world.ts';

const CONTACTS = [
  { id: 5, name: 'Ana Torres', email: 'ana@customer.example' },
  { id: 6, name: 'Noah Berg', email: 'noah@customer.example' },
];

/** A desk on a help center with two contacts, which answers nothing else; with `isMute`, not even that. */
function deskWithContacts(isMute = false) {
  const requests: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace('/api/agent/v1', '');
    if (!path.startsWith('/contacts')) return new Promise(() => undefined);
    requests.push(`${request.method} ${path}`);
    if (isMute) return new Promise(() => undefined);
    if (request.method === 'POST') {
      const body = (await request.json()) as { name: string; email: string };
      const owner = CONTACTS.find(({ email }) => email === body.email);
      const error = { code: 'conflict', message: `is of contact ${owner?.id}` };
      return owner
        ? Response.json({ error }, { status: 409 })
        : Response.json({ data: { id: 9, ...body } }, { status: 201 });
    }
    const id = Number(/contacts\/(\d+)$/.exec(path)?.[1]);
    if (id) return Response.json({ data: CONTACTS.find(one => one.id === id) });
    const words = searchParams.get('q') ?? '';
    const data = CONTACTS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
    return Response.json({ data, meta: { next_cursor: null } });
  };
  const client = createClient({ baseUrl: 'http://center.example', token: () => undefined, fetch });
  const world = sampleWorld({ columns: 120, rows: 40 });
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const inboxes = world.base.inboxes.map((inbox, at) => (at === 0 ? { ...inbox, emails } : inbox));
  const fake = fakeDesk({ ...world, base: { ...world.base, inboxes } });
  const token = { source: t`a test`, clientWith: () => client, take: () => undefined };
  const connector = { whyNot: () => undefined, signIn: () => new Promise<never>(() => undefined) };
  const desk: Desk = { ...fake.desk, client, hooks: { ...fake.desk.hooks, token, connector } };
  return { desk, commits: fake.asked.commits, requests };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

function run(desk: Desk, id: ActionId): void {
  doAction(desk, actions.find(one => one.id === id)!);
}

/**
 * The state of a box without what is not kept: a walk through words, whether its text was a draft before, and the text
 * of a secret.
 */
function withoutOrigin({ at, parts }: OpenBox['state']) {
  const kept = Object.entries(parts).map(([name, part]) =>
    'isSecret' in part ? [name, { kind: part.kind, draft: { text: '', cursor: 0 } }] : [name, part],
  );
  const state = { at, parts: Object.fromEntries(kept) };
  return JSON.parse(JSON.stringify(state, (key, value) => (key === 'isDraft' || key === 'walk' ? undefined : value)));
}

/** The next desk, after this one was killed: all that it has of it is JSON. */
function nextDesk(desk: Desk, isMute = false) {
  const kept = readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))));
  const next = deskWithContacts(isMute);
  const { list, detail, pane, drafts } = desk.world();
  next.desk.set({ list, detail, pane, drafts });
  reopen(next.desk, kept!.boxes, actions);
  return next;
}

describe('keys typed ahead in one read', () => {
  test('answer the box that the key before them opened', () => {
    const { desk, commits } = deskWithContacts();
    press(desk, 'conversation.merge', 'enter', 'y');
    expect(commits).toMatchObject([{ name: 'conversation.merge' }]);
    expect(askedId(desk)).toBeUndefined();
  });

  test('are typed into its filter line', () => {
    const { desk, commits } = deskWithContacts();
    press(desk, 'conversation.assign', 'n', 'o', 'b', 'o', 'enter');
    expect(commits).toMatchObject([{ name: 'conversation.assign', args: { assign_to: null } }]);
  });
});

describe('Esc', () => {
  test('leads back to the box before, as it was left; from the first one out', () => {
    const { desk, commits } = deskWithContacts();
    press(desk, 'conversation.merge', 'down', 'enter');
    expect(askedId(desk)).toBe('merge.question');
    press(desk, 'esc');
    expect(askedId(desk)).toBe('merge.with');
    expect(boxOf(desk).state.parts.one).toMatchObject({ index: 1 });
    press(desk, 'esc');
    expect(askedId(desk)).toBeUndefined();
    expect(commits).toEqual([]);
  });

  test('stops waiting for an answer: one that comes late changes nothing', async () => {
    const { desk, requests } = deskWithContacts();
    press(desk, 'contact.add');
    paste(desk, 'ana');
    press(desk, 'enter', 'x', 'esc');
    // The first request of a process loads the module that sends it.
    await expect.poll(() => requests).toEqual(['GET /contacts']);
    await settled();
    expect(askedId(desk)).toBe('contact.find');
    expect(boxOf(desk).state.parts.words).toMatchObject({ draft: { text: 'ana' } });
  });

  test('does not lead back over a finished act; Ctrl-c leads out of the flow', () => {
    const done: string[] = [];
    const line = boxOn<string>()({
      id: 'line',
      title: ({ data }) => t`${data.length}`,
      verb: t`go on`,
      parts: { text: { kind: 'line' } },
    });
    const twice = flow({
      id: 'twice',
      *script() {
        const { text } = yield* askBox(line, 'a');
        yield* doOnce(() => void done.push(text));
        yield* askBox(line, 'bb');
        yield* askBox(line, 'ccc');
        return undefined;
      },
    });
    const { desk } = deskWithContacts();
    begin(desk, twice);
    press(desk, 'x', 'enter', 'y', 'enter', 'esc');
    expect(boxOf(desk).state.parts.text).toMatchObject({ draft: { text: 'y' } });
    press(desk, 'esc');
    expect(askedId(desk)).toBeUndefined();
    begin(desk, twice);
    press(desk, 'x', 'enter', 'y', 'enter', 'ctrl-c');
    expect(askedId(desk)).toBeUndefined();
    expect(done).toEqual(['x', 'x']);
  });
});

describe('a flow whose desk was killed', () => {
  test('comes back with the cursor and the words of its filter line', () => {
    const { desk } = deskWithContacts();
    press(desk, 'conversation.assign', 'n', 'o', 'b');
    const next = nextDesk(desk);
    press(next.desk, 'o', 'enter');
    expect(next.commits).toMatchObject([{ name: 'conversation.assign', args: { assign_to: null } }]);
  });

  test('comes back with the box before its question, and says so', () => {
    const { desk } = deskWithContacts();
    press(desk, 'conversation.merge', 'down', 'enter');
    const next = nextDesk(desk);
    expect(askedId(next.desk)).toBe('merge.with');
    expect(next.desk.world().notice?.text).toBe('Not open again: Merge… · it was not answered, so nothing was done');
    expect(boxOf(next.desk).state.parts.one).toMatchObject({ index: 1 });
    press(next.desk, 'y');
    expect(next.commits).toEqual([]);
  });

  test('comes back in its third box: nothing is read again, and Esc leads back through all of them', async () => {
    const { desk } = deskWithContacts();
    press(desk, 'contact.add');
    paste(desk, 'ana');
    press(desk, 'enter');
    await settled();
    press(desk, 'down', 'enter');
    expect(askedId(desk)).toBe('contact.new');
    paste(desk, 'Berg');
    const next = nextDesk(desk);
    expect(boxOf(next.desk).state.parts.person).toMatchObject({ draft: { text: 'ana <Berg>' } });
    press(next.desk, 'ctrl-u');
    paste(next.desk, 'Ana Berg <ana.berg@customer.example');
    press(next.desk, 'enter');
    await settled();
    expect(next.requests).toEqual(['POST /contacts']);
    expect(next.commits).toMatchObject([{ name: 'contact.add', args: { contact_id: 9 } }]);
    expect(askedId(next.desk)).toBeUndefined();
    const back = nextDesk(desk);
    press(back.desk, 'esc');
    expect(askedId(back.desk)).toBe('contact.choose');
    press(back.desk, 'esc');
    expect(askedId(back.desk)).toBe('contact.find');
    expect(boxOf(back.desk).state.parts.words).toMatchObject({ draft: { text: 'ana' } });
  });

  test('sends nothing a second time by itself: the box whose answer was on its way is asked once more', async () => {
    const { desk, requests } = deskWithContacts(true);
    run(desk, 'contact.create');
    paste(desk, 'Ana Berg <new@customer.example>');
    press(desk, 'enter');
    await settled();
    expect(requests).toEqual(['POST /contacts']);
    const next = nextDesk(desk);
    await settled();
    expect(next.requests).toEqual([]);
    expect(askedId(next.desk)).toBe('contact.new');
    expect(next.desk.world().notice).toBeNull();
    press(next.desk, 'enter');
    await settled();
    expect(next.commits).toMatchObject([{ name: 'contact.add', args: { contact_id: 9 } }]);
  });

  test('of another version begins where its answers still fit, keeps the words, and says so', async () => {
    const { desk } = deskWithContacts();
    press(desk, 'contact.add');
    paste(desk, 'ana');
    press(desk, 'enter');
    await settled();
    const kept = JSON.parse(JSON.stringify(deskPlace(desk.world())));
    kept.boxes[0].steps[1].value = [{ id: 'five' }];
    const next = deskWithContacts();
    reopen(next.desk, readPlace(kept)!.boxes, actions);
    expect(askedId(next.desk)).toBe('contact.find');
    const changed = 'Open again, but changed by an update: Add a contact… · check it before you go on';
    expect(next.desk.world().notice?.text).toBe(changed);
    kept.boxes[0].state.parts = { person: { kind: 'line', draft: { text: 'half a name', cursor: 4 } } };
    kept.boxes[0].steps = [];
    const other = deskWithContacts();
    reopen(other.desk, readPlace(kept)!.boxes, actions);
    expect(boxOf(other.desk).state.parts.words).toEqual({ kind: 'line', draft: { text: 'half a name', cursor: 4 } });
    kept.boxes[0].input = 7;
    const unread = deskWithContacts();
    reopen(unread.desk, readPlace(kept)!.boxes, actions);
    expect(askedId(unread.desk)).toBeUndefined();
    expect(unread.desk.world().notice?.text).toBe('Not open again: Add a contact… · its contents cannot be read');
  });

  test('of the version before, which kept boxes by their kinds, opens with the words that were typed', () => {
    const field = { kind: 'field', actionId: 'contact.add', targets: [1042], text: 'half a na', multiline: false };
    const picker = {
      kind: 'picker',
      actionId: 'conversation.assign',
      targets: [1042],
      index: 0,
      draft: { text: 'bo', cursor: 2 },
    };
    const { desk } = deskWithContacts();
    reopen(desk, [{ ...field, afterCursor: 0, data: { missed: null } } as never], actions);
    expect(boxOf(desk)).toMatchObject({
      targets: [1042],
      state: { parts: { words: { draft: { text: 'half a na' } } } },
    });
    press(desk, 'esc');
    reopen(desk, [picker as never], actions);
    expect(boxOf(desk)).toMatchObject({ state: { parts: { agent: { draft: { text: 'bo' } } } } });
    expect(desk.world().notice).toBeNull();
  });
});

test('a refusal leads to the box that was filled in; the owner of an address is asked about', async () => {
  const { desk, commits } = deskWithContacts();
  run(desk, 'contact.create');
  paste(desk, 'Ana <ana@customer.example>');
  press(desk, 'enter');
  await settled();
  expect(askedId(desk)).toBe('contact.question');
  press(desk, 'y');
  expect(commits).toMatchObject([{ name: 'contact.add', args: { contact_id: 5 } }]);
});

/** What the uppermost box shows, but for what it reads. */
function shownIn(desk: Desk) {
  const { state } = boxOf(desk);
  return [titleIn(desk), state.parts[state.at]?.kind === 'choices' ? optionsIn(desk).map(({ id }) => id) : []];
}

const KEYS = [
  'enter',
  'enter',
  'down',
  'up',
  'tab',
  'tab',
  'a',
  'n',
  'y',
  'D',
  '=',
  'J',
  '<',
  '@',
  '1',
  '2',
  'backspace',
  'esc',
  'ctrl-d',
  'settle',
];

/** From where boxes are opened: marked conversations, one conversation, or a note of one's own. */
const PLACES: readonly ((world: World) => Partial<World>)[] = [
  () => ({}),
  ({ list }) => ({ list: { ...list, marks: new Set() } }),
  ({ list, detail }) => ({
    list: { ...list, marks: new Set() },
    pane: 'detail',
    detail: { ...detail, entryKey: 'note:1' },
  }),
];

test('after any keys the next desk shows the box that this one shows, or the one before a question', async () => {
  const seen = new Set<string>();
  const asking = actions.filter(({ flows }) => flows).map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PLACES),
      fc.oneof(
        fc.constantFrom<ActionId>(
          'conversation.merge',
          'contact.add',
          'contact.create',
          'conversation.assign',
          ...asking,
        ),
        fc.constantFrom(...flowInputs),
      ),
      fc.array(fc.constantFrom(...KEYS), { maxLength: 20 }),
      async (place, first, keys) => {
        const { desk } = deskWithContacts();
        desk.set(place(desk.world()));
        if (typeof first === 'string') run(desk, first);
        else begin(desk, first.flow, first.input);
        for (const key of keys) {
          if (key === 'settle') await settled();
          else if (topOverlay(desk.world())) pressKeys(desk, key);
        }
        await settled();
        const top = topOverlay(desk.world());
        if (top?.kind !== 'box') return;
        seen.add(top.flow.id);
        const next = nextDesk(desk);
        const found = topOverlay(next.desk.world());
        if (asked(top).box.isQuestion || top.flow.lost !== undefined) {
          expect(found?.kind === 'box' && asked(found).box.isQuestion).not.toBe(true);
          return;
        }
        if (found?.kind !== 'box') throw new Error(`${asked(top).box.id} did not come back`);
        expect(withoutOrigin(found.state)).toEqual(withoutOrigin(top.state));
        expect(asked(found).box).toBe(asked(top).box);
        if (!hasSecret(top.state)) expect(shownIn(next.desk)).toEqual(shownIn(desk));
      },
    ),
    { numRuns: runs(3_000) },
  );
  expect(seen.size).toBeGreaterThan(isWhole ? 60 : 30);
}, 120_000);

test('each box is said and answered in lines', async () => {
  const { desk, commits } = deskWithContacts();
  const hands = { desk, bound };
  const names = actionNames(actions);
  press(desk, 'contact.add');
  openBox(hands, names)!.answer('ana');
  await settled();
  const choice = openBox(hands, names)!;
  expect(choice.words.slice(1)).toEqual(['1 Ana Torres, ana@customer.example', '2 new contact...']);
  choice.answer('1');
  expect(openBox(hands, names)!.words[0]).toBe('Add Ana Torres <ana@customer.example> to 2 conversations?');
  openBox(hands, names)!.answer('y');
  expect(commits).toMatchObject([{ name: 'contact.add', args: { contact_id: 5 } }]);
});

test('Tab goes in the order of reading and back; Enter goes on in a line; one key answers from any part', () => {
  const given: unknown[] = [];
  const mail = boxOn<undefined>()({
    id: 'mail',
    title: () => t`Reply`,
    verb: t`send`,
    parts: {
      to: { kind: 'line', check: (_view, text) => (text.includes('@') ? undefined : t`No address.`) },
      page: { kind: 'page', lines: () => [t`Ana`] },
      cc: { kind: 'line' },
      inbox: {
        kind: 'choices',
        options: () => [
          { id: 'a', label: t`A` },
          { id: 'b', label: t`B` },
        ],
      },
    },
  });
  const mailing = flow({
    id: 'test.mail',
    *script() {
      const { to, cc, inbox, ...rest } = yield* askBox(mail, undefined);
      // @ts-expect-error: a page answers nothing
      const none: string = rest.page;
      return () => void given.push([to, cc, inbox, none]);
    },
  });
  const { desk } = deskWithContacts();
  begin(desk, mailing);
  const order = [boxOf(desk).state.at];
  for (const key of ['tab', 'tab', 'tab', 'shift-tab', 'shift-tab', 'shift-tab', 'enter'] as const) {
    press(desk, key);
    order.push(boxOf(desk).state.at);
  }
  expect(order).toEqual(['to', 'cc', 'inbox', 'to', 'inbox', 'cc', 'to', 'cc']);
  press(desk, 'x', 'tab', 'down', 'shift-tab', 'ctrl-d');
  expect(desk.world().notice?.text).toBe('No address.');
  expect(boxOf(desk).state.at).toBe('to');
  press(desk, 'a', '@', 'tab', 'ctrl-d');
  expect(given).toEqual([['a@', 'x', 'b', undefined]]);
});
