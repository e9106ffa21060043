import { describe, expect, test } from 'vitest';
import { openForm } from '../../../src/actions/inbox/form.ts';
import { openInbox } from '../../../src/actions/inbox/inbox-edit.ts';
import { agentNew, teamNew } from '../../../src/actions/inbox/people.ts';
import { actions } from '../../../src/actions/index.ts';
import { createClient } from '../../../src/client/client.ts';
import { reopen } from '../../../src/keys/reopen.ts';
import type { Desk } from '../../../src/state/desk.ts';
import { type KeptBox, readPlace } from '../../../src/state/kept/place.ts';
import { deskPlace } from '../../../src/state/place/world-place.ts';
import type { World } from '../../../src/state/world.ts';
import { askedId, boxOf } from '../../harness/open-box.ts';
import { paste, press } from '../../harness/press.ts';
import { talkWith } from '../../lines/talk-with.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { agent, fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

type Answer = { readonly status?: number; readonly body: object };
const TAKEN: Answer = {
  status: 409,
  body: { error: { code: 'conflict', message: 'Taken.', details: [{ path: 'slug', message: 'is taken' }] } },
};

/** An admin's desk on a help center with one inbox and one team, which answers writes as it is told. */
function scene({
  size = { columns: 120, rows: 40 },
  ...more
}: Partial<World> & { size?: { columns: number; rows: number } } = {}) {
  const center = {
    inbox: { ...inbox(1, 'Support'), emails: [] } as object | undefined,
    write: { body: { data: { id: 1 } } } as Answer | 'lost',
    read: undefined as Answer | undefined,
    sent: [] as { readonly path: string; readonly key: string | null; readonly body: unknown }[],
  };
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api/agent/v1', '');
    const isRead = request.method === 'GET';
    if (!isRead) {
      const key = request.headers.get('idempotency-key');
      center.sent.push({ path: `${request.method} ${path}`, key, body: await request.json() });
      if (center.write === 'lost') throw new TypeError('fetch failed');
    }
    const isGone = path === '/inboxes/1' && center.inbox === undefined;
    if (isGone) return Response.json({ error: { code: 'not_found', message: 'Gone.' } }, { status: 404 });
    const found = path === '/inboxes/1' ? { data: center.inbox } : { data: [], meta: { next_cursor: null } };
    const { status = 200, body } = isRead ? (center.read ?? { body: found }) : (center.write as Answer);
    return Response.json(body, { status });
  };
  const client = createClient({ baseUrl: 'http://center.example', token: () => undefined, fetch });
  const admin = { ...agent(1, 'Ana Ortiz'), role: 'admin' as const };
  const keys = [1, 2, 3, 4];
  const { desk: bare } = fakeDesk(sampleWorld(size, { me: admin, ...more }));
  const desk: Desk = { ...bare, client, newKey: () => `key ${keys.shift()}` };
  return { desk, center };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

/** The form of the inbox, as the desk knows it. */
function editing(more: Parameters<typeof scene>[0] = {}) {
  const opened = scene(more);
  openInbox(opened.desk, opened.desk.world().base.inboxes[0]!);
  return opened;
}

function screenOf(desk: Desk): string {
  return rowsOf(desk).join('\n');
}

function textIn(desk: Desk, name: string): unknown {
  const part = boxOf(desk).state.parts[name]!;
  return 'draft' in part && part.draft ? part.draft.text : part;
}

/** Goes to a row, and replaces what is in its line. */
function write(desk: Desk, name: string, text: string): void {
  for (let step = 0; boxOf(desk).state.at !== name && step < 40; step += 1) press(desk, 'tab');
  press(desk, 'end', 'ctrl-u');
  paste(desk, text);
}

