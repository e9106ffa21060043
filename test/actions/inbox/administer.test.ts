import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import type { World } from '../../../src/state/world.ts';
import { askedId } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { agent, fakeDesk, inbox, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };

/** The desk of an admin, whose writes to inboxes are noted and answered with success. */
function scene(more: Partial<World> = {}) {
  const admin = { ...agent(1, 'Ana Ortiz'), role: 'admin' as const };
  const { desk } = fakeDesk(sampleWorld(SIZE, { me: admin, ...more }));
  const bodies: unknown[] = [];
  const note = async ({ body }: { body: unknown }) => {
    bodies.push(body);
    return { data: { id: 1 } };
  };
  const get = async () => ({ data: desk.world().base.inboxes[0] });
  const calls = { ...desk.client.inbox, get, save: note, bulkSort: note };
  const client = { ...desk.client, inbox: calls } as unknown as Client;
  return { desk: { ...desk, client }, bodies };
}

test('only changed fields are sent, so that changes of others stay', async () => {
  const { desk, bodies } = scene();
  press(desk, 'inbox.administer', 'enter', '!', 'esc', 'y');
  await expect.poll(() => bodies).toEqual([{ id: 1, name: 'Support!' }]);
});

test('a text that is as before again is not a change', () => {
  const { desk, bodies } = scene();
  press(desk, 'inbox.administer', 'enter', '!', 'backspace', 'esc', 'esc');
  expect(desk.world().overlays).toEqual([]);
  expect(bodies).toEqual([]);
});

test('an order that another admin made while the box was open is not taken back', () => {
  const { desk, bodies } = scene();
  press(desk, 'inbox.administer');
  const { base } = desk.world();
  desk.set({ base: { ...base, inboxes: base.inboxes.toReversed() } });
  press(desk, 'esc');
  expect(desk.world().overlays).toEqual([]);
  expect(bodies).toEqual([]);
});

test('a list of agents that the help center does not say is not replaced', () => {
  const unknown = { ...inbox(1, 'Support'), agent_ids: null };
  const { base } = sampleWorld(SIZE);
  const { desk, bodies } = scene({ base: { ...base, inboxes: [unknown] } });
  press(desk, 'inbox.administer', 'p', 'enter');
  expect(rowsOf(desk).join('\n')).toContain('The help center does not say who is in it.');
  press(desk, 'esc', 'esc');
  expect(desk.world().overlays).toEqual([]);
  expect(bodies).toEqual([]);
});

test.each(['a', 'J', 'D'])('on a desk that only reads, %s says so', key => {
  const { desk, bodies } = scene({ isReadOnly: true });
  press(desk, 'inbox.administer', key);
  expect(desk.world().notice?.text).toContain('--read-only');
  expect(askedId(desk)).toBe('inbox.administer');
  expect(bodies).toEqual([]);
});

test.each([
  ['admin', 'You see no inbox. a makes one.'],
  ['agent', 'You see no inbox. Only admins may change this. Ask one of them.'],
] as const)('the empty box tells an %s what that agent may do', (role, told) => {
  const { desk } = scene({ me: { ...agent(1, 'Ana Ortiz'), role } });
  desk.set({ base: { ...desk.world().base, inboxes: [] } });
  press(desk, 'inbox.administer');
  expect(rowsOf(desk).join('\n')).toContain(told);
});

test('a mail of its own is switched on without a text too: the help center has one', async () => {
  const { desk, bodies } = scene();
  press(desk, 'inbox.administer', 'enter', 'down', 'tab', 'down', 'y', 'ctrl-d');
  await expect.poll(() => bodies).toEqual([{ id: 1, send_autoresponse: true }]);
});

test('Esc asks before a changed form is left: d drops it, Esc goes on with it', () => {
  const { desk, bodies } = scene();
  press(desk, 'inbox.administer', 'enter', '!', 'esc');
  expect(rowsOf(desk).join('\n')).toMatch(/Save Support!\?[\s\S]*y {2}saves it[\s\S]*d {2}drops it/);
  press(desk, 'esc');
  expect(rowsOf(desk).join('\n')).toMatch(/Name +Support!/);
  press(desk, 'esc', 'd');
  expect(desk.world().overlays).toMatchObject([{ flow: { id: 'inbox.administer' } }]);
  press(desk, 'J', 'esc');
  expect(rowsOf(desk).join('\n')).toContain('Save the order of the inboxes?');
  press(desk, 'd');
  expect(desk.world().overlays).toEqual([]);
  expect(bodies).toEqual([]);
});
