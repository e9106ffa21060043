import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import type { Ask } from './client.ts';
import { eventsOf, statusOf } from './conversations.ts';
import { UNKNOWN_ID, type World } from './world.ts';

type Ids = readonly (number | string)[];

const calls: readonly { readonly title: string; ask(conversation_ids: Ids, over?: object): Ask }[] = [
  {
    title: 'a mass update',
    ask: (conversation_ids, over) => ({
      method: 'PUT',
      path: '/conversations',
      body: { conversation_ids, added_tags: ['bulk'], ...over },
    }),
  },
  {
    title: 'adding tags',
    ask: (conversation_ids, over) => ({
      method: 'POST',
      path: '/conversations/tags',
      body: { conversation_ids, tags: ['bulk'], ...over },
    }),
  },
  {
    title: 'deleting tags',
    ask: (conversation_ids, over) => ({
      method: 'DELETE',
      path: '/conversations/tags',
      body: { conversation_ids, tags: ['held'], ...over },
    }),
  },
];

function held(world: World) {
  return world.make.conversation({ tags: ['held'] });
}

function now(world: World, { id }: Conversation) {
  return world.get<Conversation>(`/conversations/${id}`);
}

function checkRefusals(world: () => World) {
  test.for(calls)('$title accepts 1 to 500 distinct ids, checked before anything else', async ({ ask }) => {
    const { id } = await held(world());
    const many = Array.from({ length: 501 }, (_, at) => UNKNOWN_ID - at);
    for (const ids of [[], [id, id], [id, String(id)], many, [UNKNOWN_ID, UNKNOWN_ID]]) {
      const answer = await world().call(ask(ids));
      expect([answer.status, answer.code], `${ids.length} ids`).toEqual([422, 'validation_failed']);
      expect(answer.details[0]?.path).toMatch(/^conversation_ids/);
    }
    const unknown = await world().call(ask(many.slice(1)));
    expect(unknown.status, '500 are not too many').toBe(404);
  });

  test.for(calls)('$title names each unknown id, and changes nothing', async ({ ask }) => {
    const made = await held(world());
    const answer = await world().call(ask([UNKNOWN_ID, made.id, UNKNOWN_ID - 1]));
    expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    expect(answer.details.map(({ path }) => path)).toEqual(['conversation_ids.0', 'conversation_ids.2']);
    expect(await now(world(), made)).toEqual(made);
  });

  test.for(calls)('$title names each merged-away id, and changes nothing', async ({ ask }) => {
    const [made, { source, target }] = [await held(world()), await world().make.merged()];
    const answer = await world().call(ask([made.id, source.id]));
    expect([answer.status, answer.code]).toEqual([409, 'conflict']);
    expect(answer.details.map(({ path }) => path)).toEqual(['conversation_ids.1']);
    expect(answer.text, 'and the survivor').toContain(String(target.id));
    expect(await now(world(), made)).toEqual(made);
  });

  test.for(calls)('$title by an agent names those that it may not see', async ({ ask }) => {
    const made = await held(world());
    const foreign = world().foreignConversationId;
    const answer = await world().call({ ...ask([made.id, foreign]), as: 'insider' });
    expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([404, ['conversation_ids.1']]);
    expect(await now(world(), made)).toEqual(made);
  });
}