describe('the keys of a form', () => {
  test('a letter on a row begins to write; Tab and the arrows go through the rows, Enter on, and Save saves', async () => {
    const { desk, center } = scene();
    openForm(desk, teamNew, null, {});
    press(desk, 'N', 'i', 'ght');
    expect(textIn(desk, 'name')).toBe('Ni');
    const order = ['enter', 'shift-tab', 'down', 'tab', 'up', 'shift-tab', 'down', 'tab'].map(key => {
      press(desk, key as 'enter');
      return boxOf(desk).state.at;
    });
    expect(order).toEqual(['agent_ids', 'name', 'agent_ids', 'save', 'agent_ids', 'name', 'agent_ids', 'save']);
    press(desk, 'up', 'b', 'o', 'b', 'enter', 'tab', 'enter');
    await settled();
    expect(center.sent).toMatchObject([{ path: 'POST /teams', body: { name: 'Ni', agent_ids: [2] } }]);
    expect(desk.world().notice?.text).toBe('Saved Ni');
  });

  test('one key saves from any row, and a choice on its row follows letters, blanks and arrows', async () => {
    const { desk, center } = scene();
    openForm(desk, agentNew, 2, { name: 'Bob', role: 'agent', disabled: false });
    center.read = { body: { data: [{ ...agent(2, 'Bob'), role: 'agent' }], meta: { next_cursor: null } } };
    press(desk, 'tab', 'a', 'space', 'left', 'right');
    expect(boxOf(desk).state.parts.role).toMatchObject({ chosen: ['admin'] });
    press(desk, 'end', 'ctrl-d');
    await settled();
    expect(center.sent).toMatchObject([{ path: 'PUT /agents/2', body: { role: 'admin' } }]);
  });

  test('only admins change an inbox: another agent reads it, and every other key says why', () => {
    const { desk, center } = editing({ me: agent(1, 'Ana Ortiz') });
    for (const key of ['x', 'enter', 'ctrl-d', 'backspace'] as const) {
      desk.set({ notice: null });
      press(desk, key);
      expect(desk.world().notice?.text).toContain('Only admins may change this');
    }
    paste(desk, 'x');
    press(desk, 'tab', 'esc');
    expect(desk.world().overlays).toEqual([]);
    expect(center.sent).toEqual([]);
  });

  test.each([[{ columns: 30, rows: 8 }], [{ columns: 40, rows: 12 }], [{ columns: 80, rows: 24 }]])(
    'at %o every row is seen while it has the keys',
    size => {
      const { desk } = editing({ size });
      for (const name of Object.keys(boxOf(desk).state.parts)) {
        expect(boxOf(desk).state.at).toBe(name);
        if (name === 'name' || name === 'hours') paste(desk, `Q${name}`);
        expect(screenOf(desk)).toMatch(/[│|][*! ] \S/);
        if (name === 'name' || name === 'hours') expect(screenOf(desk)).toContain(`Q${name}`);
        press(desk, 'tab');
      }
    },
  );
});

describe('a refusal', () => {
  test('leads back to what was filled in, with the fault below its row until that is edited', async () => {
    const { desk, center } = editing();
    center.write = TAKEN;
    write(desk, 'slug', 'returns');
    press(desk, 'tab', 'ctrl-d');
    await settled();
    expect(boxOf(desk).state.at).toBe('slug');
    expect(screenOf(desk)).toMatch(/! Short name +returns *│.*\n.*│ {4}is taken/);
    press(desk, '2');
    expect(screenOf(desk)).not.toContain('is taken');
    center.write = { body: { data: { id: 1 } } };
    press(desk, 'ctrl-d');
    await settled();
    expect(center.sent.at(-1)?.body).toEqual({ id: 1, slug: 'returns2' });
    expect(desk.world().overlays).toEqual([]);
  });

  test('of no single row stands below Save, where Enter tries again; after a lost answer with the same key', async () => {
    const { desk, center } = editing();
    center.write = 'lost';
    write(desk, 'slug', 'returns');
    press(desk, 'ctrl-d');
    await settled();
    expect(boxOf(desk).state.at).toBe('save');
    expect(screenOf(desk)).toContain('Enter tries again.');
    center.write = { body: { data: { id: 1 } } };
    press(desk, 'enter');
    await settled();
    expect(center.sent.map(({ key }) => key)).toEqual([center.sent[0]!.key, center.sent[0]!.key]);
    expect(desk.world().overlays).toEqual([]);
  });

  test.each<readonly [string, Answer | undefined, string]>([
    ['access is lost', { status: 403, body: { error: { code: 'forbidden', message: 'No access.' } } }, 'No access.'],
    ['the inbox is gone', undefined, 'Another admin deleted the inbox.'],
  ])('keeps the words if %s meanwhile', async (_what, read, said) => {
    const { desk, center } = editing();
    center.read = read;
    if (!read) center.inbox = undefined;
    write(desk, 'slug', 'returns');
    press(desk, 'ctrl-d');
    await settled();
    expect(center.sent).toEqual([]);
    expect(textIn(desk, 'slug')).toBe('returns');
    expect(screenOf(desk)).toContain(said);
  });

  test('keeps the words, a password too, if the help center stops to offer this', async () => {
    const { desk, center } = scene();
    center.write = { status: 501, body: { error: { code: 'not_implemented', message: 'No.' } } };
    openForm(desk, agentNew, null, {});
    write(desk, 'name', 'Cora');
    write(desk, 'email', 'cora@shop.example');
    write(desk, 'password', 'correct horse battery');
    press(desk, 'ctrl-d');
    await settled();
    expect(screenOf(desk)).toContain('This help center does not offer that (501)');
    expect(textIn(desk, 'password')).toBe('correct horse battery');
    expect(screenOf(desk)).not.toContain('horse');
  });

  test('of a new one without its name is said at the row', async () => {
    const { desk, center } = scene();
    openForm(desk, teamNew, null, {});
    press(desk, 'tab', 'ctrl-d');
    expect(boxOf(desk).state.at).toBe('name');
    expect(screenOf(desk)).toContain('is required');
    expect(desk.world().notice?.text).toBe('Name is required');
    expect(center.sent).toEqual([]);
  });
});

