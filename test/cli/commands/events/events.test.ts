import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeContact, makeConversation, makeInbox } from '../../../center/conversations.ts';
import { sampled } from '../../../harness/full.ts';
import { PAYLOADS } from '../../../harness/payloads.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

async function open() {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const tag = (id: number, name: string, as: 'admin' | 'agent' | 'key' = 'admin', program = 'desk') =>
    center.call('POST', `/conversations/${id}/tags`, { as, body: { name }, headers: { 'user-agent': program } });
  const events = async (...args: string[]) => {
    const { code, stdout, stderr } = await frontdesk(['events', ...args]);
    expect([code, stderr], args.join(' ')).toEqual([0, '']);
    return stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line));
  };
  return { center, frontdesk, tag, events };
}

test('events are printed in order, each as a line with its author, its way and the conversation', async () => {
  const { center, events, tag } = await open();
  const contact = await makeContact(center, 'Zoe Quinn');
  const id = await makeConversation(center, { contacts: [contact] });
  await tag(id, 'vip', 'agent');
  expect(await events()).toMatchObject([
    { id: '1', type: 'conversation.created', by: { kind: 'agent', name: 'Ada Admin' }, via: 'api' },
    {
      id: '2',
      type: 'tag.added',
      at: '2026-03-01T12:00:00Z',
      by: { kind: 'agent', id: center.agentId, name: 'Ben Agent' },
      via: 'desk',
      changes: { tag: { from: null, to: 'vip' } },
      inbox: 'support',
      conversation: { id, title: 'Parcel is late', tags: ['vip'], requester: { name: 'Zoe Quinn' } },
    },
  ]);
  expect(await events('--since', '1', '--json', 'id,type')).toEqual([{ id: '2', type: 'tag.added' }]);
  expect(await events('--since', 'now')).toEqual([]);
});

test('a filter of the desk, kinds, authors and ways choose among them', async () => {
  const { center, events, tag } = await open();
  const shop = await makeInbox(center, 'Shop');
  const ids = [await makeConversation(center), await makeConversation(center, { inbox_id: shop })];
  await tag(ids[0]!, 'vip');
  await tag(ids[1]!, 'vip', 'agent');
  await tag(ids[1]!, 'vip', 'key', 'exec');
  await center.call('POST', `/conversations/${ids[0]}/archive`);
  const kinds = async (...args: string[]) => (await events(...args)).map(one => [one.conversation.id, one.type]);
  expect(await kinds('inbox:shop tag:vip')).toEqual([
    [ids[1], 'conversation.created'],
    [ids[1], 'tag.added'],
  ]);
  expect(await kinds('--tag', 'vip', 'is:archived', '--type', 'conversation.archived')).toEqual([
    [ids[0], 'conversation.archived'],
  ]);
  expect(await kinds('--type', 'tag.added')).toHaveLength(2);
  expect(await kinds('--type', 'tag.added', '--not-by', 'ADA admin', '--not-by', 'tests')).toEqual([]);
  expect(await kinds('--type', 'tag.added', '--not-via', 'exec')).toEqual([[ids[0], 'tag.added']]);
});

test('without a filter those of archived and merged conversations are there too', async () => {
  const { center, events } = await open();
  const ids = [await makeConversation(center), await makeConversation(center)];
  await center.call('POST', `/conversations/${ids[0]}/merge`, { body: { conversation_ids: [ids[1]] } });
  await center.call('POST', `/conversations/${ids[0]}/archive`);
  const found = await events();
  expect(found.map(one => one.conversation.id)).toEqual([1, 2, 2, 1, 1]);
  expect(found[2].conversation.merged_into).toBe(1);
});

test('a history longer than a part is read to its end, by a caller who sees little of it too', async () => {
  const { center, frontdesk, tag } = await open();
  const [seen, unseen] = [await makeConversation(center), await makeConversation(center, { inbox_id: 1 })];
  for (let at = 0; at < 60; at += 1) await tag(unseen, `t${at}`);
  await tag(seen, 'last');
  const { stdout } = await frontdesk(['events', '--json', 'id'], { as: 'agent' });
  expect(stdout).toBe('{"id":"1"}\n{"id":"63"}\n');
});