function checkVersions(world: () => World) {
  test.for(calls)('$title with if_versions names each that has changed, and changes nothing', async ({ ask }) => {
    const made = [await held(world()), await held(world()), await held(world())];
    await world().make.note(made[1]!.id);
    const changed = await now(world(), made[1]!);
    const if_versions = Object.fromEntries(made.map(({ id, version }) => [id, version]));
    const ids = made.map(({ id }) => id);
    const answer = await world().call(ask(ids, { if_versions }));
    expect([answer.status, answer.code], answer.text).toEqual([412, 'precondition_failed']);
    expect(answer.details.map(({ path }) => path)).toEqual([`if_versions.${changed.id}`]);
    expect(await now(world(), made[0]!)).toEqual(made[0]);
    const current = { ...if_versions, [changed.id]: changed.version };
    expect((await world().call(ask(ids, { if_versions: current }))).status).toBeLessThan(300);
  });

  test.for(calls)('$title accepts if_versions of some, and of no other conversation', async ({ ask }) => {
    const [one, two] = [await held(world()), await held(world())];
    expect((await world().call(ask([one.id, two.id], { if_versions: { [two.id]: two.version } }))).status).toBeLessThan(
      300,
    );
    for (const if_versions of [{ [UNKNOWN_ID]: 1 }, { x: 1 }, { [one.id]: 'one' }, [1]]) {
      const answer = await world().call(ask([one.id, two.id], { if_versions }));
      expect([answer.status, answer.code], JSON.stringify(if_versions)).toEqual([422, 'validation_failed']);
    }
  });
}

function massUpdate(world: World, body: object, as: Ask['as'] = 'key') {
  return world.call({ method: 'PUT', path: '/conversations', body, as });
}

