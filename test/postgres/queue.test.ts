import { describe, expect, test } from 'vitest';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters } from './two-centers.ts';

const missing = whyNoPostgres();
const ROUNDS = 40;

describe('the queue on two servers with one PostgreSQL', skippedFor(missing), () => {
  test('gives a conversation to exactly one of two agents who ask at the same instant', async () => {
    const { desk, both } = await openTwoCenters();
    const contact = await both[0]('POST', '/contacts', { body: { name: 'Zoë', email: 'zoe@customer.example' } });
    const given: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = { title: `Round ${round}`, inbox_id: desk.inboxId, contacts: [contact.body.data.id] };
      const { id } = (await both[0]('POST', '/conversations', { body })).body.data;
      await both[0]('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Hello?' } });
      const asked = { body: { skip: given } };
      const got = await Promise.all([
        both[0]('POST', '/conversations/next', { as: 'admin', ...asked }),
        both[1]('POST', '/conversations/next', { as: 'agent', ...asked }),
      ]);
      expect(got.flatMap(answer => answer.body.data.map((one: { id: number }) => one.id))).toEqual([id]);
      given.push(id);
    }
  });
});
