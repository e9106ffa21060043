import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { inFresh, type World } from './world.ts';

const DELAY_MS = 10_000;

/** A conversation that can be answered by mail, and how to do so. */
async function answerable(world: World) {
  const address = { email: `${world.unique('help')}@shop.example` };
  await world.give({ method: 'POST', path: `/inboxes/${world.inbox.id}/emails`, body: address });
  const { id } = await world.make.conversation();
  await world.make.message(id);
  const path = `/conversations/${id}/messages`;
  const answer = (more: object = {}, own: Partial<Ask> = {}) =>
    world.call({ method: 'POST', path, as: 'insider', body: { body_text: 'Hello', deliver: true, ...more }, ...own });
  return { id, path, answer };
}

/** What a help center with a relay does; the letters themselves are tested beside what makes them. */
export function registerMailOut(world: () => World): void {
  describe('mail that goes out', () => {
    test('is held for the requester, ends their wait, and is taken back', async ({ skip }) => {
      skip(!world().target.fresh, 'needs a help center with a relay');
      await inFresh(world(), { sendDelayMs: DELAY_MS }, async fresh => {
        expect(await fresh.get('/me')).toMatchObject({ mail: { sends: true, missing: [] } });
        const { id, path, answer } = await answerable(fresh);
        const { name, email } = fresh.contact;
        const { data } = await answer();
        const { delivery, ...message } = data as Message;
        expect(message).toMatchObject({ kind: 'agent', to: [{ name, email }], cc: [] });
        expect(delivery).toMatchObject({ state: 'held', reason: null });
        const heldMs = Date.parse(`${delivery!.at}Z`) - Date.parse(`${message.created_at}Z`);
        expect(heldMs).toBe(DELAY_MS);
        expect(await fresh.get<Message>(`${path}/${message.id}`)).toEqual(data);
        const { waiting_since } = await fresh.get<Conversation>(`/conversations/${id}`);
        expect(waiting_since).toBeNull();
        const remove: Ask = { method: 'DELETE', path: `${path}/${message.id}`, as: 'insider' };
        expect((await fresh.call(remove)).status).toBe(204);
        expect((await fresh.get<Conversation>(`/conversations/${id}`)).waiting_since).not.toBeNull();
      });
    });

    test('is refused, and names each field, if it cannot be sent', async ({ skip }) => {
      skip(!world().target.fresh, 'needs a help center with a relay');
      await inFresh(world(), { sendDelayMs: DELAY_MS }, async fresh => {
        const { path, answer } = await answerable(fresh);
        const before = await fresh.get<Message[]>(path);
        const other = await fresh.make.agentMessage((await fresh.make.conversation()).id);
        const to = Array.from({ length: 51 }, (_, at) => ({ email: `n${at}@there.example` }));
        const named = async (more: object, own: Partial<Ask> = {}) => {
          const { status, details } = await answer(more, own);
          return [status, ...details.map(one => one.path).sort()];
        };
        expect(await named({ message_id: other.id, body_html: '<p>Hi</p>' })).toEqual([422, 'body_html', 'message_id']);
        expect(await named({ to })).toEqual([422, 'to']);
        expect(await named({ to: [], cc: [{ name: 'a\r\nBcc: x', email: 'x' }] })).toEqual([
          422,
          'cc.0.email',
          'cc.0.name',
          'to',
        ]);
        expect(await named({}, { as: 'key' })).toEqual([422, 'deliver']);
        expect(await fresh.get(path)).toEqual(before);
      });
    });

    test('begins a conversation whose requester is its reader, once for one key', async ({ skip }) => {
      skip(!world().target.fresh, 'needs a help center with a relay');
      await inFresh(world(), { sendDelayMs: DELAY_MS }, async fresh => {
        await answerable(fresh);
        const reader = { name: 'Eve', email: `${fresh.unique('eve')}@there.example` };
        const message = { body_text: 'We found it.', deliver: true, to: [reader] };
        const body = { title: 'Your parcel', inbox_id: fresh.inbox.id, message };
        const ask: Ask = {
          method: 'POST',
          path: '/conversations',
          as: 'insider',
          headers: { 'idempotency-key': fresh.unique('key') },
          body,
        };
        const { status, data } = await fresh.call(ask);
        const made = data as Conversation;
        expect(status).toBe(201);
        expect(made).toMatchObject({ title: 'Your parcel', message_count: 1, waiting_since: null });
        expect(made.requester).toMatchObject(reader);
        expect((await fresh.call(ask)).data).toEqual(data);
        const messages = await fresh.get<Message[]>(`/conversations/${made.id}/messages`);
        expect(messages).toMatchObject([{ kind: 'agent', to: [reader], delivery: { state: 'held' } }]);
      });
    });
  });
}
