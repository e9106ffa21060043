import { describe, expect, test } from 'vitest';
import { Reader } from '../center/http/events/reader.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

const missing = whyNoPostgres();

describe('an agent at one of two servers with one PostgreSQL', skippedFor(missing), () => {
  test('hears at the one of a conversation that is followed at the other', async () => {
    const { desk, second, both } = await openTwoCenters({ heartbeatMs: 60_000 });
    const contact = (await both[0]('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@c.example' } })).body.data;
    const body = { title: 'One', inbox_id: desk.inboxId, contacts: [contact.id] };
    const { id } = (await both[0]('POST', '/conversations', { body })).body.data;
    const ben = new Reader(await second.fetch(desk.request('GET', '/events', { as: 'agent', query: { rows: 1 } })));
    expect((await both[0]('PUT', `/conversations/${id}/follow`, { as: 'agent' })).status).toBe(200);
    expect((await ben.event())?.data).toMatchObject({ ids: [id], rows: [{ id, followed: true }] });
    await both[0]('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    expect((await ben.event())?.data).toMatchObject({ ids: [id], rings: [id] });
    expect((await both[1]('DELETE', `/conversations/${id}/follow`, { as: 'agent' })).status).toBe(204);
    await ben.cancel();
  });

  test('gets nothing more once the other one has said that they are away', async () => {
    const { desk, both } = await openTwoCenters();
    const made = { title: 'One', inbox_id: desk.inboxId, assign_to: desk.agentId };
    const contact = (await both[0]('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@c.example' } })).body.data;
    const { id } = (await both[1]('POST', '/conversations', { body: { ...made, contacts: [contact.id] } })).body.data;
    await both[0]('PUT', `/agents/${desk.agentId}`, { body: { away_until: '2026-03-06' } });
    await both[1]('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
    expect((await both[0]('GET', `/conversations/${id}`)).body.data.assign_to).toBeNull();
  });
});
