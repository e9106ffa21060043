import { describe, expect, test } from 'vitest';
import type { Conversation, Message, Note, Review } from '../../src/contract/model.ts';
import type { Answer } from './client.ts';
import { eventsOf } from './conversations.ts';
import { UNKNOWN_ID, type World } from './world.ts';

function merge(world: World, target: number, body: unknown) {
  return world.call({ method: 'POST', path: `/conversations/${target}/merge`, body });
}

function get(world: World, id: number) {
  return world.get<Conversation>(`/conversations/${id}`);
}

function checkVersions(world: () => World) {
  const pair = async () => {
    const [target, source] = [await world().make.conversation(), await world().make.conversation()];
    const if_versions = { [target.id]: target.version, [source.id]: source.version };
    return { target, source, if_versions };
  };

  test.for(['conversation_ids', 'Conversation_ids'])(
    'with if_versions beside %s names each that has changed, and merges nothing',
    async name => {
      const { target, source, if_versions } = await pair();
      const stale = { ...if_versions, [target.id]: target.version + 1, [source.id]: source.version + 7 };
      for (const [given, ids] of [
        [stale, [target.id, source.id]],
        [{ [source.id]: 0 }, [source.id]],
        [{ [target.id]: 0 }, [target.id]],
      ] as const) {
        const answer = await merge(world(), target.id, { [name]: [source.id], if_versions: given });
        expect([answer.status, answer.code], answer.text).toEqual([412, 'precondition_failed']);
        expect(answer.details.map(({ path }) => path).sort()).toEqual(ids.map(id => `if_versions.${id}`).sort());
      }
      expect([await get(world(), target.id), await get(world(), source.id)]).toEqual([target, source]);
      expect((await merge(world(), target.id, { [name]: [source.id], if_versions })).status).toBe(200);
      expect((await get(world(), source.id)).merged_into).toBe(target.id);
    },
  );

  test('accepts if_versions of the target and the sources alone', async () => {
    const { target, source } = await pair();
    for (const if_versions of [{ [UNKNOWN_ID]: 1 }, { x: 1 }, { [source.id]: 'one' }, [1], null]) {
      const answer = await merge(world(), target.id, { conversation_ids: [source.id], if_versions });
      expect([answer.status, answer.code], JSON.stringify(if_versions)).toEqual([422, 'validation_failed']);
    }
    const if_versions = { [source.id]: source.version };
    expect((await merge(world(), target.id, { conversation_ids: [source.id], if_versions })).status).toBe(200);
  });

  test('a refusal for other versions is not kept: the same key merges once they are right', async () => {
    const { target, source } = await pair();
    const ask = (version: number) => ({
      method: 'POST',
      path: `/conversations/${target.id}/merge`,
      body: { conversation_ids: [source.id], if_versions: { [source.id]: version } },
      headers: { 'idempotency-key': world().unique('key') },
    });
    const one = ask(source.version + 1);
    expect((await world().call(one)).status).toBe(412);
    await world().give({ method: 'PUT', path: `/conversations/${source.id}`, body: { title: 'Changed' } });
    expect((await world().call(one)).status).toBe(200);
  });
}

