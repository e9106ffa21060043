import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { InboxSave } from '../../src/contract/inbox-body.ts';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';
import { openWatchedCenter } from './watched-center.ts';

interface Inbox {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly emails: readonly { readonly email: string; readonly status: string }[];
}

type InboxField = Exclude<keyof typeof InboxSave.entries, 'id'>;

/** A help center in which somebody has written already. */
async function scene(): Promise<Backstage> {
  const backstage = await openBackstage();
  await backstage.conversation('Refund for order 7741');
  return backstage;
}

async function make(backstage: Backstage, ...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await backstage.ask<Inbox>('POST', '/inboxes', { name })).id);
  return ids;
}

/** Presses keys one after another, as a person does who looks at the screen. */
async function press(desk: Terminal, ...names: string[]): Promise<void> {
  for (const name of names) {
    desk.press(name);
    await sleep(40);
    await desk.settled(40);
  }
}

/** Opens the administration. */
async function administer(desk: Terminal): Promise<void> {
  await press(desk, 'g', 'A');
  await desk.sees('a new');
}

/** Puts the cursor of the box on the row with this text; the cursor is above it. */
async function goDownTo(desk: Terminal, text: string): Promise<void> {
  const row = () => desk.screen().find(line => line.includes('│▌')) ?? '';
  await desk.until(() => row() !== '', 'The box never showed its cursor');
  for (let step = 0; step < 20 && !row().includes(` ${text}`); step++) {
    const before = row();
    desk.press('j');
    await desk.until(() => row() !== before, `The cursor never left ${before}`);
  }
  expect(row()).toContain(text);
}

/** How each field of an inbox is set by keys, from the field's row on, and what the help center then holds. */
const WAYS: Readonly<
  Record<InboxField, readonly [row: string, set: (desk: Terminal) => Promise<void>, held: unknown]>
> = {
  name: ['Name', desk => written(desk, 'Returns and repairs'), 'Returns and repairs'],
  description: ['Description', desk => writtenLong(desk, 'What comes back.'), 'What comes back.'],
  slug: ['Slug', desk => written(desk, 'returns-and-repairs'), 'returns-and-repairs'],
  sort: ['Position', desk => written(desk, '1'), 1],
  send_autoresponse: ['Send an automatic reply', desk => press(desk, 'enter'), true],
  autoresponse_text: ['Automatic reply', desk => writtenLong(desk, 'We have your mail.'), 'We have your mail.'],
  send_rating_request: ['Ask for a rating', desk => press(desk, 'enter'), true],
  rating_message: ['Rating request', desk => writtenLong(desk, 'How was it?'), 'How was it?'],
  emails: [
    'Addresses',
    async desk => {
      await press(desk, 'enter', 'a');
      await typed(desk, 'returns@shop.example');
      await press(desk, 'a');
      await typed(desk, 'repairs@shop.example');
      await press(desk, 'j', 's', 'esc');
    },
    [
      { email: 'repairs@shop.example', status: 'primary' },
      { email: 'returns@shop.example', status: 'secondary' },
    ],
  ],
  team_ids: ['Teams with access', desk => chosen(desk, 'Warehouse'), 'Warehouse'],
  agent_ids: ['Agents with access', desk => chosen(desk, 'Bob Stone'), 'Bob Stone'],
};

/** Types a text, and waits until it is on the screen: with Enter in one read it would count as pasted. */
async function type(desk: Terminal, text: string, shown = text): Promise<void> {
  await desk.settled(40);
  desk.type(text);
  await desk.sees(shown);
}

async function typed(desk: Terminal, text: string, shown = text): Promise<void> {
  await type(desk, text, shown);
  await press(desk, 'enter');
}

async function written(desk: Terminal, text: string): Promise<void> {
  await press(desk, 'enter', 'ctrl-u');
  await typed(desk, text);
}

async function writtenLong(desk: Terminal, text: string): Promise<void> {
  await press(desk, 'enter');
  await type(desk, text);
  await press(desk, 'ctrl-d');
}

async function chosen(desk: Terminal, name: string): Promise<void> {
  await press(desk, 'enter');
  await desk.sees(name);
  await type(desk, name.slice(0, 3).toLowerCase());
  await press(desk, 'enter', 'esc');
}

