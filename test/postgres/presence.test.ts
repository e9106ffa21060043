import { describe, expect, test } from 'vitest';
import { streamHeader } from '../../src/contract/presence.ts';
import { Reader } from '../center/http/events/reader.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

const missing = whyNoPostgres();

describe('presence on two servers with one PostgreSQL', skippedFor(missing), () => {
  test('is heard at the other one, told through either, and ends with a server that was killed', async () => {
    const { desk, second, both } = await openTwoCenters({ heartbeatMs: 60_000, presenceMs: 1_500 });
    const { adminId } = desk;
    const made = await both[0]('POST', '/conversations', { body: { title: 'One', inbox_id: desk.inboxId } });
    const { id } = made.body.data;
    const ana = await desk.fetch('GET', '/events');
    const stream = ana.headers.get(streamHeader)!;
    const request = desk.request('GET', '/events', { as: 'agent', query: { presence: 'reads' } });
    const ben = new Reader(await second.fetch(request));
    const heard = async () => {
      for (;;) {
        const event = await ben.event();
        if (!event || event.name === 'presence') return event?.data;
      }
    };
    const path = `/conversations/${id}/presence`;
    // The other server has listened once it tells of this.
    for (let count = 0; count < 2; count += 1)
      expect((await both[0]('PUT', path, { query: { stream, doing: 'answers' } })).status).toBe(204);
    expect(await heard()).toEqual({ id, answers: [adminId] });
    expect((await both[1]('PUT', path, { query: { stream, doing: 'reads' } })).status).toBe(204);
    expect(await heard()).toEqual({ id, reads: [adminId] });
    // It lasts as long as its server repeats it, and no longer.
    await new Promise(resolve => setTimeout(resolve, 2_500));
    desk.center.context.presence.close();
    expect(await heard()).toEqual({ id });
    await ana.body!.cancel();
    await ben.cancel();
  });

  test('of a server that was killed with 120 streams, no sign stays', async () => {
    const { desk, second, both } = await openTwoCenters({ heartbeatMs: 60_000, presenceMs: 1_500 });
    const { presence } = desk.center.context;
    const made = await both[0]('POST', '/conversations', { body: { title: 'One', inbox_id: desk.inboxId } });
    const { id } = made.body.data;
    const streams = Array.from({ length: 120 }, (_, at) => `stream ${at}`);
    for (const stream of streams) {
      presence.begin(stream, desk.adminId);
      presence.tell(stream, desk.adminId, id, 'reads');
    }
    const there = () => second.context.presence.on(id).length;
    await expect.poll(there).toBe(streams.length);
    // They last as long as their server repeats them.
    await new Promise(resolve => setTimeout(resolve, 2_500));
    expect(there()).toBe(streams.length);
    presence.close();
    await expect.poll(there).toBe(0);
  });
});