test('hostile titles are lines of harmless JSON', async () => {
  const { center, frontdesk } = await open();
  const payloads = sampled(PAYLOADS);
  for (const payload of payloads) {
    const id = await makeConversation(center);
    const title = `a${payload}b`.replaceAll('\0', '');
    await center.center.write(({ db }) => db.updateTable('conversation').set({ title }).where('id', '=', id).execute());
  }
  const { code, stdout } = await frontdesk(['events', '--type', 'conversation.created']);
  expect([code, stdout.split('\n').length]).toEqual([0, payloads.length + 1]);
  for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test.each([
  [['--since', 'yesterday'], 'takes the id of an event, start or now'],
  [['--type', 'tag.add'], '--type does not know “tag.add”'],
  [['--not-via', 'fax'], '--not-via does not know “fax”'],
  [['nonsense:x'], 'nonsense'],
  [['--exec', 'true'], 'add --cursor FILE'],
])('%j is refused', async (args, words) => {
  const { frontdesk } = await open();
  const { code, stdout, stderr } = await frontdesk(['events', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(words);
});

test('each event goes to the command on standard input alone, in order, and only then the cursor moves', async () => {
  const { center, frontdesk, tag } = await open();
  const folder = temporaryFolder();
  const [cursor, log] = [join(folder, 'cursor'), join(folder, 'log')];
  const id = await makeConversation(center, { title: 'Canary' });
  await tag(id, 'one');
  await tag(id, 'two');
  const exec = `cat >> ${log}; cut -d' ' -f1 ${cursor} >> ${log}; tr '\\0' '\\n' < /proc/$$/environ > ${log}.env; echo said`;
  const { code, stdout, stderr } = await frontdesk(['events', '--exec', exec, '--cursor', cursor, '--since', '1']);
  expect([code, stdout, stderr]).toEqual([0, 'said\nsaid\n', '']);
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.map(line => (line.startsWith('{') ? JSON.parse(line).changes.tag.to : line))).toEqual([
    'one',
    '1',
    'two',
    '2',
    '',
  ]);
  const environment = readFileSync(`${log}.env`, 'utf8');
  expect(environment).toContain('FRONTDESK_PROGRAM=exec');
  expect(environment).not.toMatch(/FRONTDESK_TOKEN|fda_|Canary/);
  expect(readFileSync(cursor, 'utf8')).toMatch(/^3 \w{12}\n$/);
});

test('an event whose command fails is tried again, and comes first at the next start', async () => {
  const { center, frontdesk } = await open();
  const folder = temporaryFolder();
  const [cursor, log] = [join(folder, 'cursor'), join(folder, 'log')];
  for (let at = 0; at < 3; at += 1) await makeConversation(center);
  const args = ['events', '--cursor', cursor];
  const exec = `sed 's/^{"id":"\\([0-9]*\\).*/\\1/' >> ${log}; [ $(wc -l < ${log}) = 1 ] || { echo busy >&2; exit 7; }`;
  const stopped = await frontdesk([...args, '--since', 'start', '--exec', exec, '--tries', '2']);
  expect([stopped.code, stopped.stdout]).toEqual([1, '']);
  const event = 'event 2 (conversation.created of #2)';
  expect(stopped.stderr).toBe(
    `frontdesk: The command ended with exit code 7 (it says: busy) for ${event}. Trying again in 1 s.\n` +
      `frontdesk: The command ended with exit code 7 (it says: busy) for ${event}, at the last of 2 tries. It stopped there: ` +
      'this event comes first at the next start, and none is left out. To pass it by, let the command end with 0 for it.\n',
  );
  const again = await frontdesk([...args, '--exec', `sed 's/^{"id":"\\([0-9]*\\).*/\\1/' >> ${log}`]);
  expect(again.code).toBe(0);
  expect(readFileSync(log, 'utf8').split('\n')).toEqual(['1', '2', '2', '2', '3', '']);
});

test('the first cursor is kept before anything happens, so that what happens then is not missed', async () => {
  const { center, events } = await open();
  const cursor = join(temporaryFolder(), 'cursor');
  await makeConversation(center);
  expect(await events('--cursor', cursor)).toEqual([]);
  await makeConversation(center);
  expect(await events('--cursor', cursor)).toMatchObject([{ id: '2' }]);
  expect(await events('--cursor', cursor)).toEqual([]);
});