async function people(backstage: Backstage) {
  const bob = await backstage.ask<{ id: number }>('POST', '/agents', {
    name: 'Bob Stone',
    email: 'bob@shop.example',
    password: 'a long enough phrase for bob',
  });
  const team = await backstage.ask<{ id: number }>('POST', '/teams', { name: 'Warehouse', agent_ids: [bob.id] });
  return { 'Bob Stone': bob.id, Warehouse: team.id };
}

test('inbox.edit: every field of an inbox is set by keys in one form, and saved with one request', async () => {
  const backstage = await scene();
  const ids = await people(backstage);
  const [id] = await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await administer(desk);
  await goDownTo(desk, 'Returns');
  await press(desk, 'enter');
  await desk.sees('Teams with access');
  for (const field of Object.keys(InboxSave.entries).filter(name => name !== 'id') as InboxField[]) {
    const [row, set] = WAYS[field];
    await goDownTo(desk, row);
    await set(desk);
  }
  await desk.sees('q drops it');
  await press(desk, 'esc');
  await desk.sees('Saved Returns and repairs');
  const held = await backstage.ask<Record<string, unknown>>('GET', `/inboxes/${id}`);
  const expected = Object.fromEntries(
    Object.entries(WAYS).map(([field, [, , value]]) => [
      field,
      field.endsWith('_ids') ? [ids[value as keyof typeof ids]] : value,
    ]),
  );
  const emails = (held.emails as Inbox['emails']).map(({ email, status }) => ({ email, status }));
  const sorted = emails.toSorted((a, b) => a.email.localeCompare(b.email));
  expect({ ...held, emails: sorted }).toMatchObject(expected);
});

test('inbox.subscribe: b rings for an inbox, shows it beside the name, and ends it again', async () => {
  const backstage = await scene();
  await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await press(desk, 'h', 'g', 'g', 'j', 'j', 'b');
  await desk.sees('Returns rings for customers’ messages');
  expect(desk.row('Returns').text).toMatch(/Returns +♪/);
  await press(desk, 'b');
  await desk.sees('Returns rings no more');
  expect(desk.row('Returns').text).not.toContain('♪');
});

test('inbox.new: a makes an inbox; a slug that is taken is said at its field, and the rest stays filled in', async () => {
  const backstage = await scene();
  await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await administer(desk);
  await press(desk, 'a', 'esc', 'a', 'j', 'enter');
  await type(desk, 'Parcels');
  await press(desk, 'ctrl-d', 'esc');
  await desk.sees(/! Name +is required/);
  await written(desk, 'Parcels');
  await press(desk, 'j', 'j', 'enter');
  await type(desk, 'Not a slug');
  await desk.sees('must be lower-case words joined by hyphens');
  await press(desk, 'enter');
  expect(desk.text()).toContain('Slug of Parcels');
  await press(desk, 'ctrl-u');
  await typed(desk, 'returns');
  await press(desk, 'esc');
  await desk.sees('Another inbox has this slug');
  await press(desk, 'enter');
  await desk.sees('│ is taken');
  await press(desk, 'end');
  await typed(desk, '-2');
  await press(desk, 'esc');
  await desk.sees('Saved Parcels');
  expect(await backstage.ask('GET', '/inboxes')).toContainEqual(
    expect.objectContaining({ name: 'Parcels', slug: 'returns-2', description: 'Parcels' }),
  );
});

