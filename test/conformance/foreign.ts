import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/contract/index.ts';
import { sampled } from '../harness/full.ts';
import type { Answer } from './client.ts';
import { endpoints, filledPath, type NamedEndpoint } from './endpoints.ts';
import { withValue } from './fields.ts';
import { askOf, newAsk, scenes } from './scenes.ts';
import { UNKNOWN_ID, type World } from './world.ts';

/** The answer without what must differ: the ids that were asked for. */
function without(answer: Answer, ids: readonly (number | string)[]) {
  const plain = (text: string) =>
    ids.reduce<string>(
      (at, id) => at.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '#'),
      text.replaceAll(String(UNKNOWN_ID), '#'),
    );
  const ofEachAnswer = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset', 'content-length'];
  const headers = [...answer.headers].filter(([name]) => !ofEachAnswer.includes(name));
  return { status: answer.status, text: plain(answer.text), headers };
}

/** Endpoints with a thing in their path that agents may or may not see. */
const guarded = endpoints.filter(({ endpoint }) =>
  /\{(inbox|conversation|attachment|saved_reply)_id\}/.test(endpoint.path),
);

/** Things that hang on a conversation, asked for in another one that the agent sees. */
const inner: readonly { readonly name: EndpointName; readonly param: string }[] = [
  { name: 'message.get', param: 'message_id' },
  { name: 'message.remove', param: 'message_id' },
  { name: 'note.remove', param: 'note_id' },
  { name: 'note.update', param: 'note_id' },
  { name: 'conversation.removeContact', param: 'contact_id' },
];

/** Ids in bodies that the outsider may not see, refused like unknown ones. */
const inBodies: readonly {
  readonly name: EndpointName;
  readonly path: readonly (string | number)[];
  readonly status: number;
  readonly foreign: (world: World) => Promise<number>;
}[] = [
  { name: 'conversation.massUpdate', path: ['conversation_ids', 0], status: 404, foreign: foreignConversation },
  { name: 'conversation.addTags', path: ['conversation_ids', 0], status: 404, foreign: foreignConversation },
  { name: 'conversation.removeTags', path: ['conversation_ids', 0], status: 404, foreign: foreignConversation },
  { name: 'conversation.merge', path: ['conversation_ids', 0], status: 404, foreign: foreignConversation },
  { name: 'conversation.update', path: ['inbox_id'], status: 422, foreign: foreignInbox },
  { name: 'conversation.massUpdate', path: ['inbox_id'], status: 422, foreign: foreignInbox },
  { name: 'conversation.create', path: ['inbox_id'], status: 422, foreign: foreignInbox },
  { name: 'note.add', path: ['attachments'], status: 422, foreign: foreignAttachment },
  { name: 'message.create', path: ['attachments'], status: 422, foreign: foreignAttachment },
  { name: 'conversation.addContact', path: ['contact_id'], status: 422, foreign: foreignContact },
  { name: 'conversation.create', path: ['contacts'], status: 422, foreign: foreignContact },
];

async function foreignConversation({ foreignConversationId }: World): Promise<number> {
  return foreignConversationId;
}

async function foreignInbox(world: World): Promise<number> {
  return world.foreignInbox.id;
}

async function foreignAttachment(world: World): Promise<number> {
  const { id } = await world.make.attachment();
  await world.make.note(world.foreignConversationId, { attachments: [id] });
  return id;
}

async function foreignContact(world: World): Promise<number> {
  const { contacts } = await world.get<{ contacts: number[] }>(`/conversations/${world.foreignConversationId}`);
  return contacts[0]!;
}

function named(name: EndpointName): NamedEndpoint {
  return endpoints.find(one => one.name === name)!;
}

const lists = { attachments: true, contacts: true };

function checkPaths(world: () => World) {
  test.for(sampled(guarded))('$title', async one => {
    const scene = await scenes[one.name](world(), 'outsider');
    const foreign = await world().call(askOf(one, scene, 'outsider'));
    const [first] = Object.keys(scene.params!);
    const params = { ...scene.params, [first!]: UNKNOWN_ID };
    const unknown = await world().call({
      ...askOf(one, scene, 'outsider'),
      path: filledPath(one.endpoint.path, params),
    });
    expect(foreign.status).toBe(404);
    expect(without(foreign, Object.values(scene.params!))).toEqual(without(unknown, Object.values(params)));
  });

  test.for(inner)('$name in a conversation to which it does not belong', async ({ name, param }) => {
    const one = named(name);
    const scene = await scenes[name](world(), 'insider');
    const { id } = await world().make.conversation();
    const at = (value: number) =>
      world().call({
        ...askOf(one, scene, 'insider'),
        path: filledPath(one.endpoint.path, { conversation_id: id, [param]: value }),
      });
    const [foreign, unknown] = [await at(scene.params![param] as number), await at(UNKNOWN_ID)];
    expect(foreign.status).toBe(404);
    const ids = [id, scene.params![param] as number];
    expect(without(foreign, ids)).toEqual(without(unknown, ids));
  });
}

/** An invisible resource is refused in the same words as a missing one. */
export function registerForeign(world: () => World): void {
  describe('a foreign id is answered exactly like an unknown one', () => {
    checkPaths(world);

    test.for(inBodies)('$name with $path in its body: $status', async ({ name, path, status, foreign }) => {
      const ask = await newAsk(world(), named(name), 'insider');
      const field = String(path.at(-1));
      const at = (id: number) => world().call({ ...ask, body: withValue(ask.body, path, field in lists ? [id] : id) });
      const id = await foreign(world());
      const [known, unknown] = [await at(id), await at(UNKNOWN_ID)];
      expect(known.status, known.text).toBe(status);
      expect(without(known, [id])).toEqual(without(unknown, [id]));
    });

    test('an agent’s invalid inbox id is refused as forbidden, however large', async () => {
      for (const id of [1e300, 2 ** 63, '9'.repeat(30), '0x10', '01', -1, 1.5, [world().inbox.id], null, true])
        for (const [path, body] of [
          ['/inboxes/save', { id }],
          ['/inboxes/bulk-sort', { inboxes: [{ id, sort: 0 }] }],
        ] as const) {
          const answer = await world().call({ method: 'POST', path, body, as: 'insider' });
          expect(answer.code, `${path} ${JSON.stringify(id)}`).toBe('forbidden');
        }
    });

    test('saving over an inbox', async () => {
      const at = (id: number) =>
        world().call({ method: 'POST', path: '/inboxes/save', body: { id, name: 'Mine now' }, as: 'insider' });
      const [foreign, unknown] = [await at(world().foreignInbox.id), await at(UNKNOWN_ID)];
      expect(foreign.status, foreign.text).toBe(404);
      expect(without(foreign, [world().foreignInbox.id])).toEqual(without(unknown, []));
      expect((await at(world().inbox.id)).code).toBe('forbidden');
    });
  });
}
