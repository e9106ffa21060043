import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { World } from './world.ts';

/** Every call that takes a name or a title, with the path and the other fields of its body. */
const named: readonly [what: string, field: string, make: (world: World) => Promise<[string, string, object?]>][] = [
  ['a new inbox', 'name', async () => ['POST', '/inboxes']],
  ['a saved inbox', 'name', async () => ['POST', '/inboxes/save']],
  ['an inbox', 'name', async world => ['PUT', `/inboxes/${(await world.make.inbox()).id}`]],
  ['a new conversation', 'title', async () => ['POST', '/conversations']],
  ['a conversation', 'title', async world => ['PUT', `/conversations/${(await world.make.conversation()).id}`]],
  ['a status', 'name', async () => ['POST', '/conversation_statuses']],
  ['a new team', 'name', async () => ['POST', '/teams']],
  ['a team', 'name', async world => ['PUT', `/teams/${(await world.make.team()).id}`]],
  ['an agent', 'name', async world => ['PUT', `/agents/${(await world.make.agent()).agent.id}`]],
  [
    'a contact',
    'name',
    async world => ['POST', '/contacts', { email: `${world.unique('customer')}@customer.example` }],
  ],
];

/** What the service says of names, titles and tags. */
export function registerOneLine(world: () => World): void {
  describe('texts of one line', () => {
    test.for(named)('%s is kept without the blanks around its %s', async ([, field, make]) => {
      const [method, path, rest] = await make(world());
      const text = world().unique('word').slice(-36);
      const body = { ...rest, [field]: ` \u00a0${text} \u3000 ` };
      expect(await world().give({ method, path, body })).toMatchObject({ [field]: text });
    });

    test('tags are trimmed too, in every call that accepts them', async () => {
      const tags = ['a', 'b', 'c', 'd'].map(word => world().unique(word));
      const [first, second, third, fourth] = tags.map(tag => ` ${tag} `);
      const { id } = await world().make.conversation({ tags: [first] });
      const conversation_ids = [id];
      await world().give({ method: 'POST', path: `/conversations/${id}/tags`, body: { name: second } });
      await world().give({ method: 'POST', path: '/conversations/tags', body: { conversation_ids, tags: [third] } });
      const body = { conversation_ids, added_tags: [fourth], deleted_tags: [first] };
      await world().give({ method: 'PUT', path: '/conversations', body });
      expect((await world().get<Conversation>(`/conversations/${id}`)).tags).toEqual(tags.slice(1));
    });

    test('a text of several lines keeps its blanks', async () => {
      const { id } = await world().make.conversation();
      const { body_text } = await world().make.message(id, { body_text: ' ab\n ' });
      expect(body_text).toBe(' ab\n ');
    });
  });
}
