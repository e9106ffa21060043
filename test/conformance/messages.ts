import { describe, expect, test } from 'vitest';
import type { Conversation, HistoryEntry, Inbox, Message, Note, Review } from '../../src/contract/model.ts';
import { eventsOf, put, statusOf } from './conversations.ts';
import { UNKNOWN_ID, type World } from './world.ts';

function checkMessages(world: () => World) {
  test('an agent’s message is kind agent, an API key’s is kind contact from the first or the given contact', async () => {
    const other = await world().make.contact();
    const { id } = await world().make.conversation();
    const byAgent = await world().make.agentMessage(id, { body_text: 'Hello' });
    const { name, email } = world().insider.agent;
    expect(byAgent).toMatchObject({
      kind: 'agent',
      event: null,
      merged_with: null,
      body_text: 'Hello',
      body_html: null,
      to: [],
      cc: [],
      automatic: false,
    });
    expect(byAgent.unverified ?? false, 'only mail can be unverified').toBe(false);
    expect(byAgent.delivery ?? null, 'only mail is delivered').toBeNull();
    const { delivery_failed } = await world().get<Conversation>(`/conversations/${id}`);
    expect(delivery_failed ?? false, 'and only mail bounces').toBe(false);
    expect(byAgent.author).toEqual({ type: 'agent', id: world().insider.agent.id, name, email });
    const first = await world().make.message(id);
    expect(first).toMatchObject({ kind: 'contact', author: { type: 'contact', ...world().contact } });
    const given = await world().make.message(id, { contact_id: String(other.id), body_html: '<b>Hi</b>' });
    expect(given).toMatchObject({ author: { id: other.id }, body_html: '<b>Hi</b>' });
    expect((await eventsOf(world(), id)).filter(event => event === 'message.added').length).toBe(3);
  });

  test('entries after a known message, note or entry are listed by its id, in either order', async () => {
    const { id } = await world().make.conversation();
    const made = [await world().make.message(id), await world().make.agentMessage(id), await world().make.message(id)];
    const notes = [await world().make.note(id), await world().make.note(id)];
    const idsAfter = async (list: string, after_id: number, more = {}) =>
      (await world().get<Message[]>(`/conversations/${id}/${list}`, 'key', { after_id, ...more })).map(one => one.id);
    const [first, second, third] = made.map(one => one.id) as [number, number, number];
    expect(await idsAfter('messages', first)).toEqual([second, third]);
    expect(await idsAfter('messages', first, { sort: 'created_at.desc', limit: 1 })).toEqual([third]);
    expect(await idsAfter('messages', third)).toEqual([]);
    expect(await idsAfter('notes', notes[0]!.id)).toEqual([notes[1]!.id]);
    const history = (await world().get<HistoryEntry[]>(`/conversations/${id}/history`)).map(one => one.id);
    expect(await idsAfter('history', history[1]!)).toEqual(history.slice(2));
    const wrong = await world().call({
      method: 'GET',
      path: `/conversations/${id}/messages`,
      query: { after_id: 'x' },
    });
    expect([wrong.status, wrong.details[0]?.path]).toEqual([422, 'after_id']);
  });

  test('a message that is to be delivered is refused and not kept if there is no relay', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}/messages`;
    for (const as of ['insider', 'key'] as const) {
      const { status, details } = await world().call({
        method: 'POST',
        path,
        body: { body_text: 'Hi', deliver: true },
        as,
      });
      expect([status, details.map(one => one.path)]).toEqual([422, ['deliver']]);
    }
    expect(await world().get(path)).toEqual([]);
    expect(await world().make.agentMessage(id, { deliver: false })).toMatchObject({ kind: 'agent' });
  });

  test('a message of blanks alone is refused, unless it has an attachment', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}/messages`;
    for (const as of ['insider', 'key'] as const) {
      const blank = await world().call({ method: 'POST', path, body: { body_text: '  \n ' }, as });
      expect([blank.status, blank.details.map(one => one.path)]).toEqual([422, ['body_text']]);
    }
    const { id: file } = await world().make.attachment();
    const wrong = await world().call({ method: 'POST', path, body: { body_text: ' ', attachments: ['x'] } });
    expect(wrong.details.map(one => one.path.split('.')[0])).toEqual(['attachments']);
    expect(await world().make.message(id, { body_text: ' ', attachments: [file] })).toMatchObject({ body_text: ' ' });
    expect(await world().get<Message[]>(path)).toHaveLength(1);
  });

  test('a message that an API key adds for a known spammer begins in the spam inbox', async () => {
    const { id: contact } = await world().make.contact();
    const spam = (await world().get<Inbox[]>('/inboxes')).find(({ kind }) => kind === 'spam')!;
    const begun = (more: object = {}, as: 'key' | 'admin' = 'key') =>
      world().give<Conversation>({
        method: 'POST',
        path: '/conversations',
        body: { title: 'Buy', contacts: [contact], ...more },
        as,
      });
    const first = await begun();
    expect(first.inbox_id).not.toBe(spam.id);
    await world().make.message(first.id);
    await put(world(), first.id, { inbox_id: spam.id });
    const second = await begun();
    expect(second.inbox_id).toBe(spam.id);
    expect((await begun({ inbox_id: world().inbox.id })).inbox_id, 'an inbox that is named counts').toBe(
      world().inbox.id,
    );
    expect((await begun({}, 'admin')).inbox_id, 'an agent decides').not.toBe(spam.id);
    await put(world(), first.id, { inbox_id: world().inbox.id });
    expect((await begun()).inbox_id, 'moved out of it, the mark is gone').not.toBe(spam.id);
  });

  test('a contact’s message reopens and restores, with history; an agent’s does neither', async () => {
    const { id } = await world().make.conversation();
    const closed = await statusOf(world(), 'closed');
    await put(world(), id, { conversation_status_id: closed.id });
    await world().give({ method: 'POST', path: `/conversations/${id}/archive` });
    await world().make.agentMessage(id);
    expect(await world().get(`/conversations/${id}`)).toMatchObject({ status: 'closed', archived: true });
    await world().make.message(id);
    expect(await world().get(`/conversations/${id}`)).toMatchObject({ status: 'open', archived: false });
    const events = (await eventsOf(world(), id)).slice(-3);
    expect(events.toSorted()).toEqual(['conversation.restored', 'message.added', 'status.updated']);
  });

  test('only a message that an agent sent can be deleted', async () => {
    const { id } = await world().make.conversation();
    const [contacts, agents] = [await world().make.message(id), await world().make.agentMessage(id)];
    const remove = (message: Message) =>
      world().call({ method: 'DELETE', path: `/conversations/${id}/messages/${message.id}`, as: 'insider' });
    expect([(await remove(agents)).status, (await remove(contacts)).status]).toEqual([204, 409]);
    const path = `/conversations/${id}`;
    expect((await world().get<Message[]>(`${path}/messages`)).map(one => one.id)).toEqual([contacts.id]);
    expect(await world().get(path)).toMatchObject({ message_count: 1, preview: contacts.body_text });
    const history = await world().call({ method: 'GET', path: `${path}/history` });
    const last = (history.data as HistoryEntry[]).at(-1);
    expect(last).toMatchObject({ event: 'message.deleted', agent_id: world().insider.agent.id });
    expect(history.text, 'history names who, not the text').not.toContain(agents.body_text);
    expect((await remove(agents)).status).toBe(404);
  });

  test('if the last message is deleted, the one before it is the last', async () => {
    const made = await world().make.conversation();
    const path = `/conversations/${made.id}`;
    const messages: Message[] = [];
    for (let at = 0; at < 3; at += 1) {
      world().target.clock?.advance(5_000);
      messages.push(await (at === 0 ? world().make.message(made.id) : world().make.agentMessage(made.id)));
    }
    for (const last of [1, 0]) {
      await world().give({ method: 'DELETE', path: `${path}/messages/${messages[last + 1]!.id}` });
      const { body_text: preview, created_at: last_message_at } = messages[last]!;
      expect(await world().get(path)).toMatchObject({ preview, last_message_at });
    }
    const answered = await world().make.conversation();
    world().target.clock?.advance(5_000);
    const only = await world().make.agentMessage(answered.id);
    await world().give({ method: 'DELETE', path: `/conversations/${answered.id}/messages/${only.id}` });
    const { created_at: last_message_at } = answered;
    expect(await world().get(`/conversations/${answered.id}`)).toMatchObject({ preview: '', last_message_at });
  });

  test('a body over 256 KiB is cut in lists and whole at its own address', async () => {
    const { id } = await world().make.conversation();
    const body_text = 'é'.repeat(140_000);
    const { id: message } = await world().make.message(id, { body_text });
    const short = await world().make.message(id, { body_text: 'short' });
    const [cut, whole] = await world().get<Message[]>(`/conversations/${id}/messages`);
    expect(cut).toMatchObject({ id: message, truncated: true });
    expect(Buffer.byteLength(cut!.body_text)).toBeLessThanOrEqual(262_144);
    expect(Buffer.byteLength(cut!.body_text)).toBeGreaterThan(262_100);
    expect(body_text.startsWith(cut!.body_text)).toBe(true);
    expect([whole!.id, whole!.truncated]).toEqual([short.id, undefined]);
    const one = await world().get<Message>(`/conversations/${id}/messages/${message}`);
    expect([one.body_text === body_text, one.truncated]).toEqual([true, undefined]);
  });

  const texts = {
    'letters of one byte': 'The quick brown fox. '.repeat(60),
    'CJK without a space': '東京都渋谷区の天気は晴れです'.repeat(60),
    'emoji, flags and families': '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏽'.repeat(40),
    'marks on every letter': `${'e\u0301\u0323'.repeat(300)}\r\n${'\u0301'.repeat(200)}`,
    'lines ended by CR LF': 'one\r\ntwo\r\n\r\n'.repeat(90),
  };
  test.for(Object.entries(texts))('the parts of a text joined are the text: %s', async ([, body_text]) => {
    const { id } = await world().make.conversation();
    const { id: message } = await world().make.message(id, { body_text, body_html: '<p>x</p>' });
    const path = `/conversations/${id}/messages`;
    const characters = [...body_text];
    for (const limit of [97, 400]) {
      const [listed] = await world().get<Message[]>(path, undefined, { body_limit: limit });
      const first = characters.slice(0, limit).join('');
      const cut = { truncated: true, body_end: limit, body_length: characters.length, body_html: null };
      expect(listed).toMatchObject({ id: message, body_text: first, ...cut });
      let joined = first;
      for (let at: number | undefined = limit; at !== undefined; ) {
        const part: Message = await world().get<Message>(`${path}/${message}`, undefined, {
          body_from: at,
          body_limit: limit,
        });
        expect([part.truncated, part.body_html]).toEqual([part.body_end === undefined ? undefined : true, null]);
        joined += part.body_text;
        at = part.body_end;
      }
      expect(joined).toBe(body_text);
    }
    expect((await world().get<Message>(`${path}/${message}`, undefined, { body_from: 5 })).body_text).toBe(
      characters.slice(5).join(''),
    );
    expect(await world().get(`${path}/${message}`, undefined, { body_from: 999_999_999 })).toMatchObject({
      body_text: '',
    });
  });

  test('a text of exactly the length of a part is whole', async () => {
    const { id } = await world().make.conversation();
    const { id: message } = await world().make.message(id, { body_text: 'é'.repeat(50) });
    const [listed] = await world().get<Message[]>(`/conversations/${id}/messages`, undefined, { body_limit: 50 });
    expect([listed!.body_text.length, listed!.truncated]).toEqual([50, undefined]);
    const path = `/conversations/${id}/messages/${message}`;
    const part = await world().get<Message>(path, undefined, { body_from: 25, body_limit: 25 });
    expect([part.body_text.length, part.truncated, part.body_end]).toEqual([25, undefined, undefined]);
    for (const query of [{ body_limit: 0 }, { body_limit: 'x' }, { body_from: -1 }]) {
      const refused = await world().call({ method: 'GET', path, query });
      expect([refused.status, refused.details[0]?.path]).toEqual([422, Object.keys(query)[0]]);
    }
  });

  test('a page ends when its texts have four times the length of a part, and cursors fit any length', async () => {
    const { id } = await world().make.conversation();
    const made: number[] = [];
    for (let at = 0; at < 6; at += 1)
      made.push((await world().make.message(id, { body_text: 'x'.repeat(at < 3 ? 100 : 60) })).id);
    const path = `/conversations/${id}/messages`;
    const call = { method: 'GET', path } as const;
    const first = await world().call({ ...call, query: { body_limit: 80 } });
    expect((first.data as Message[]).map(one => one.id)).toEqual(made.slice(0, 4));
    const rest = await world().call({ ...call, query: { body_limit: 20, cursor: first.nextCursor! } });
    expect((rest.data as Message[]).map(one => one.id)).toEqual(made.slice(4));
  });

  test('a page of large messages is shorter, and the pages together hold each of them once', async () => {
    const { id } = await world().make.conversation();
    const made: number[] = [];
    for (let at = 0; at < 12; at += 1)
      made.push((await world().make.message(id, { body_html: '<p>'.repeat(300_000) })).id);
    const path = `/conversations/${id}/messages`;
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = cursor === undefined ? { limit: 200 } : { limit: 200, cursor };
      const page = await world().call({ method: 'GET', path, query });
      expect(page.text.length).toBeLessThan(9_000_000);
      seen.push(...(page.data as Message[]).map(one => one.id));
      cursor = page.nextCursor!;
    }
    expect(seen).toEqual(made);
    const one = await world().call({ method: 'GET', path, query: { limit: 1, sort: 'created_at.desc' } });
    expect((one.data as Message[]).map(message => message.id)).toEqual([made.at(-1)]);
  });

  test('a message returns its attachments with their details', async () => {
    const [{ id }, file] = [await world().make.conversation(), await world().make.attachment('content')];
    const made = await world().make.message(id, { attachments: [String(file.id)] });
    expect(made.attachments).toEqual([{ ...file, inline: false }]);
    const body = { body_text: 'x', attachments: [file.id, UNKNOWN_ID] };
    const answer = await world().call({ method: 'POST', path: `/conversations/${id}/messages`, body });
    expect([answer.status, answer.details.map(({ path }) => path)]).toEqual([422, ['attachments.1']]);
    expect((await world().get<Conversation>(`/conversations/${id}`)).message_count).toBe(1);
  });
}