describe('an inbox that another admin changed meanwhile', () => {
  test('gets the agent’s own changes on top of it', async () => {
    const { desk, center } = editing();
    center.inbox = { ...center.inbox, name: 'Parcels', agent_ids: [1, 2, 3, 9] };
    write(desk, 'slug', 'returns');
    write(desk, 'agent_ids', 'bob');
    press(desk, 'enter', 'ctrl-d');
    await settled();
    expect(center.sent.map(({ body }) => body)).toEqual([{ id: 1, slug: 'returns', agent_ids: [1, 3, 9] }]);
  });

  test('is asked about once where both changed the same, also in the next desk', async () => {
    const { desk, center } = editing();
    center.inbox = { ...center.inbox, name: 'Parcels', signature: 'Theirs' };
    write(desk, 'name', 'Repairs');
    press(desk, 'ctrl-d');
    await settled();
    expect(screenOf(desk)).toContain('you wrote Repairs, another admin wrote Parcels');
    const next = nextDesk(desk);
    for (const one of [desk, next.desk]) {
      expect([textIn(one, 'name'), textIn(one, 'signature')]).toEqual(['Repairs', 'Theirs']);
    }
    next.center.inbox = center.inbox;
    press(next.desk, 'ctrl-d');
    await settled();
    expect(next.center.sent.map(({ body }) => body)).toEqual([{ id: 1, name: 'Repairs' }]);
  });

  test('is not written if it is so already', async () => {
    const { desk, center } = editing();
    center.inbox = { ...center.inbox, slug: 'returns' };
    write(desk, 'slug', 'returns');
    press(desk, 'ctrl-d');
    await settled();
    expect(center.sent).toEqual([]);
    expect(desk.world().notice?.text).toBe('Saved Support');
  });
});

/** The next desk, after this one was killed. */
function nextDesk(desk: Desk) {
  const { boxes } = readPlace(JSON.parse(JSON.stringify(deskPlace(desk.world()))))!;
  const next = scene();
  reopen(next.desk, boxes, actions);
  return next;
}

test('its foot says how many rows are below, until the last one is shown', () => {
  const { desk } = editing({ size: { columns: 80, rows: 24 } });
  const below = () => Number(/└ .* · (\d+) more below/.exec(screenOf(desk))?.[1] ?? 0);
  const before = below();
  expect(before).toBeGreaterThan(0);
  expect(screenOf(desk)).not.toContain('[ Save ]');
  press(desk, 'shift-tab');
  expect(screenOf(desk)).toContain('[ Save ]');
  expect(below()).toBe(0);
  expect(screenOf(editing().desk)).not.toContain('more below');
});

