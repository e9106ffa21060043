import { expect, test } from 'vitest';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import { put } from './conversations.ts';
import { openEvents } from './event-stream.ts';
import type { World } from './world.ts';

/** What the service says of events with rows. */
export function registerEventRows(world: () => World): void {
  test('with rows=1 an event has the changed rows as a list shows them, each caller its own', async () => {
    const { id } = await world().make.conversation();
    const read = async (path: string, query: object): Promise<object[]> =>
      world().get<object[]>(path, 'insider', { ...query, fields: 'list' });
    const events = await openEvents(world(), world().insider.token, undefined, { rows: 1 });
    await world().make.message(id);
    const first = (await events.next())!;
    const rows = await read('/conversations', { ids: [id] });
    expect(first).toMatchObject({ name: 'conversation.changed', data: { ids: [id], rows } });
    expect(rows).toMatchObject([{ unread: true }]);
    await world().give({
      method: 'PUT',
      path: `/inboxes/${world().inbox.id}`,
      body: { description: world().unique('x') },
    });
    const inboxRows = (await read('/inboxes', {})).filter(row => (row as Inbox).id === world().inbox.id);
    expect(await events.next()).toEqual({
      id: expect.any(String),
      name: 'inbox.changed',
      data: { ids: [world().inbox.id], conversation_ids: [], rows: inboxRows, conversation_rows: [] },
    });
    const own = {
      method: 'PUT',
      path: `/conversations/${id}`,
      body: { title: world().unique('x') },
      as: 'insider',
    } as const;
    const { version } = (await world().call(own)).data as Conversation;
    expect(await events.next(), 'its answer said it: the version alone').toMatchObject({
      name: 'conversation.changed',
      data: { ids: [id], rows: [], versions: { [id]: version } },
    });
    await put(world(), id, { inbox_id: world().foreignInbox.id, title: world().secret });
    expect(await events.next(), 'it left: its id alone').toMatchObject({ data: { ids: [id], rows: [] } });
    await events.close();
  });
}
