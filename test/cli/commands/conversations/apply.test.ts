import { expect, onTestFinished, test } from 'vitest';
import { openCenter } from '../../../center/open-center.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

/** A help center with three conversations. It lists its writes, and refuses them from one of them on. */
async function open() {
  const opened = await openCenter();
  const writes: string[] = [];
  const refused: { from?: number } = {};
  const answer: typeof opened.center.answer = (request, address) => {
    if (request.method !== 'GET') writes.push(`${request.method} ${new URL(request.url).pathname}`);
    if (writes.length < (refused.from ?? Infinity)) return opened.center.answer(request, address);
    const body = JSON.stringify({ error: { code: 'unauthorized', message: 'Not today.' } });
    return Promise.resolve(new Response(body, { status: 401, headers: { 'content-type': 'application/json' } }));
  };
  const center = await servedCenter({ ...opened, center: { ...opened.center, answer } });
  onTestFinished(opened.close);
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await center.call('POST', '/conversations', { body: { title, inbox_id: center.inboxId } })).body.data.id);
  const save = (name: string, actions: object) => center.call('POST', '/saved_replies', { body: { name, actions } });
  await save('Park', { add_tags: ['parked'], snooze: '3d' });
  await save('Gone', { status: 'no such' });
  const frontdesk = commandOn(center);
  const apply = (...words: readonly string[]) => frontdesk(['conversations', 'apply', ...words]);
  const read = async (id: number) => (await center.call('GET', `/conversations/${id}`)).body.data;
  return { center, ids, apply, read, save, writes, refused };
}

test('apply does what a saved reply does, and a dry run says exactly that before', async () => {
  const { center, ids, apply, read } = await open();
  const [one = 0, two = 0, three = 0] = ids;
  await center.call('PUT', `/conversations/${two}`, { body: { conversation_status_id: 2 } });
  const words = ['park', ...ids.map(String), '999'];
  const dry = await apply(...words, '--dry-run');
  expect(dry.stdout + dry.stderr).toContain('Without --dry-run: 2 would change, 1 not allowed, 1 not loaded.');
  expect((await read(one)).tags).toEqual([]);
  expect(dry.stdout).toContain(`${one}\tplanned\tOne\n${two}\tfailed\tTwo\n`);
  const done = await apply(...words, '--json');
  const results = JSON.parse(done.stdout) as { id: number; result: string }[];
  expect(results.map(({ id, result }) => [id, result])).toEqual([
    [one, 'done'],
    [two, 'failed'],
    [three, 'done'],
    [999, 'failed'],
  ]);
  expect(done.code).toBe(1);
  expect(await Promise.all(ids.map(async id => (await read(id)).snoozed !== undefined))).toEqual([true, false, true]);
});

test('apply sends a request for each action and note, and reads each conversation once', async () => {
  const { ids, apply, read, save, writes } = await open();
  await save('Talk', { note: 'Called.', add_tags: ['called'], assign_to: 'me' });
  expect((await apply('talk', ...ids.map(String))).stdout).toBe('Applied Talk to 3 conversations.\n');
  expect(writes).toHaveLength(2 + ids.length);
  expect((await read(ids[0]!)).tags).toEqual(['called']);
});

test('changes that were not sent after a refusal say so, and the same command does the rest', async () => {
  const { ids, apply, read, refused } = await open();
  refused.from = 2;
  const first = await apply('park', ...ids.map(String), '--json');
  expect(first.code).not.toBe(0);
  expect(first.stderr).toContain('Not today.');
  const results = JSON.parse(first.stdout) as { code: string }[];
  expect(results.map(({ code }) => code)).toEqual(['not_sent', 'not_sent', 'not_sent']);
  delete refused.from;
  expect((await apply('park', ...ids.map(String))).code).toBe(0);
  expect(await read(ids[2]!)).toMatchObject({ tags: ['parked'], snoozed: {} });
});

test('apply does nothing if there is no such saved reply, or one of its names is gone', async () => {
  const { ids, apply } = await open();
  const ended = await Promise.all([apply('nobody', `${ids[0]}`), apply('gone', `${ids[0]}`)]);
  expect(ended.map(({ code }) => code)).toEqual([2, 2]);
  expect(ended.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('There is no saved reply nobody'),
    expect.stringContaining('Gone cannot run: there is no status “no such”'),
  ]);
});

test('a dry run knows by the teams who cannot see an inbox', async () => {
  const { center, apply } = await open();
  const team = (await center.call('POST', '/teams', { body: { name: 'Billing', agent_ids: [] } })).body.data.id;
  const inbox = { name: 'Billing', team_ids: [team], agent_ids: [] };
  const inbox_id = (await center.call('POST', '/inboxes/save', { body: inbox })).body.data.id;
  const { id } = (await center.call('POST', '/conversations', { body: { title: 'Four', inbox_id } })).body.data;
  const body = { name: 'To Ben', actions: { assign_to: center.agentId } };
  await center.call('POST', '/saved_replies', { body });
  const { stderr } = await apply('to ben', `${id}`, '--dry-run');
  expect(stderr).toContain('0 would change, 1 not allowed');
});
