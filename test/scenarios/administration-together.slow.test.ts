import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { administer, chosen, filled, goDownTo, goToField, type Inbox, press, type } from './administration.ts';
import { openWatchedCenter } from './watched-center.ts';

interface Shown extends Inbox {
  readonly emails: readonly { readonly id: number; readonly email: string; readonly status: string }[];
  readonly team_ids: readonly number[];
  readonly agent_ids: readonly number[];
}

/** A help center with two admins, and a desk of Ana's that has the form of an inbox open. */
async function alone(size = { columns: 120, rows: 30 }) {
  const center = await openWatchedCenter();
  const { id } = await center.ask<Inbox>('POST', '/inboxes', { name: 'Returns' });
  const emails = ['first', 'second', 'third'].map(name => ({ email: `${name}@shop.example` }));
  const { token: ana, id: anaId } = await center.agent('Ana', 'admin');
  const { token: bob, id: bobId } = await center.agent('Bob', 'admin');
  await center.ask('POST', '/inboxes/save', { id, emails, agent_ids: [anaId] });
  const opened = async (token: string): Promise<Terminal> => {
    const desk = await center.openDesk(token, size);
    await administer(desk);
    await goDownTo(desk, 'Returns');
    await press(desk, 'enter');
    await desk.sees('Ctrl-d save');
    return desk;
  };
  const shown = () => center.ask<Shown>('GET', `/inboxes/${id}`);
  return { center, desk: await opened(ana), openSecond: () => opened(bob), shown, anaId, bobId };
}

/** The desks of two admins who both have the form of the same inbox open. */
async function together() {
  const { desk, openSecond, ...scene } = await alone();
  return { ...scene, desks: { ana: desk, bob: await openSecond() } };
}

/** Writes an address on a line of its own, behind the others. */
async function writeAddress(desk: Terminal, text: string): Promise<void> {
  await press(desk, 'enter');
  await type(desk, text);
}

/** What each of the two does in the form. */
const DEEDS = {
  ana: async (desk: Terminal) => {
    await goToField(desk, 'Addresses');
    await writeAddress(desk, 'fourth@shop.example');
    await press(desk, 'up', 'up', 'end', 'ctrl-u', 'backspace');
  },
  bob: async (desk: Terminal) => {
    await filled(desk, 'Name', 'Parcels');
    await goToField(desk, 'Addresses');
    await writeAddress(desk, 'fifth@shop.example');
    await chosen(desk, 'Agents with access', 'Bob');
  },
};

test.each([
  ['ana', 'bob'],
  ['bob', 'ana'],
] as const)('inbox.edit: the changes of two admins to one inbox are all there, %s first', async (first, second) => {
  const { desks, shown, anaId, bobId } = await together();
  await DEEDS.ana(desks.ana);
  await DEEDS.bob(desks.bob);
  for (const name of [first, second]) {
    await press(desks[name], 'ctrl-d');
    await desks[name].sees('Saved');
  }
  const { name, emails, agent_ids } = await shown();
  expect(name).toBe('Parcels');
  expect(emails.map(({ email }) => email.split('@')[0]).sort()).toEqual(['fifth', 'first', 'fourth', 'third']);
  expect([...agent_ids].sort()).toEqual([anaId, bobId].sort());
});

test.each([
  ['ana', 'bob'],
  ['bob', 'ana'],
] as const)('inbox.edit: of two names, %s’s is not overwritten before %s has read it', async (first, second) => {
  const { center, desks, shown } = await together();
  await filled(desks[first], 'Name', 'Parcels');
  await filled(desks[second], 'Name', 'Repairs');
  await press(desks[first], 'ctrl-d');
  await desks[first].sees('Saved Parcels');
  const before = center.writes.length;
  await press(desks[second], 'ctrl-d');
  await desks[second].sees('│    you wrote Repairs, another admin wrote Parcels');
  expect(center.writes).toHaveLength(before);
  await press(desks[second], 'ctrl-d');
  await desks[second].sees('Saved Repairs');
  expect((await shown()).name).toBe('Repairs');
});

test('inbox.addresses: one that another admin removed and I changed is said, and kept in the form', async () => {
  const { center, desk, shown } = await alone({ columns: 160, rows: 36 });
  const { id, emails } = await shown();
  const gone = emails.find(({ email }) => email.startsWith('second'))!;
  await goToField(desk, 'Addresses');
  await press(desk, 'up', 'end', 'ctrl-u');
  await type(desk, 'zwei@shop.example');
  await center.ask('DELETE', `/inboxes/${id}/emails/${gone.id}`);
  await press(desk, 'ctrl-d');
  await desk.sees('second@shop.example is gone: another admin removed it');
  await desk.sees('zwei@shop.example');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Returns');
  const left = (await shown()).emails.map(({ email }) => email.split('@')[0]).sort();
  expect(left).toEqual(['first', 'third', 'zwei']);
});

test('inbox.edit: a deleted inbox is said, and the filled in fields stay', async () => {
  const { center, desk, shown } = await alone();
  await filled(desk, 'Name', 'Parcels');
  await center.ask('DELETE', `/inboxes/${(await shown()).id}`);
  await press(desk, 'ctrl-d');
  await desk.sees('Another admin deleted the inbox.');
  expect(desk.text()).toMatch(/Name +Parcels/);
});

test('inbox.edit: a help center that gives no single inbox is asked for the list', async () => {
  const { center, desk, shown, bobId } = await alone();
  center.refuse(/^GET \/inboxes\/\d+$/, 501);
  await DEEDS.ana(desk);
  await center.ask('POST', `/inboxes/${(await shown()).id}/agents`, { agent_id: bobId });
  await center.ask('POST', `/inboxes/${(await shown()).id}/emails`, { email: 'fifth@shop.example' });
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Returns');
  const { emails, agent_ids } = await shown();
  expect(emails.map(({ email }) => email.split('@')[0]).sort()).toEqual(['fifth', 'first', 'fourth', 'third']);
  expect(agent_ids).toContain(bobId);
});

test('team.new: an agent whom another admin put into the team stays in it', async () => {
  const center = await openWatchedCenter();
  const { token } = await center.agent('Ana', 'admin');
  const { id: bobId } = await center.agent('Bob', 'agent');
  const { id: coraId } = await center.agent('Cora', 'agent');
  const team = await center.ask<{ id: number }>('POST', '/teams', { name: 'Warehouse', agent_ids: [] });
  const desk = await center.openDesk(token);
  await administer(desk);
  await press(desk, 'u');
  await goDownTo(desk, 'Warehouse');
  await press(desk, 'enter');
  await desk.sees('Agents in it');
  await chosen(desk, 'Agents in it', 'Bob');
  await center.ask('PUT', `/teams/${team.id}`, { agent_ids: [coraId] });
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Warehouse');
  const [found] = await center.ask<{ agent_ids: number[] }[]>('GET', '/teams');
  expect(found!.agent_ids.toSorted()).toEqual([bobId, coraId].toSorted());
});
