import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAgent, listAgents } from '../../../../src/cli/commands/administer/agents.ts';
import { printTags } from '../../../../src/cli/commands/administer/tags.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';
import { shellHere } from '../../shell-here.ts';

/** A help center, and commands on it. */
async function openCommands() {
  const center = await servedCenter();
  return { ...center, frontdesk: commandOn(center) };
}

const PASSWORD = { input: 'seven blue lanterns\n' };

async function rows(center: Awaited<ReturnType<typeof openCommands>>, ...args: readonly string[]) {
  const { stdout } = await center.frontdesk([...args, '--ndjson']);
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

test('a team is set up without curl: an inbox with its addresses, an agent in it, who can sign in', async () => {
  const center = await openCommands();
  const made = await center.frontdesk([
    'inbox',
    'create',
    'Returns',
    '--address',
    'back@shop.example',
    '--address',
    'b2@shop.example',
  ]);
  expect(made).toEqual({ code: 0, stdout: 'Inbox Returns was created.\n', stderr: '' });
  const create = ['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--inbox', 'returns', '--inbox', 'support'];
  expect(await center.frontdesk(create, PASSWORD)).toEqual({
    code: 0,
    stdout: 'Agent Ana Ortiz <ana@shop.example> was created, with the role agent, and added to Returns, Support.\n',
    stderr: '',
  });
  const body = { email: 'ana@shop.example', password: 'seven blue lanterns' };
  const { access_token } = (await center.call('POST', '/login', { as: 'nobody', body })).body.data;
  const seen = (await center.call('GET', '/inboxes', { as: access_token })).body.data;
  expect(seen.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['returns', 'support']);
  expect((await center.frontdesk(['agent', 'list'])).stdout).toContain('\tana@shop.example\tagent\tsupport, returns\n');
  const listed = JSON.parse((await center.frontdesk(['agent', 'list', '--json', 'email,inboxes'])).stdout);
  expect(listed).toContainEqual({ email: 'ana@shop.example', inboxes: ['support', 'returns'] });
  expect((await center.frontdesk(['inbox', 'show', 'returns'])).stdout).toBe(
    'Returns (returns)\naddresses: back@shop.example (primary), b2@shop.example\n' +
      'agents: Ana Ortiz <ana@shop.example>\nunresolved: 0, unassigned: 0\nautomatic reply: no, rating request: no\n',
  );
});

test('one refusal does not keep the rest from being done, and is named on stderr', async () => {
  const center = await openCommands();
  const out = ['agent', 'inbox', 'ben@desk.example', 'remove', 'inbox', 'support'];
  const { code, stdout, stderr } = await center.frontdesk(out);
  expect([code, stdout]).toEqual([1, 'Agent ben@desk.example was removed from the inbox Support.\n']);
  expect(stderr).toMatch(/^frontdesk: Agent ben@desk.example: There is no such agent of this inbox.*\n$/);
  const again = await center.frontdesk([...out, '--json', 'slug']);
  expect([again.code, again.stdout]).toEqual([1, '[]\n']);
  for (const line of again.stderr.trimEnd().split('\n')) expect(JSON.parse(line).error.code).toBe('not_found');
});

const REFUSED = [
  [['inbox', 'show', 'suport'], 1, 'No inbox has the slug suport. Did you mean support?'],
  [['agent', 'disable', 'bem@desk.example'], 1, 'Did you mean ben@desk.example?'],
  [['agent', 'create', 'Bob', 'bob@desk.example'], 2, 'No password came'],
  [['agent', 'create', 'Bob', 'bob@desk.example', '--inbox', 'nowhere'], 1, 'No inbox has the slug nowhere.'],
  [['inbox', 'delete', 'support'], 2, 'Add --yes'],
  [['inbox', 'edit', 'support'], 2, 'no flag says what to change'],
  [['tags', 'rename', 'vip', 'gold'], 1, 'No conversation has the tag vip.'],
  [['contacts', 'show', 'x'], 2, '“x” is not an id.'],
] as const;

test('an impossible change ends with a code and a sentence, and nothing is changed', async () => {
  const center = await openCommands();
  const before = (await center.call('GET', '/me')).body.data.last_event_id;
  for (const [args, code, sentence] of REFUSED) {
    const ended = await center.frontdesk(args);
    expect(ended, args.join(' ')).toEqual({ code, stdout: '', stderr: expect.stringContaining(sentence) });
  }
  expect((await center.call('GET', '/me')).body.data.last_event_id).toBe(before);
});

test('--dry-run says what would be done, shows it as JSON, and changes nothing', async () => {
  const center = await openCommands();
  await center.call('POST', '/conversations', { body: { title: 'Where is it?', tags: ['vip'] } });
  await center.call('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
  const state = async () =>
    Promise.all(['/agents', '/inboxes', '/tags', '/contacts'].map(async path => (await center.call('GET', path)).body));
  const before = await state();
  for (const [args, said] of [
    [
      ['agent', 'create', 'Bob', 'bob@desk.example', '--inbox', 'support'],
      'Agent Bob <bob@desk.example> would be created',
    ],
    [['agent', 'disable', 'ben@desk.example'], 'Agent ben@desk.example would be disabled'],
    [['agent', 'inbox', 'ben@desk.example', 'remove', 'support'], 'would be removed from the inbox Support.'],
    [['inbox', 'create', 'Returns'], 'Inbox Returns would be created.'],
    [['inbox', 'edit', 'support', '--name', 'Help'], 'Inbox Support would be changed.'],
    [['inbox', 'delete', 'support'], 'Inbox Support would be deleted.'],
    [['inbox', 'address', 'add', 'support', 'help@desk.example'], 'Address help@desk.example would be added'],
    [['tags', 'rename', 'VIP', 'gold'], 'Tag vip would be renamed to gold.'],
    [['contacts', 'edit', '#1', '--name', 'Zoé'], 'Contact Zoë <zoe@customer.example> would be changed.'],
  ] as const) {
    const ended = await center.frontdesk([...args, '--dry-run']);
    expect(ended, args.join(' ')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(said) });
  }
  const [would] = await rows(center, 'inbox', 'edit', 'support', '--name', 'Help', '--dry-run');
  expect(would).toMatchObject({ name: 'Help', slug: 'support' });
  expect(await state()).toEqual(before);
});

test('inboxes, addresses, tags and contacts are changed as they are named', async () => {
  const center = await openCommands();
  await center.call('POST', '/conversations', { body: { title: 'Where is it?', tags: ['vip'] } });
  const make = ['contacts', 'create', 'Zoë Quinn', 'zoe@customer.example'];
  const [{ id }] = await rows(center, ...make);
  expect((await center.frontdesk(make)).code).toBe(1);
  expect(await rows(center, 'contacts', 'edit', `${id}`, '--address', 'zoe@home.example')).toMatchObject([
    { id, name: 'Zoë Quinn', email: 'zoe@home.example' },
  ]);
  expect((await center.frontdesk(['contacts', 'list', 'zo', 'home'])).stdout).toBe(
    `${id}\tZoë Quinn\tzoe@home.example\n`,
  );
  expect(await rows(center, 'contacts', 'edit', `${id}`, '--note', 'Pays by invoice')).toMatchObject([
    { id, note: { text: 'Pays by invoice', version: 1 } },
  ]);
  const [noteless] = await rows(center, 'contacts', 'edit', `${id}`, '--note', '');
  expect(noteless).toMatchObject({ id, former_notes: [{ text: '' }, { text: 'Pays by invoice' }] });
  await center.frontdesk(['tags', 'rename', 'vip', 'gold']);
  expect(await rows(center, 'tags', 'list')).toEqual([{ name: 'gold', conversations: 1 }]);
  const add = ['inbox', 'address', 'add', 'support', 'a@desk.example', 'b@desk.example'];
  expect((await center.frontdesk(add)).code).toBe(0);
  await center.frontdesk(['inbox', 'address', 'remove', 'support', 'A@desk.example']);
  expect((await center.frontdesk(['inbox', 'address', 'list', 'support'])).stdout).toBe('2\tb@desk.example\tprimary\n');
  expect((await center.frontdesk(['inbox', 'edit', 'support', '--slug', 'help'])).code).toBe(0);
  expect((await center.frontdesk(['inbox', 'delete', 'help', '--yes'])).stdout).toBe('Inbox Support was deleted.\n');
  expect((await rows(center, 'inbox', 'list')).map(({ slug }) => slug)).toEqual(['inbox', 'spam']);
});

test('an agent who is not an admin is refused with the help center’s reason and the code 3', async () => {
  const center = await openCommands();
  const ended = await center.frontdesk(['inbox', 'create', 'Returns'], { as: 'agent' });
  expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('frontdesk: ') });
});