function checkMove(world: () => World) {
  test('messages, notes, tags, contacts and reviews move to the target, in time order', async () => {
    const [other, tags] = [await world().make.contact(), [world().unique('a'), world().unique('b')]];
    const target = await world().make.conversation({ title: 'Target', tags: [tags[0]] });
    const source = await world().make.conversation({ title: 'Source', tags, contacts: [other.id] });
    const texts: Message[] = [];
    for (const { id } of [source, target, source, target]) texts.push(await world().make.message(id));
    const notes = [await world().make.note(source.id), await world().make.note(target.id)];
    const review = await world().make.review(source.id);
    const merged = await world().give<Conversation>({
      method: 'POST',
      path: `/conversations/${target.id}/merge`,
      body: { conversation_ids: [source.id] },
    });
    expect(merged).toMatchObject({ id: target.id, title: 'Target', tags, contacts: [world().contact.id, other.id] });
    expect(merged).toMatchObject({ message_count: 4, note_count: 2, merged_into: null, preview: texts[3]!.body_text });
    const path = `/conversations/${target.id}`;
    const messages = await world().get<Message[]>(`${path}/messages`);
    const own = messages.filter(({ kind }) => kind !== 'system');
    expect(own.map(({ id }) => id)).toEqual(texts.map(({ id }) => id));
    expect(own.map(({ conversation_id }) => conversation_id)).toEqual(own.map(() => target.id));
    expect((await world().get<Note[]>(`${path}/notes`)).map(({ id }) => id)).toEqual(notes.map(({ id }) => id));
    expect((await world().get<Review[]>(`${path}/reviews`)).map(({ id }) => id)).toEqual([review.id]);
    expect((await eventsOf(world(), target.id)).at(-1)).toBe('conversation.merged');
  });

  test('the source keeps none of them, and the last message is the latest of both', async () => {
    const tag = world().unique('tag');
    const target = await world().make.conversation({ tags: [tag] });
    const source = await world().make.conversation({ tags: [tag] });
    await world().make.note(source.id);
    world().target.clock?.advance(5_000);
    const { created_at } = await world().make.message(source.id);
    await merge(world(), target.id, [source.id]);
    const left = { tags: [], contacts: [], requester: null, note_count: 0 };
    expect(await get(world(), source.id)).toMatchObject(left);
    expect(await world().get('/tags', 'key', { q: tag })).toEqual([{ name: tag, conversations: 1 }]);
    expect((await get(world(), target.id)).last_message_at).toBe(created_at);
  });

  test('reading one merged away returns only the message conversation.merged_with, also in its list', async () => {
    const { target, source } = await world().make.merged();
    const path = `/conversations/${source.id}`;
    const read = await get(world(), source.id);
    expect(read).toMatchObject({ id: source.id, merged_into: target.id, title: source.title });
    const said = { kind: 'system', event: 'conversation.merged_with', merged_with: target.id };
    expect(read.messages).toMatchObject([said]);
    expect(await world().get<Message[]>(`${path}/messages`)).toEqual(read.messages);
    expect(await world().get(`${path}/notes`)).toEqual([]);
    expect(await world().get(`${path}/reviews`)).toEqual([]);
    expect(await eventsOf(world(), source.id)).toEqual(['conversation.created', 'conversation.merged_with']);
    expect((await get(world(), target.id)).messages, 'no other read carries messages').toBeUndefined();
  });

  test('ids are accepted in every form, repeated ones once', async () => {
    const ways = [
      (ids: (number | string)[]) => ({ conversation_ids: ids }),
      (ids: (number | string)[]) => ({ Conversation_ids: ids }),
      (ids: (number | string)[]) => ids,
    ];
    for (const way of ways) {
      const [target, a, b] = [
        await world().make.conversation(),
        await world().make.conversation(),
        await world().make.conversation(),
      ];
      const answer = await merge(world(), target!.id, way([a!.id, String(b!.id), a!.id]));
      expect(answer.status, answer.text).toBe(200);
      expect([(await get(world(), a!.id)).merged_into, (await get(world(), b!.id)).merged_into]).toEqual([
        target!.id,
        target!.id,
      ]);
    }
  });

  test('the target is restored if a source was not archived, and otherwise stays as it is', async () => {
    for (const isSourceArchived of [false, true]) {
      const [target, source] = [await world().make.conversation(), await world().make.conversation()];
      await world().give({ method: 'POST', path: `/conversations/${target.id}/archive` });
      if (isSourceArchived) await world().give({ method: 'POST', path: `/conversations/${source.id}/archive` });
      const answer = await merge(world(), target.id, [source.id]);
      expect((answer.data as Conversation).archived).toBe(isSourceArchived);
    }
  });

  test('merged_into always names the last survivor', async () => {
    const { target, source } = await world().make.merged();
    const last = await world().make.conversation();
    await merge(world(), last.id, [target.id]);
    expect([(await get(world(), source.id)).merged_into, (await get(world(), target.id)).merged_into]).toEqual([
      last.id,
      last.id,
    ]);
    const messages = await world().get<Message[]>(`/conversations/${source.id}/messages`);
    expect(messages).toMatchObject([{ merged_with: last.id }]);
  });
}

