import { describe, expect, test } from 'vitest';
import type { Conversation, ConversationStatus } from '../../src/contract/model.ts';
import { statusOf } from './conversations.ts';
import type { World } from './world.ts';

function rename(world: World, id: number, name: string) {
  return world.call({ method: 'PUT', path: `/conversation_statuses/${id}`, body: { name } });
}

/** What the service says of a status that gets another name. */
export function registerStatusName(world: () => World): void {
  describe('the name of a status', () => {
    test('changes in all its conversations, which are found by it, without a new version', async () => {
      const status = await world().make.status();
      const made = await world().make.conversation({ conversation_status_id: status.id });
      const path = `/conversations/${made.id}`;
      const tag = (await world().call({ method: 'GET', path })).headers.get('etag');
      const name = world().unique('later').slice(-40);
      expect((await rename(world(), status.id, ` ${name} `)).data).toEqual({ ...status, name });
      const now = await world().call({ method: 'GET', path });
      expect(now.data).toEqual({ ...made, status: name });
      expect(now.headers.get('etag'), 'the tag covers the name').not.toBe(tag);
      const listed = async (query: string) =>
        (await world().get<Conversation[]>('/conversations', 'key', { status: [query] })).map(({ id }) => id);
      expect([await listed(name), await listed(status.name)]).toEqual([[made.id], []]);
    });

    test('may change only its case, and must not be taken, reserved or built in', async () => {
      const [one, other]: ConversationStatus[] = [await world().make.status(), await world().make.status()];
      expect((await rename(world(), one!.id, one!.name.toUpperCase())).status).toBe(200);
      for (const name of [other!.name, 'Opened', 'CLOSED'])
        expect((await rename(world(), one!.id, name)).status, name).toBe(409);
      for (const built of ['open', 'closed'] as const)
        expect((await rename(world(), (await statusOf(world(), built)).id, 'mine')).status, built).toBe(409);
    });
  });
}