test('in a database here a team has only agents that were created, until one works in it', async () => {
  const database = join(temporaryFolder(), 'center.db');
  const { shell, stdout } = shellHere({}, PASSWORD.input);
  expect(await createAgent(shell, 'Ana Ortiz', 'ana@shop.example', { database, role: 'admin' })).toBe(0);
  await listAgents(shell, { database });
  expect(stdout().split('\n').slice(1)).toEqual(['1\tAna Ortiz\tana@shop.example\tadmin\tall', '']);
  await printTags(shell, undefined, { database });
  await listAgents(shell, { database });
  expect(stdout()).toContain('@localhost\tadmin\tall\n');
  expect(statSync(database).mode & 0o777).toBe(0o600);
});

test('an agent is away until a day, by name or address, and back again', async () => {
  const center = await openCommands();
  const away = await center.frontdesk(['agent', 'away', 'ben@desk.example', '--until', '2099-12-04']);
  expect(away).toEqual({
    code: 0,
    stdout:
      'Agent ben@desk.example was marked as away until 2099-12-04: a customer’s answer unassigns their conversations.\n',
    stderr: '',
  });
  const [{ name }] = (await center.call('GET', '/agents')).body.data.filter(
    (one: { away_until?: string }) => one.away_until === '2099-12-04',
  );
  expect((await center.frontdesk(['agent', 'list'])).stdout).toContain('\tagent, away until 2099-12-04\t');
  const wrong = await center.frontdesk(['agent', 'away', name, '--until', '2h']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--until takes a day that comes')]);
  expect((await center.frontdesk(['agent', 'back', name])).code).toBe(0);
  const agents = (await center.call('GET', '/agents')).body.data;
  expect(agents.every((one: { away_until?: string }) => one.away_until === undefined)).toBe(true);
});
