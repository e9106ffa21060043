import { expect, test } from 'vitest';
import {
  administer,
  chosen,
  filled,
  goDownTo,
  goToField,
  type Inbox,
  people,
  press,
  scene,
  type,
  typed,
  written,
} from './administration.ts';
import { openDesk } from './open-desk.ts';

test('status.list: s makes a status and renames one; a taken name keeps the typed one, a built-in one its name', async () => {
  const backstage = await scene();
  const desk = await openDesk(backstage);
  const names = async () => (await backstage.ask<Inbox[]>('GET', '/conversation_statuses')).map(({ name }) => name);
  await administer(desk);
  await press(desk, 's', 'a');
  await desk.sees('unique without regard to case');
  await typed(desk, 'Open');
  await desk.sees('A status has this name already');
  expect(desk.text()).toContain('│ Open ');
  await press(desk, 'ctrl-u');
  await typed(desk, 'on hold');
  await desk.sees('Made the status on hold');
  await press(desk, 'enter');
  await desk.sees('open is built in and keeps its name.');
  await goDownTo(desk, 'on hold');
  await written(desk, 'waits for parts');
  await desk.sees('Renamed the status to waits for parts');
  expect(await names()).toContain('waits for parts');
  expect(await names()).not.toContain('on hold');
});

test('tag.list: g renames a tag, and says before it that a taken name joins two tags', async () => {
  const backstage = await scene();
  const id = await backstage.conversation('Shoes', { tags: ['refund'] });
  const other = await backstage.conversation('Lamp', { tags: ['vip'] });
  const tags = async (of: number) => (await backstage.ask<{ tags: string[] }>('GET', `/conversations/${of}`)).tags;
  const desk = await openDesk(backstage);
  await administer(desk);
  await press(desk, 'g');
  await type(desk, 'ref', '> ref ');
  await press(desk, 'enter', 'ctrl-u');
  await typed(desk, 'money back');
  await desk.sees('Renamed the tag refund to money back');
  expect(await tags(id)).toEqual(['money back']);
  await press(desk, 'ctrl-u');
  await type(desk, 'mon', '> mon ');
  await press(desk, 'enter', 'ctrl-u');
  await type(desk, 'VIP');
  await desk.sees('vip is a tag already: the two become one');
  await press(desk, 'enter');
  await desk.sees('money back is on 1 conversation: they get vip');
  expect(await tags(id)).toEqual(['money back']);
  await press(desk, 'y');
  await desk.sees('Renamed the tag money back');
  expect([await tags(id), await tags(other)]).toEqual([['vip'], ['vip']]);
});

interface Agent {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly disabled: boolean;
}

test('people.list: u makes an agent and a team, changes role and password, disables, and fills a team', async () => {
  const backstage = await scene();
  await people(backstage);
  const desk = await openDesk(backstage);
  const agent = async () => (await backstage.ask<Agent[]>('GET', '/agents')).find(({ name }) => name === 'Eva Lund');
  await administer(desk);
  await press(desk, 'u', 'a');
  await desk.sees('New agent');
  await filled(desk, 'Name', 'Eva Lund');
  await filled(desk, 'Address to sign in', 'bob@shop.example');
  await goToField(desk, 'Password');
  await type(desk, 'short', '*****');
  await desk.sees('must be 12 to 1,024 characters long');
  expect(desk.text()).not.toContain('short');
  await type(desk, ' but long enough now', '*'.repeat(25));
  await press(desk, 'ctrl-d');
  await desk.sees('│    is taken');
  await filled(desk, 'Address to sign in', 'eva@shop.example');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Eva Lund');
  expect(await agent()).toMatchObject({ email: 'eva@shop.example', role: 'agent', disabled: false });
  await goDownTo(desk, 'Eva Lund');
  await press(desk, 'enter');
  await goToField(desk, 'Role');
  await press(desk, 'a', 'space');
  await goToField(desk, 'Password');
  await type(desk, 'another phrase of some length', '*'.repeat(29));
  await goToField(desk, 'Disabled');
  await press(desk, 'y', 'ctrl-d');
  await desk.sees('Saved Eva Lund');
  expect(await agent()).toMatchObject({ role: 'admin', disabled: true });
  await press(desk, 't');
  await filled(desk, 'Name', 'Night shift');
  await chosen(desk, 'Agents in it', 'Bob');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Night shift');
  const [bob] = (await backstage.ask<Agent[]>('GET', '/agents')).filter(({ name }) => name === 'Bob Stone');
  expect(await backstage.ask('GET', '/teams')).toContainEqual(
    expect.objectContaining({ name: 'Night shift', agent_ids: [bob!.id] }),
  );
});
