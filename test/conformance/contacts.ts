import { describe, expect, test } from 'vitest';
import type { Contact, Conversation } from '../../src/contract/model.ts';
import { eventsOf } from './conversations.ts';
import { openEvents } from './event-stream.ts';
import type { World } from './world.ts';

function read(world: World, id: number) {
  return world.get<Conversation>(`/conversations/${id}`);
}

function update(world: World, id: number, body: object) {
  return world.call({ method: 'PUT', path: `/contacts/${id}`, body, as: 'insider' });
}

function checkChange(world: () => World) {
  test('a contact’s new name and address are shown and found everywhere, the former ones nowhere', async () => {
    const former = world().unique('former').replaceAll('-', '');
    const word = world().unique('later').replaceAll('-', '');
    const { id } = await world().make.contact({ name: former, email: `${former}@customer.example` });
    const made = await world().make.conversation({ contacts: [id] });
    const tag = (await world().call({ method: 'GET', path: `/conversations/${made.id}` })).headers.get('etag');
    const change = { name: `Zoë ${word}`, email: `${word}@customer.example` };
    expect((await update(world(), id, change)).data).toEqual({ id, ...change });
    expect(await world().get<Contact>(`/contacts/${id}`, 'insider')).toEqual({ id, ...change });
    const now = await world().call({ method: 'GET', path: `/conversations/${made.id}` });
    expect((now.data as Conversation).requester).toEqual({ id, ...change });
    expect(now.headers.get('etag'), 'the tag covers the names').not.toBe(tag);
    expect((now.data as Conversation).version).toBe(made.version);
    for (const [query, found] of [
      [{ q: word }, 1],
      [{ from: `zoe ${word}` }, 1],
      [{ q: former }, 0],
      [{ from: former }, 0],
    ] as const)
      expect(await world().get('/conversations', 'key', query), JSON.stringify(query)).toHaveLength(found);
    expect(await world().get('/contacts', 'key', { q: former })).toEqual([]);
  });

  test('an absent field stays, and an address may change its case', async () => {
    const { id, name, email } = await world().make.contact();
    expect((await update(world(), id, { email: email!.toUpperCase() })).data).toEqual({
      id,
      name,
      email: email!.toUpperCase(),
    });
    expect((await update(world(), id, {})).status).toBe(200);
  });

  test('an address that is taken is 409, naming its contact', async () => {
    const [one, other] = [await world().make.contact(), await world().make.contact()];
    const answer = await update(world(), one.id, { name: 'New', email: other.email });
    expect([answer.status, answer.details[0]?.path]).toEqual([409, 'email']);
    expect(answer.text).toContain(String(other.id));
    expect(await world().get(`/contacts/${one.id}`)).toEqual(one);
  });

  test('desks that show the contact are told of the change', async () => {
    const { id } = await world().make.contact();
    const made = await world().make.conversation({ contacts: [id] });
    const events = await openEvents(world(), world().insider.token);
    try {
      await update(world(), id, { name: world().unique('Name') });
      expect(await events.next()).toMatchObject({ name: 'conversation.changed', data: { ids: [made.id] } });
    } finally {
      await events.close();
    }
  });
}

function checkRemoval(world: () => World) {
  test('if the requester is removed, the next contact becomes the requester, with history', async () => {
    const [one, two] = [await world().make.contact(), await world().make.contact()];
    const { id } = await world().make.conversation({ contacts: [one.id, two.id] });
    const path = `/conversations/${id}/contacts`;
    const take = (contactId: number) => world().call({ method: 'DELETE', path: `${path}/${contactId}`, as: 'insider' });
    expect((await take(one.id)).status).toBe(204);
    expect(await read(world(), id)).toMatchObject({ contacts: [two.id], requester: two });
    expect(await world().get('/conversations', 'key', { contacts: [one.id] })).toEqual([]);
    expect((await take(one.id)).status, 'it is off already').toBe(404);
    expect((await take(two.id)).status).toBe(204);
    expect(await read(world(), id)).toMatchObject({ contacts: [], requester: null });
    expect((await eventsOf(world(), id)).filter(event => event === 'contact.deleted')).toHaveLength(2);
    await world().give({ method: 'POST', path, body: { contact_id: one.id } });
    expect((await read(world(), id)).requester).toEqual(one);
  });
}

/** The calls about one contact. */
export function registerContacts(world: () => World): void {
  describe('one contact', () => {
    checkChange(world);
    checkRemoval(world);
  });
}