function checkNotes(world: () => World) {
  test('a note holds text, an attachment, or both; neither is 422', async () => {
    const [{ id }, file] = [await world().make.conversation(), await world().make.attachment()];
    const path = `/conversations/${id}/notes`;
    const post = (body: object) => world().call({ method: 'POST', path, body });
    for (const [body, status] of [
      [{ details: 'text' }, 201],
      [{ attachments: [file.id] }, 201],
      [{ details: 'both', attachments: [file.id] }, 201],
      [{ details: '', attachments: [file.id] }, 201],
      [{}, 422],
      [{ details: '' }, 422],
      [{ details: '', attachments: [] }, 422],
      [{ attachments: [UNKNOWN_ID] }, 422],
      [{ details: 'x'.repeat(65_536) }, 201],
      [{ details: 'x'.repeat(65_537) }, 422],
    ] as const)
      expect((await post(body)).status, JSON.stringify(body).slice(0, 60)).toBe(status);
    const notes = await world().get<Note[]>(path);
    expect(notes.map(({ attachments }) => attachments)).toEqual([[], [file.id], [file.id], [file.id], []]);
    expect((await world().get<Conversation>(`/conversations/${id}`)).note_count).toBe(5);
  });

  test('any note may be deleted by a caller who sees it; history names who, not the text', async () => {
    const { id } = await world().make.conversation();
    const note = await world().make.note(id, { details: world().unique('private') });
    const path = `/conversations/${id}`;
    await world().give({ method: 'DELETE', path: `${path}/notes/${note.id}`, as: 'insider' });
    expect(await world().get(`${path}/notes`)).toEqual([]);
    expect(await world().get(path)).toMatchObject({ note_count: 0 });
    const history = await world().call({ method: 'GET', path: `${path}/history` });
    const entries = history.data as HistoryEntry[];
    expect(entries.map(({ event }) => event)).toEqual(['conversation.created', 'note.added', 'note.deleted']);
    expect(entries.at(-1)!.agent_id).toBe(world().insider.agent.id);
    expect(history.text).not.toContain(note.details);
    expect((await world().call({ method: 'DELETE', path: `${path}/notes/${note.id}` })).status).toBe(404);
  });

  test('messages, notes, reviews and history are listed oldest first', async () => {
    const { id } = await world().make.conversation();
    for (let at = 0; at < 3; at += 1) {
      await world().make.message(id);
      await world().make.note(id);
      await world().make.review(id);
    }
    for (const what of ['messages', 'notes', 'reviews', 'history']) {
      const path = `/conversations/${id}/${what}`;
      const ids = (await world().get<{ id: number }[]>(path)).map(one => one.id);
      expect(ids, what).toEqual(ids.toSorted((a, b) => a - b));
      const turned = await world().get<{ id: number }[]>(path, 'key', { sort: 'created_at.desc' });
      expect(
        turned.map(one => one.id),
        what,
      ).toEqual(ids.toReversed());
    }
  });
}

