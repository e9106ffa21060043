import { expect, test } from 'vitest';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

async function open() {
  const center = await servedCenter();
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await center.call('POST', '/conversations', { body: { title, inbox_id: center.inboxId } })).body.data.id);
  const save = (name: string, actions: object) => center.call('POST', '/saved_replies', { body: { name, actions } });
  await save('Park', { add_tags: ['parked'], snooze: '3d' });
  await save('Gone', { status: 'no such' });
  const frontdesk = commandOn(center);
  const apply = (...words: readonly string[]) => frontdesk(['conversations', 'apply', ...words]);
  const read = async (id: number) => (await center.call('GET', `/conversations/${id}`)).body.data;
  return { center, ids, apply, read };
}

test('apply does what a saved reply does, and a dry run says exactly that before', async () => {
  const { center, ids, apply, read } = await open();
  const [one = 0, two = 0, three = 0] = ids;
  await center.call('PUT', `/conversations/${two}`, { body: { conversation_status_id: 2 } });
  const words = ['park', ...ids.map(String), '999'];
  const dry = await apply(...words, '--dry-run');
  expect(dry.stdout + dry.stderr).toContain('Without --dry-run: 2 would change, 1 not allowed, 1 not loaded.');
  expect((await read(one)).tags).toEqual([]);
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

test('apply does nothing if there is no such saved reply, or what it names is gone', async () => {
  const { ids, apply } = await open();
  const ended = await Promise.all([apply('nobody', `${ids[0]}`), apply('gone', `${ids[0]}`)]);
  expect(ended.map(({ code }) => code)).toEqual([2, 2]);
  expect(ended.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('There is no saved reply of this name'),
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
  const { stdout } = await apply('to ben', `${id}`, '--dry-run');
  expect(stdout).toContain('0 would change, 1 not allowed');
});
