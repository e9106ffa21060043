import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { UNKNOWN_ID, type World } from './world.ts';

interface Faulty {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  /** The paths of the details. */
  readonly names: readonly string[];
}

async function onOne(world: World) {
  const { id } = await world.make.conversation();
  return { id, path: `/conversations/${id}` };
}

function many(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `tag ${at}`);
}

/** Bodies with faults of form and with unknown names, all at once. */
const faulty: readonly (readonly [what: string, make: (world: World) => Promise<Faulty>])[] = [
  [
    'an update of a conversation',
    async world => ({
      method: 'PUT',
      path: (await onOne(world)).path,
      body: { title: '', conversation_status_id: UNKNOWN_ID, assign_to: UNKNOWN_ID, inbox_id: UNKNOWN_ID },
      names: ['assign_to', 'conversation_status_id', 'inbox_id', 'title'],
    }),
  ],
  [
    'a new conversation',
    async () => ({
      method: 'POST',
      path: '/conversations',
      body: { conversation_status_id: UNKNOWN_ID, contacts: [UNKNOWN_ID], assign_to: 'nobody', tags: [...many(101)] },
      names: ['assign_to', 'contacts.0', 'conversation_status_id', 'tags', 'title'],
    }),
  ],
  [
    'a new conversation in an inbox that is not an id, for an agent who does not see the default one',
    async world => ({
      method: 'POST',
      path: '/conversations',
      body: { title: 'Parcel', inbox_id: 'x', assign_to: world.insider.agent.id, contacts: [UNKNOWN_ID] },
      names: ['contacts.0', 'inbox_id'],
    }),
  ],
  [
    'a mass update',
    async world => ({
      method: 'PUT',
      path: '/conversations',
      body: {
        conversation_ids: [(await onOne(world)).id],
        conversation_status_id: 'x',
        inbox_id: UNKNOWN_ID,
        assign_to: UNKNOWN_ID,
        added_tags: ['a', ''],
        deleted_tags: [7],
      },
      names: ['added_tags.1', 'assign_to', 'conversation_status_id', 'deleted_tags.0', 'inbox_id'],
    }),
  ],
  [
    'a mass update that names one twice',
    async world => {
      const { id } = await onOne(world);
      const body = { conversation_ids: [id, id], added_tags: ['a'], deleted_tags: ['A'], assign_to: UNKNOWN_ID };
      const names = ['assign_to', 'conversation_ids', 'deleted_tags'];
      return { method: 'PUT', path: '/conversations', body, names };
    },
  ],
  [
    'bulk tags',
    async world => {
      const { id } = await onOne(world);
      const body = { conversation_ids: [id, id], tags: many(101) };
      return { method: 'POST', path: '/conversations/tags', body, names: ['conversation_ids', 'tags'] };
    },
  ],
  [
    'taking bulk tags off',
    async world => {
      const { id } = await onOne(world);
      const body = { conversation_ids: [id, id], tags: many(101) };
      return { method: 'DELETE', path: '/conversations/tags', body, names: ['conversation_ids', 'tags'] };
    },
  ],
  [
    'a message',
    async world => ({
      method: 'POST',
      path: `${(await onOne(world)).path}/messages`,
      body: { body_text: '', attachments: [UNKNOWN_ID], contact_id: UNKNOWN_ID },
      names: ['attachments.0', 'body_text', 'contact_id'],
    }),
  ],
  [
    'a note',
    async world => ({
      method: 'POST',
      path: `${(await onOne(world)).path}/notes`,
      body: { details: 7, attachments: [UNKNOWN_ID] },
      names: ['attachments.0', 'details'],
    }),
  ],
  [
    'a review',
    async world => ({
      method: 'POST',
      path: `${(await onOne(world)).path}/reviews`,
      body: { rating: 9, contact_id: UNKNOWN_ID },
      names: ['contact_id', 'rating'],
    }),
  ],
  [
    'a saved inbox',
    async () => ({
      method: 'POST',
      path: '/inboxes/save',
      body: {
        emails: [
          { email: 'a@shop.example', status: 'primary' },
          { email: 'b@shop.example', status: 'primary' },
        ],
        slug: 'Not a slug',
        team_ids: [UNKNOWN_ID],
        agent_ids: [UNKNOWN_ID],
      },
      names: ['agent_ids.0', 'emails.1.status', 'name', 'slug', 'team_ids.0'],
    }),
  ],
  [
    'a new team',
    async () => ({
      method: 'POST',
      path: '/teams',
      body: { name: '', agent_ids: [UNKNOWN_ID] },
      names: ['agent_ids.0', 'name'],
    }),
  ],
  [
    'a team',
    async world => ({
      method: 'PUT',
      path: `/teams/${(await world.make.team()).id}`,
      body: { name: '', agent_ids: [UNKNOWN_ID] },
      names: ['agent_ids.0', 'name'],
    }),
  ],
  [
    'a new agent',
    async () => ({
      method: 'POST',
      path: '/agents',
      body: { name: '', email: 'nowhere', password: 'a'.repeat(12) },
      names: ['email', 'name', 'password'],
    }),
  ],
];

/** A refusal names all faults of a body, not only the first. */
export function registerEveryFault(world: () => World): void {
  describe('a 422 names every field at fault', () => {
    test.for(faulty)('%s', async ([, make]) => {
      const { names, ...ask } = await make(world());
      const answer = await world().call(ask);
      expect([answer.status, answer.code], answer.text).toEqual([422, 'validation_failed']);
      expect(answer.details.map(({ path }) => path).toSorted()).toEqual(names);
    });

    test('and changes nothing', async () => {
      const { id, path } = await onOne(world());
      const before = await world().get<Conversation>(path);
      const body = { conversation_ids: [id], assign_to: world().insider.agent.id, added_tags: ['x', ''] };
      expect((await world().call({ method: 'PUT', path: '/conversations', body })).status).toBe(422);
      expect(await world().get(path)).toEqual(before);
    });

    test('and comes before a stale If-Match', async () => {
      const { path } = await onOne(world());
      const body = { title: '', assign_to: UNKNOWN_ID };
      const answer = await world().call({ method: 'PUT', path, body, headers: { 'if-match': '"stale"' } });
      expect([answer.status, answer.details.map(one => one.path)]).toEqual([422, ['title', 'assign_to']]);
    });

    test('and is reported even for a conversation that does not exist', async () => {
      const path = `/conversations/${UNKNOWN_ID}`;
      const answer = await world().call({ method: 'PUT', path, body: { title: '', assign_to: UNKNOWN_ID } });
      expect([answer.status, answer.details.map(one => one.path)]).toEqual([422, ['title']]);
    });
  });
}
