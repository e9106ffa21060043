import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { World } from './world.ts';

async function participants(world: World, id: number) {
  return (await world.get<Conversation>(`/conversations/${id}`)).participants;
}

async function listed(world: World, id: number) {
  return (await world.get<Conversation[]>('/conversations', 'key', { ids: [id], archived: 'any' }))[0]!.participants;
}

/** Who takes part in a conversation, as far as it is seen without mail: test/center/intake tells the rest. */
export function registerParticipants(world: () => World): void {
  describe('participants', () => {
    test('the people who wrote take part, once, in the order in which they came; agents do not', async () => {
      const [one, two] = [await world().make.contact(), await world().make.contact()];
      const { id, participants: first } = await world().make.conversation({ contacts: [two.id, one.id] });
      expect(first).toEqual([]);
      await world().make.message(id, { contact_id: one.id });
      await world().make.agentMessage(id);
      await world().make.message(id, { contact_id: two.id });
      await world().make.message(id, { contact_id: one.id });
      const expected = [one, two].map(({ name, email }) => ({ name, email }));
      expect(await participants(world(), id)).toEqual(expected);
      expect(await listed(world(), id)).toEqual(expected);
    });

    test('an address that becomes an inbox’s no longer takes part', async () => {
      const contact = await world().make.contact();
      const { id } = await world().make.conversation();
      await world().make.message(id, { contact_id: contact.id });
      const { id: inboxId } = await world().make.inbox();
      const email = { email: contact.email!.toUpperCase() };
      await world().give({ method: 'POST', path: `/inboxes/${inboxId}/emails`, body: email });
      expect(await participants(world(), id)).toEqual([]);
      expect(await listed(world(), id)).toEqual([]);
    });

    test('a sub-address of an inbox’s address takes no part; a sub-address of anybody else does', async () => {
      const name = world().unique('support');
      const { id: inboxId } = await world().make.inbox();
      const email = { email: `${name}@shop.example` };
      const { id } = await world().make.conversation();
      const ours = await world().make.contact({ email: `${name}+order-7@shop.example` });
      const other = await world().make.contact({ email: `${name}+order-7@customer.example` });
      for (const contact of [ours, other]) await world().make.message(id, { contact_id: contact.id });
      await world().give({ method: 'POST', path: `/inboxes/${inboxId}/emails`, body: email });
      const expected = [{ name: other.name, email: other.email }];
      expect(await participants(world(), id)).toEqual(expected);
      expect(await listed(world(), id)).toEqual(expected);
    });

    test('a merge brings the participants together', async () => {
      const [one, two] = [await world().make.contact(), await world().make.contact()];
      const [target, source] = [await world().make.conversation(), await world().make.conversation()];
      await world().make.message(target.id, { contact_id: one.id });
      for (const { id } of [two, one]) await world().make.message(source.id, { contact_id: id });
      await world().give({ method: 'POST', path: `/conversations/${target.id}/merge`, body: [source.id] });
      expect((await participants(world(), target.id)).map(({ email }) => email)).toEqual([one.email, two.email]);
      expect(await participants(world(), source.id)).toEqual([]);
    });
  });
}