function checkReviews(world: () => World) {
  test('only an API key posts a review, in the customer’s name, and history records it', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}/reviews`;
    for (const as of ['insider', 'admin'] as const) {
      const answer = await world().call({ method: 'POST', path, body: { rating: 5 }, as });
      expect([answer.status, answer.code], as).toEqual([403, 'forbidden']);
    }
    const foreign = `/conversations/${world().foreignConversationId}/reviews`;
    const unseen = await world().call({ method: 'POST', path: foreign, body: { rating: 5 }, as: 'insider' });
    expect([unseen.status, unseen.code]).toEqual([404, 'not_found']);
    expect(await world().get(path)).toEqual([]);
    const review = await world().make.review(id);
    const history = await world().get<HistoryEntry[]>(`/conversations/${id}/history`);
    expect(history.map(({ event }) => event)).toEqual(['conversation.created', 'review.added']);
    expect(history.at(-1)).toMatchObject({ agent_id: null, changes: { review_id: { from: null, to: review.id } } });
  });

  test('a rating is a whole number from 1 to 5', async () => {
    const { id } = await world().make.conversation();
    const path = `/conversations/${id}/reviews`;
    for (const rating of [0, 6, 1.5, '5', null]) {
      const answer = await world().call({ method: 'POST', path, body: { rating } });
      expect([answer.status, answer.details.map(one => one.path)], String(rating)).toEqual([422, ['rating']]);
    }
    for (const rating of [1, 5]) await world().make.review(id, { rating, comment: 'Two\nlines' });
    const reviews = await world().get<Review[]>(path);
    expect(reviews.map(({ rating, comment }) => [rating, comment])).toEqual([
      [1, 'Two\nlines'],
      [5, 'Two\nlines'],
    ]);
  });
}

/** What the service says of messages, notes and reviews. */
export function registerMessages(world: () => World): void {
  describe('messages, notes and reviews', () => {
    checkMessages(world);
    checkNotes(world);
    checkReviews(world);
  });
}