function checkWork(world: () => World) {
  test('a mass update changes status, inbox, assignee and tags of all, each with its history', async () => {
    const made = [await held(world()), await held(world()), await held(world())];
    const [closed, { id: inbox_id }] = [await statusOf(world(), 'closed'), await world().make.inbox()];
    const change = { conversation_status_id: String(closed.id), inbox_id, assign_to: world().insider.agent.id };
    const conversation_ids = made.map(({ id }) => String(id));
    const tags = { added_tags: ['bulk', 'BULK'], deleted_tags: ['HELD', 'not there'] };
    const answer = await massUpdate(world(), { conversation_ids, ...change, ...tags });
    const changed = { conversation_status_id: closed.id, inbox_id, assign_to: change.assign_to, tags: ['bulk'] };
    expect(answer.status, answer.text).toBe(200);
    expect((answer.data as Conversation[]).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    for (const one of answer.data as Conversation[]) expect(one).toMatchObject(changed);
    const events = await eventsOf(world(), made[2]!.id);
    const kinds = ['assignee.updated', 'conversation.created', 'inbox.updated', 'status.updated'];
    expect(events.toSorted()).toEqual([...kinds, 'tag.added', 'tag.deleted']);
  });

  test('null unassigns all, and a mass update without a change is a success', async () => {
    const made = await world().make.conversation({ assign_to: world().insider.agent.id });
    const { data } = await massUpdate(world(), { conversation_ids: [made.id], assign_to: null });
    expect(data).toMatchObject([{ assign_to: null }]);
    expect((await massUpdate(world(), { conversation_ids: [made.id] })).status).toBe(200);
  });

  test('a conversation may have more tags than one row of an index can name', async () => {
    const made = await world().make.conversation({ tags: [] });
    const names = Array.from({ length: 1_500 }, (_, at) => world().unique(`t${at}`));
    for (let from = 0; from < names.length; from += 100)
      await massUpdate(world(), { conversation_ids: [made.id], added_tags: names.slice(from, from + 100) });
    const { tags } = await world().get<Conversation>(`/conversations/${made.id}`);
    expect(tags.toSorted()).toEqual(names.toSorted());
    const answer = await massUpdate(world(), { conversation_ids: [made.id], deleted_tags: names.slice(0, 1) });
    expect(answer.status).toBe(200);
  });

  test('a tag both added and deleted is 422', async () => {
    const made = await held(world());
    const body = { conversation_ids: [made.id], added_tags: ['twice'], deleted_tags: ['TWICE'] };
    expect((await massUpdate(world(), body)).status).toBe(422);
    expect(await now(world(), made)).toEqual(made);
  });

  test('an unknown status, inbox or agent, or one without access, is 422, and nothing is changed', async () => {
    const [made, other] = [await held(world()), await held(world())];
    for (const change of [
      { conversation_status_id: UNKNOWN_ID },
      { inbox_id: UNKNOWN_ID },
      { assign_to: UNKNOWN_ID },
      { assign_to: world().outsider.agent.id },
    ]) {
      const answer = await massUpdate(world(), { conversation_ids: [made.id, other.id], added_tags: ['x'], ...change });
      expect([answer.status, answer.details[0]?.path]).toEqual([422, Object.keys(change)[0]]);
    }
    expect(await now(world(), made)).toEqual(made);
  });

  test('an agent without access to the inbox of any of them cannot be assigned to all', async () => {
    const made = [await held(world()), await world().make.conversation({ inbox_id: world().foreignInbox.id })];
    const body = { conversation_ids: made.map(({ id }) => id), assign_to: world().insider.agent.id };
    expect((await massUpdate(world(), body)).status).toBe(422);
    for (const one of made) expect(await now(world(), one)).toEqual(one);
    const both = await massUpdate(world(), { ...body, inbox_id: world().inbox.id });
    expect(both.data).toMatchObject(made.map(({ id }) => ({ id, assign_to: body.assign_to })));
  });

  test('archived archives and restores all, each with its history, and skips those already so', async () => {
    const made = [await held(world()), await held(world())];
    const [one, two] = made.map(({ id }) => id) as [number, number];
    await world().give({ method: 'POST', path: `/conversations/${two}/archive` });
    const before = await now(world(), made[1]!);
    const { data } = await massUpdate(world(), { conversation_ids: [one, two], archived: true });
    expect(data).toMatchObject([
      { id: one, archived: true },
      { id: two, archived: true, version: before.version },
    ]);
    const restored = await massUpdate(world(), { conversation_ids: [one, two], archived: false, added_tags: ['back'] });
    expect(restored.data).toMatchObject([
      { archived: false, tags: ['back', 'held'] },
      { archived: false, tags: ['back', 'held'] },
    ]);
    const events = ['conversation.archived', 'conversation.created', 'conversation.restored', 'tag.added'];
    for (const id of [one, two]) expect((await eventsOf(world(), id)).toSorted()).toEqual(events);
    const wrong = await massUpdate(world(), { conversation_ids: [one], archived: 1 });
    expect([wrong.status, wrong.details[0]?.path]).toEqual([422, 'archived']);
  });

  test('bulk tags are added and removed without regard to case, and adding one again is a success', async () => {
    const [one, two] = [await held(world()), await world().make.conversation()];
    const conversation_ids = [one.id, two.id];
    const path = '/conversations/tags';
    const added = { method: 'POST', path, body: { conversation_ids, tags: ['HELD', 'bulk'] } };
    expect(await world().give<Conversation[]>(added)).toMatchObject([
      { tags: ['bulk', 'held'] },
      { tags: ['bulk', 'held'] },
    ]);
    expect(await eventsOf(world(), one.id), 'once each').toEqual(['conversation.created', 'tag.added']);
    const deleted = { method: 'DELETE', path, body: { conversation_ids, tags: ['Bulk', 'not there'] } };
    for (let time = 0; time < 2; time += 1) expect((await world().call(deleted)).status).toBe(204);
    expect((await now(world(), two)).tags).toEqual(['held']);
    expect((await eventsOf(world(), one.id)).at(-1)).toBe('tag.deleted');
  });

  test('a hundred at once are one change', async () => {
    const made: number[] = [];
    for (let at = 0; at < 100; at += 1) made.push((await world().make.conversation()).id);
    const answer = await massUpdate(world(), { conversation_ids: made, added_tags: ['hundred'] }, 'insider');
    expect((answer.data as Conversation[]).map(({ id }) => id)).toEqual(made);
  });
}

/** What the service says of calls on many conversations. */
export function registerBulk(world: () => World): void {
  describe('many conversations at once', () => {
    checkRefusals(world);
    checkVersions(world);
    checkWork(world);
  });
}