describe('a form whose desk was killed', () => {
  test('comes back with all its words at every step, and Esc then asks before they are dropped', async () => {
    const { desk, center } = editing();
    center.write = TAKEN;
    const steps = [
      () => write(desk, 'name', 'Parcels'),
      () => write(desk, 'signature', 'Your shop'),
      () => press(desk, 'tab', 'tab', 'tab', 'tab'),
      () => press(desk, 'b', 'o', 'b', 'enter'),
      () => press(desk, 'ctrl-d'),
      settled,
    ];
    for (const step of steps) {
      await step();
      const next = nextDesk(desk);
      expect(JSON.parse(JSON.stringify(boxOf(next.desk).state))).toEqual(JSON.parse(JSON.stringify(boxOf(desk).state)));
      expect(next.center.sent).toEqual([]);
      press(next.desk, 'esc');
      expect(screenOf(next.desk)).toContain('Save Parcels?');
      const again = nextDesk(next.desk);
      expect(textIn(again.desk, 'name')).toBe('Parcels');
      expect(askedId(again.desk)).toBe('inbox.edit');
      expect(again.desk.world().notice?.text).toContain('it was not answered');
    }
  });

  test('comes back without the secret in it, and says so', async () => {
    const { desk } = scene();
    openForm(desk, agentNew, null, {});
    write(desk, 'name', 'Cora');
    expect(textIn(nextDesk(desk).desk, 'name')).toBe('Cora');
    write(desk, 'password', 'secret-words');
    const next = nextDesk(desk);
    expect([textIn(next.desk, 'name'), textIn(next.desk, 'password')]).toEqual(['Cora', '']);
    expect(next.desk.world().notice?.text).toBe('Open again: New agent… · a password or token is never kept');
    expect(nextDesk(next.desk).desk.world().notice).toBeNull();
    // Its answer is on its way, and the body holds the secret.
    write(desk, 'email', 'cora@desk.example');
    press(desk, 'ctrl-d');
    expect(boxOf(desk).isBusy).toBe(true);
    expect(JSON.stringify(deskPlace(desk.world()))).not.toContain('secret-words');
    expect(textIn(nextDesk(desk).desk, 'email')).toBe('cora@desk.example');
    await settled();
  });

  test('of the version before, which kept its values beside the list of fields, opens with them', () => {
    const { desk } = scene();
    const data = { id: 1, initial: { name: 'Support' }, values: { name: 'Parcels', slug: 'p' }, faults: {} };
    const parts = { one: { kind: 'choices', index: 0, draft: null } };
    const former = [
      { kind: 'picker', actionId: 'inbox.edit', targets: [], index: 0, draft: null, data },
      { kind: 'box', flow: 'inbox.edit', targets: [], input: data, steps: [], state: { at: 'one', parts } },
    ] as unknown as readonly KeptBox[];
    for (const box of former) {
      desk.set({ overlays: [] });
      reopen(desk, [box], actions);
      expect([textIn(desk, 'name'), textIn(desk, 'slug')]).toEqual(['Parcels', 'p']);
    }
  });
});

test('a form is said and answered in lines from the same parts', async () => {
  const { desk, center } = scene();
  const talk = talkWith(desk);
  expect(await talk.type('agent.new')).toContain('3 Role: -');
  expect(await talk.type('3 adm')).toContain('3 Role: admin');
  expect(await talk.type('3 owner')).toContain('It can be agent or admin.');
  expect(await talk.type('1 Cora Lind')).toContain('1 Name: Cora Lind');
  expect(await talk.type('~email cora')).toContain(
    '2 Address to sign in with: cora, changed, wrong: must be an email address',
  );
  expect(await talk.type('~email cora@shop.example')).not.toContain('wrong');
  await talk.type('4');
  const said = await talk.type('correct horse battery');
  expect(said).toContain('4 Password: written');
  expect(said).not.toContain('horse');
  expect(await talk.type('')).toContain('Save Cora Lind?');
  await talk.type('y');
  await settled();
  expect(center.sent).toMatchObject([
    { body: { name: 'Cora Lind', email: 'cora@shop.example', role: 'admin', password: 'correct horse battery' } },
  ]);
});