test('inbox.administer: q drops what was filled in, Esc goes back when nothing was', async () => {
  const backstage = await scene();
  await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await administer(desk);
  await press(desk, 'j', 'j', 'enter');
  await written(desk, 'Repairs');
  await desk.sees('q drops it');
  await press(desk, 'q', 'enter');
  await desk.sees(/Name +Returns/);
  await press(desk, 'esc');
  await desk.sees('a new');
  const names = (await backstage.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
  expect(names).toEqual(['Inbox', 'Spam', 'Returns']);
});

/** An inbox with two open conversations and an archived one, each with one message, beside an empty one. */
async function fullInbox() {
  const backstage = await scene();
  const [returns = 0, repairs = 0] = await make(backstage, 'Returns', 'Repairs');
  const ids: number[] = [];
  for (const title of ['Shoes', 'Lamp', 'Kettle']) ids.push(await backstage.conversation(title, { inbox_id: returns }));
  await backstage.ask('POST', `/conversations/${ids[0]}/archive`);
  const held = async () =>
    Promise.all(
      ids.map(id => backstage.ask<{ inbox_id: number | null; message_count: number }>('GET', `/conversations/${id}`)),
    );
  const names = async () => (await backstage.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
  const desk = await openDesk(backstage);
  await administer(desk);
  return { backstage, desk, held, names, repairs };
}

test('inbox.delete: D moves the conversations first, archived ones too, and then deletes the inbox', async () => {
  const { desk, held, names, repairs } = await fullInbox();
  await press(desk, 'j', 'j', 'D');
  await desk.sees('Delete Returns: 3 conversations, 3 messages');
  await press(desk, 'enter');
  await desk.sees('Move the conversations of Returns to');
  await press(desk, 'j', 'j', 'enter');
  await desk.sees('Its conversations move to Repairs with their messages');
  await typed(desk, 'Retu');
  await desk.sees('Not deleted: type the whole name');
  expect(await names()).toContain('Returns');
  await typed(desk, 'rns');
  await desk.sees('Deleted Returns, 3 conversations moved to Repairs');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs']);
  for (const one of await held()) expect(one).toMatchObject({ inbox_id: repairs, message_count: 1 });
});

test('inbox.delete: the messages go only after their number was said and the name was typed', async () => {
  const { desk, held, names } = await fullInbox();
  await press(desk, 'j', 'D');
  await desk.sees('Spam is built in and cannot be deleted');
  await press(desk, 'j', 'D');
  await desk.sees('3 messages would go');
  await press(desk, 'j', 'enter');
  await desk.sees('Deletes 3 messages in 3 conversations for ever');
  await type(desk, 'Repairs');
  await desk.sees('The name of the inbox is Returns');
  await press(desk, 'enter');
  expect(await names()).toContain('Returns');
  await press(desk, 'ctrl-u');
  await typed(desk, 'Returns');
  await desk.sees('Deleted Returns');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs']);
  for (const one of await held()) expect(one).toMatchObject({ inbox_id: null, message_count: 0 });
});

test('status.list: s makes a status and renames one; a taken name keeps what was typed, a built-in one its name', async () => {
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
  await type(desk, 'ref');
  await press(desk, 'enter', 'ctrl-u');
  await typed(desk, 'money back');
  await desk.sees('Renamed the tag refund to money back');
  expect(await tags(id)).toEqual(['money back']);
  await press(desk, 'ctrl-u');
  await type(desk, 'mon');
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
  await written(desk, 'Eva Lund');
  await press(desk, 'j');
  await written(desk, 'bob@shop.example');
  await press(desk, 'j', 'j', 'enter');
  await type(desk, 'short', '*****');
  await desk.sees('must be 12 to 1,024 characters long');
  expect(desk.text()).toContain('│ ***** ');
  expect(desk.text()).not.toContain('short');
  await typed(desk, ' but long enough now', '*'.repeat(25));
  await press(desk, 'esc');
  await desk.sees(/! Address to sign in with +is taken/);
  await written(desk, 'eva@shop.example');
  await press(desk, 'esc');
  await desk.sees('Saved Eva Lund');
  expect(await agent()).toMatchObject({ email: 'eva@shop.example', role: 'agent', disabled: false });
  await goDownTo(desk, 'Eva Lund');
  await press(desk, 'enter', 'j', 'enter', 'j', 'enter');
  await typed(desk, 'another phrase of some length', '*'.repeat(29));
  await press(desk, 'j', 'enter', 'esc');
  await desk.sees('Saved Eva Lund');
  expect(await agent()).toMatchObject({ role: 'admin', disabled: true });
  await press(desk, 't');
  await written(desk, 'Night shift');
  await press(desk, 'j', 'enter');
  await type(desk, 'bob');
  await press(desk, 'enter', 'esc', 'esc');
  await desk.sees('Saved Night shift');
  const [bob] = (await backstage.ask<Agent[]>('GET', '/agents')).filter(({ name }) => name === 'Bob Stone');
  expect(await backstage.ask('GET', '/teams')).toContainEqual(
    expect.objectContaining({ name: 'Night shift', agent_ids: [bob!.id] }),
  );
});

/** A help center with three more inboxes, and the desk of somebody with this role. */
async function watched(role: 'agent' | 'admin', size?: { columns: number; rows: number }) {
  const center = await openWatchedCenter();
  const ids: number[] = [];
  for (const name of ['Returns', 'Repairs', 'Parcels']) {
    ids.push((await center.ask<Inbox>('POST', '/inboxes', { name })).id);
  }
  const { id, token } = await center.agent('Ana', role);
  for (const inbox of ids) await center.ask('POST', `/inboxes/${inbox}/agents`, { agent_id: id });
  const desk = await center.openDesk(token, size);
  await administer(desk);
  await desk.sees('Returns');
  const names = async () => (await center.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
  return { center, desk, names };
}

test('inbox.administer: J and K send one request when the box is left, and none if the order is as before', async () => {
  const { center, desk, names } = await watched('admin');
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'J', 'K', 'K');
  await press(desk, 'esc');
  await desk.seesNot('┌ Inboxes');
  expect(center.writes).toEqual([]);
  await administer(desk);
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'J', 'k', 'K', 'K');
  await desk.sees('q drops it');
  await press(desk, 'esc');
  await desk.sees('Order saved');
  expect(center.writes).toEqual(['POST /inboxes/bulk-sort']);
  expect(await names()).toEqual(['Inbox', 'Parcels', 'Spam', 'Repairs', 'Returns']);
});

test('inbox.administer: on a broken link the order stays and Esc sends it again, and a form keeps its text', async () => {
  const { center, desk, names } = await watched('admin');
  center.refuse(/^POST/, 0);
  await goDownTo(desk, 'Returns');
  await press(desk, 'J', 'esc');
  await desk.sees('Order not saved');
  await desk.sees('q drops it');
  center.refuse(null);
  await press(desk, 'esc');
  await desk.sees('Order saved');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs', 'Returns', 'Parcels']);
  center.refuse(/^POST/, 0);
  await administer(desk);
  await press(desk, 'a');
  await written(desk, 'Night shift');
  await press(desk, 'esc');
  await desk.sees('Not saved');
  expect(desk.text()).toMatch(/Name +Night shift/);
  center.refuse(null);
  await press(desk, 'esc');
  await desk.sees('Saved Night shift');
  expect(await names()).toContain('Night shift');
});

test('inbox.administer: an agent who is no admin sees what is there, and why nothing is changed; nothing is sent', async () => {
  const { center, desk } = await watched('agent');
  const why = 'Only admins may change this';
  const tries: readonly (readonly string[])[] = [
    ['a'],
    ['J'],
    ['D'],
    ['enter', 'enter'],
    ['t', 'enter'],
    ['m', 'a'],
    ['s', 'a'],
    ['u', 'a'],
    ['u', 't'],
  ];
  await center.ask('POST', '/teams', { name: 'Warehouse', agent_ids: [] });
  for (const keys of tries) {
    await press(desk, ...keys);
    await desk.sees(why);
    while (desk.text().includes('┌')) await press(desk, 'esc');
    await administer(desk);
    await desk.seesNot(why);
  }
  expect(center.writes).toEqual([]);
});

test('a help center that is not ours says what it lacks, and is not asked for it again', async () => {
  const { center, desk } = await watched('admin');
  center.refuse(/^(POST \/(agents|teams|conversation_statuses)|PUT \/tags)/, 501);
  await press(desk, 'u', 't');
  await desk.sees('New team');
  await written(desk, 'Night shift');
  for (let time = 0; time < 2; time++) {
    await press(desk, 'esc');
    await desk.sees('Not saved: This help center does not offer that (501)');
  }
  expect(center.writes).toEqual(['POST /teams']);
});

test('an API key has no bell: the help center’s own reason is said', async () => {
  const center = await openWatchedCenter();
  const desk = await center.openDesk(center.apiKey);
  await press(desk, 'h', 'g', 'g', 'b');
  await desk.sees(/The bell of Inbox stays as it is: .*agent/);
});

test('inbox.edit: on 40 columns and 12 rows every field is reached and saved', async () => {
  const { center, desk } = await watched('admin', { columns: 40, rows: 12 });
  await goDownTo(desk, 'Returns');
  await press(desk, 'enter');
  await desk.sees('Name');
  await written(desk, 'Returned');
  await goDownTo(desk, 'Automatic reply');
  await writtenLong(desk, 'We have your mail.');
  await goDownTo(desk, 'Addresses');
  await press(desk, 'enter', 'a');
  await typed(desk, 'back@shop.example');
  await press(desk, 'esc', 'esc');
  await desk.sees('Saved Returned');
  expect(await center.ask('GET', '/inboxes')).toContainEqual(
    expect.objectContaining({
      name: 'Returned',
      autoresponse_text: 'We have your mail.',
      emails: [expect.objectContaining({ email: 'back@shop.example', status: 'primary' })],
    }),
  );
});