function checkRefused(world: () => World) {
  test('all or nothing: an unknown source 404, the target among them 422, one merged away 409', async () => {
    const [target, good, gone] = [
      await world().make.conversation(),
      await world().make.conversation(),
      await world().make.merged(),
    ];
    const refusals: readonly [ids: number[], status: number][] = [
      [[good.id, UNKNOWN_ID], 404],
      [[good.id, target.id], 422],
      [[good.id, gone.source.id], 409],
      [[], 422],
      [Array.from({ length: 501 }, (_, at) => UNKNOWN_ID - at), 422],
    ];
    for (const [ids, status] of refusals) {
      const answer = await merge(world(), target.id, { conversation_ids: ids });
      expect(answer.status, `${ids.slice(0, 3)} ${answer.text.slice(0, 200)}`).toBe(status);
    }
    expect((await merge(world(), gone.source.id, [good.id])).status, 'a merged-away target').toBe(409);
    expect([await get(world(), good.id), await get(world(), target.id)]).toEqual([good, target]);
  });

  test('the caller needs access to all conversations', async () => {
    const target = await world().make.conversation();
    const path = `/conversations/${target.id}/merge`;
    const body = { conversation_ids: [world().foreignConversationId] };
    const answer = await world().call({ method: 'POST', path, body, as: 'insider' });
    expect([answer.status, answer.details.map(one => one.path)]).toEqual([404, ['conversation_ids.0']]);
    expect((await get(world(), world().foreignConversationId)).merged_into).toBeNull();
  });

  test('every write to one merged away is 409 and names the survivor', async () => {
    const { target, source } = await world().make.merged();
    const path = `/conversations/${source.id}`;
    const writes: readonly [method: string, path: string, body?: object][] = [
      ['PUT', path, { title: 'New' }],
      ['PUT', path, {}],
      ['POST', `${path}/archive`],
      ['POST', `${path}/restore_archive`],
      ['POST', `${path}/tags`, { name: 'x' }],
      ['POST', `${path}/agents`, { agent_id: world().insider.agent.id }],
      ['POST', `${path}/contacts`, { contact_id: world().contact.id }],
      ['POST', `${path}/notes`, { details: 'x' }],
      ['POST', `${path}/messages`, { body_text: 'x' }],
      ['POST', `${path}/reviews`, { rating: 1 }],
    ];
    const before = await get(world(), source.id);
    for (const [method, at, body] of writes) {
      const answer: Answer = await world().call({ method, path: at, body });
      expect([answer.status, answer.code], `${method} ${at} ${answer.text}`).toEqual([409, 'conflict']);
      expect(answer.text, `${method} ${at} names the survivor`).toMatch(new RegExp(`\\b${target.id}\\b`));
    }
    expect(await get(world(), source.id)).toEqual(before);
  });

  test('of two racing merges one wins, the other is 409, and nothing is lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await world().make.conversation(), await world().make.conversation()];
      for (const { id } of [a, b]) await world().make.message(id);
      const answers = await Promise.all([merge(world(), a.id, [b.id]), merge(world(), b.id, [a.id])]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const survivor = answers.find(({ status }) => status === 200)!.data as Conversation;
      expect(survivor).toMatchObject({ merged_into: null, message_count: 2 });
    }
  });
}

/** What the service says of merging. */
export function registerMerge(world: () => World): void {
  describe('merging', () => {
    checkVersions(world);
    checkMove(world);
    checkRefused(world);
  });
}
