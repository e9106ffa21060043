import { expect, onTestFinished, test } from 'vitest';
import { beginAnew } from '../../../src/center/model/begin-anew.ts';
import { makeConversation } from '../conversations.ts';
import { type OpenCenter, openCenter, type Who } from '../open-center.ts';
import { openMailDesk } from './deliver.ts';

interface Part {
  readonly entries: readonly {
    readonly id: number;
    readonly conversation_id: number;
    readonly event: string;
    readonly by: object | null;
    readonly via: string | null;
  }[];
  readonly up_to: number;
  readonly is_end: boolean;
  readonly epoch?: string;
}

async function after(desk: OpenCenter, query: object, as: Who = 'admin'): Promise<Part> {
  return (await desk.call('GET', '/history', { as, query: { ...query } })).body.data;
}

async function open(): Promise<OpenCenter> {
  const desk = await openCenter();
  onTestFinished(desk.close);
  return desk;
}

const UNKNOWN = { id: null, name: null };

test('each change of all conversations comes once, in order, with its author and its way', async () => {
  const desk = await openMailDesk();
  const { up_to } = await after(desk, {});
  const by = (as: Who, program: string) => ({ as, headers: { 'user-agent': program } });
  const path = `/conversations/${desk.conversation}`;
  await desk.call('POST', `${path}/tags`, { ...by('agent', 'desk'), body: { name: 'vip' } });
  await desk.call('POST', `${path}/notes`, { ...by('key', 'exec'), body: { details: 'Seen.' } });
  await desk.call('PUT', path, { ...by('admin', 'curl/8.5'), body: { conversation_status_id: 2 } });
  await desk.mail(['From: Zoe Quinn <zoe@there.example>', 'To: support@shop.example', 'Subject: And the other one?']);
  const newest = () => desk.center.context.store.reader.selectFrom('message').select(({ fn }) => fn.max('id').as('id'));
  await desk.mail(['From: Yan <yan@there.example>', 'To: support@shop.example', 'Subject: Called them']);
  const ofBen = { kind: 'agent', agent_id: desk.agentId, contact_id: null } as const;
  await desk.center.write(({ db }) => db.updateTable('message').set(ofBen).where('id', '=', newest()).execute());
  const { entries } = await after(desk, { after_id: up_to });
  const agent = { kind: 'agent', id: desk.agentId, name: 'Ben Agent' };
  const zoe = { kind: 'customer', id: 1, name: 'Zoe Quinn' };
  expect(entries.map(one => [one.event, one.by, one.via])).toEqual([
    ['tag.added', agent, 'desk'],
    ['note.added', { kind: 'key', id: null, name: 'tests' }, 'exec'],
    ['status.updated', { kind: 'agent', id: desk.adminId, name: 'Ada Admin' }, 'api'],
    ['conversation.created', { kind: 'customer', ...UNKNOWN }, 'mail'],
    ['message.added', zoe, 'mail'],
    ['conversation.created', { kind: 'customer', ...UNKNOWN }, 'mail'],
    ['message.added', agent, 'mail'],
  ]);
  const ids = entries.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('changes by the service itself say so, and changes older than the record have no origin', async () => {
  const desk = await open();
  const id = await makeConversation(desk);
  await desk.call('PUT', `/conversations/${id}`, { body: { snooze: { until: '2026-03-01T13:00:00' } } });
  desk.clock.now += 3_700_000;
  await desk.center.context.jobs.run();
  const woken = { event: 'conversation.woken', by: { kind: 'service', ...UNKNOWN }, via: 'service' };
  expect((await after(desk, { after_id: 0 })).entries.at(-1)).toMatchObject(woken);
  await desk.center.write(async ({ db }) => {
    await db.updateTable('history').set({ via: null, by_mail: null, agent_id: null }).where('id', '=', 1).execute();
  });
  expect((await after(desk, { after_id: 0 })).entries[0]).toMatchObject({ by: null, via: null });
});

test('a caller sees the changes of its own conversations, and goes on after the others', async () => {
  const desk = await open();
  const seen = await makeConversation(desk);
  await makeConversation(desk, { inbox_id: 1 });
  expect((await after(desk, { after_id: 0 })).entries).toHaveLength(2);
  expect(await after(desk, { after_id: 0 }, 'agent')).toMatchObject({
    entries: [{ conversation_id: seen }],
    up_to: 2,
    is_end: true,
  });
  expect(await after(desk, { after_id: 0, limit: 1 }, 'agent')).toMatchObject({ up_to: 1, is_end: false });
  expect(await after(desk, { after_id: 1, limit: 1 }, 'agent')).toMatchObject({ entries: [], up_to: 2 });
  expect(await after(desk, {}, 'agent')).toEqual({ entries: [], up_to: 2, is_end: true });
});

test('an id that never was, and a new epoch, can be told', async () => {
  const desk = await open();
  await makeConversation(desk);
  expect(await after(desk, { after_id: 7 })).toEqual({ entries: [], up_to: 1, is_end: true });
  await desk.center.write(beginAnew);
  await makeConversation(desk);
  const { entries, epoch } = await after(desk, { after_id: 1 });
  expect(entries[0]!.id).toBeGreaterThan(500_000);
  expect(epoch).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  [{ after_id: 'x' }, 422],
  [{ limit: 0 }, 400],
  [{ limit: 201 }, 400],
])('%o is refused', async (query, status) => {
  const desk = await open();
  expect((await desk.call('GET', '/history', { query })).status).toBe(status);
});
