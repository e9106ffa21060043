import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../harness/full.ts';
import { historyOf, makeContact, makeConversation, makeStatus, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter, type Who } from '../open-center.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

function send(id: number, body: unknown, as: Who = 'agent') {
  return desk.call('POST', `/conversations/${id}/messages`, { as, body });
}
async function list(id: number, query: Readonly<Record<string, unknown>> = {}) {
  return (await desk.call('GET', `/conversations/${id}/messages`, { query })).body;
}
async function upload(as: Who = 'agent'): Promise<number> {
  const form = new FormData();
  form.append('file', new File(['hello'], 'note.txt', { type: 'text/plain' }));
  const request = desk.request('POST', '/attachments', { as });
  const sent = new Request(request.url, {
    method: 'POST',
    headers: { authorization: request.headers.get('authorization')! },
    body: form,
  });
  return ((await (await desk.center.fetch(sent)).json()) as { data: { id: number } }).data.id;
}

describe('the text of a message’s HTML', () => {
  const read = async (html: string | null, query: Readonly<Record<string, unknown>> = { html_text: '1' }) => {
    const id = await makeConversation(desk);
    const { body } = await send(id, { body_text: 'plain', body_html: html });
    return (await desk.call('GET', `/conversations/${id}/messages/${body.data.id}`, { query })).body.data;
  };

  it('is given if it is asked for, beside what else is asked for', async () => {
    expect(await read('<p>Hello <b>there</b></p><script>no()</script>')).toMatchObject({
      body_text: 'plain',
      html_text: 'Hello there',
    });
    const part = await read('<p>Hello</p>', { html_text: '1', body_limit: 1 });
    expect(part).toMatchObject({ body_text: 'p', body_html: null, html_text: 'Hello' });
    expect(await read('<p>Hello</p>', {})).not.toHaveProperty('html_text');
    expect(await read('<p>Hello</p>', { html_text: '0' })).not.toHaveProperty('html_text');
  });

  it('is null without HTML', async () => {
    expect(await read(null)).toMatchObject({ html_text: null });
  });

  it.each(
    sampled([
      [
        `<p>${'word '.repeat(60_000)}</p>`,
        /w\w*\n\n\[The rest of this HTML message is too long to be shown as text\.\]$/,
      ],
      // Written as one sign, read as many.
      [`<ul>${'<li>'.repeat(60_000)}</ul>`, /^/],
    ] as const),
  )('is bounded, and says that it goes on', async (html, end) => {
    const { html_text } = await read(html);
    expect(html_text.length).toBeLessThan(262_144 + 100);
    expect(html_text).toMatch(end);
  });
});

describe('writing a message', () => {
  it('by an agent is the agent’s, and changes no status', async () => {
    const closed = await makeConversation(desk, { conversation_status_id: 2 });
    await desk.call('POST', `/conversations/${closed}/archive`);
    desk.clock.now += 60_000;
    const { status, body } = await send(closed, { body_text: 'Hello\n\tthere', body_html: '<p>Hello</p>' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: 1,
      conversation_id: closed,
      kind: 'agent',
      event: null,
      merged_with: null,
      author: { type: 'agent', id: desk.agentId, name: 'Ben Agent', email: 'ben@desk.example' },
      body_text: 'Hello\n\tthere',
      body_html: '<p>Hello</p>',
      attachments: [],
      unverified: false,
      side: false,
      to: [],
      cc: [],
      automatic: false,
      delivery: null,
      created_at: '2026-03-01T12:01:00',
    });
    expect(await readConversation(desk, closed)).toMatchObject({
      status: 'closed',
      archived: true,
      message_count: 1,
      preview: 'Hello there',
      last_message_at: '2026-03-01T12:01:00',
    });
  });

  it('by an API key is a contact’s: the named one, otherwise the first; without a contact it is refused', async () => {
    const [zoe, adam] = [await makeContact(desk, 'Zoë'), await makeContact(desk, 'Adam')];
    const [id, lonely] = [await makeConversation(desk, { contacts: [zoe] }), await makeConversation(desk)];
    expect((await send(id, { body_text: 'a' }, 'key')).body.data.author).toMatchObject({
      type: 'contact',
      id: zoe,
      name: 'Zoë',
    });
    expect((await send(id, { body_text: 'b', contact_id: adam }, 'key')).body.data.author.id).toBe(adam);
    for (const body of [{ body_text: 'c' }, { body_text: 'c', contact_id: 99 }]) {
      const refused = await send(lonely, body, 'key');
      expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'contact_id']);
    }
  });

  it('from a contact reopens the conversation and restores it from the archive, with history', async () => {
    const status = await makeStatus(desk, 'waiting');
    const id = await makeConversation(desk, {
      contacts: [await makeContact(desk, 'Zoë')],
      conversation_status_id: status,
    });
    await desk.call('POST', `/conversations/${id}/archive`);
    await send(id, { body_text: 'Still waiting!' }, 'key');
    expect(await readConversation(desk, id)).toMatchObject({ status: 'open', archived: false });
    expect((await historyOf(desk, id)).map(({ event, agent_id, changes }) => [event, agent_id, changes])).toEqual([
      ['conversation.archived', desk.adminId, { archived: { from: false, to: true } }],
      ['message.added', null, { message_id: { from: null, to: 1 } }],
      ['status.updated', null, { conversation_status_id: { from: status, to: 1 } }],
      ['conversation.restored', null, { archived: { from: true, to: false } }],
    ]);
  });

  it('carries attachments in order, once each, and refuses those that the caller does not see', async () => {
    const id = await makeConversation(desk);
    const [first, second, hidden] = [await upload(), await upload(), await upload('admin')];
    const { body } = await send(id, { body_text: 'see', attachments: [second, first, second] });
    expect(body.data.attachments.map((one: { id: number }) => one.id)).toEqual([second, first]);
    const refused = await send(id, { body_text: 'see', attachments: [first, hidden, 999] });
    expect(refused.body.error.details.map((one: { path: string }) => one.path)).toEqual([
      'attachments.1',
      'attachments.2',
    ]);
  });

  it('makes a preview of 140 characters on one line, without cutting a character', async () => {
    const id = await makeConversation(desk);
    await send(id, { body_text: `  first\r\n\n line ${'🎉'.repeat(200)}` });
    const { preview } = await readConversation(desk, id);
    expect(preview).toBe(`first line ${'🎉'.repeat(129)}`);
  });

  it.each([[{}], [{ body_text: '' }], [{ body_text: 7 }]])('refuses %j', async body => {
    expect((await send(await makeConversation(desk), body)).status).toBe(422);
  });
});

describe('reading messages', () => {
  it('lists them oldest first, or newest first, in pages that neither skip nor repeat', async () => {
    const id = await makeConversation(desk);
    for (let at = 0; at < 7; at++) {
      if (at % 3 === 0) desk.clock.now += 1_000;
      await send(id, { body_text: `m${at}` });
    }
    for (const sort of ['created_at.asc', 'created_at.desc']) {
      const texts: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { data: { body_text: string }[]; meta: { next_cursor: string | null } } = await list(id, {
          limit: 2,
          sort,
          ...(cursor ? { cursor } : {}),
        });
        texts.push(...page.data.map(one => one.body_text));
        cursor = page.meta.next_cursor;
      } while (cursor);
      const expected = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6'];
      expect(texts).toEqual(sort.endsWith('asc') ? expected : expected.reverse());
    }
  });

  it('honours after and before, both exclusive', async () => {
    const id = await makeConversation(desk);
    for (let at = 0; at < 4; at++) {
      await send(id, { body_text: `m${at}` });
      desk.clock.now += 1_000;
    }
    const { data } = await list(id, {
      after: { created_at: '2026-03-01T12:00:00' },
      before: { created_at: '2026-03-01T12:00:03' },
    });
    expect(data.map((one: { body_text: string }) => one.body_text)).toEqual(['m1', 'm2']);
  });

  it('cuts a text over 256 KiB in lists and returns it whole at its own address', async () => {
    const id = await makeConversation(desk);
    const text = 'é'.repeat(200_000);
    await send(id, { body_text: text });
    await send(id, { body_text: 'é'.repeat(131_072) });
    const [long, exact] = (await list(id)).data;
    expect([long.truncated, Buffer.byteLength(long.body_text), exact.truncated]).toEqual([true, 262_144, undefined]);
    const whole = await desk.call('GET', `/conversations/${id}/messages/1`);
    expect([whole.body.data.body_text === text, 'truncated' in whole.body.data]).toEqual([true, false]);
  });

  it('finds no message of another conversation', async () => {
    const [one, other] = [await makeConversation(desk), await makeConversation(desk)];
    await send(one, { body_text: 'x' });
    expect((await desk.call('GET', `/conversations/${other}/messages/1`)).status).toBe(404);
    expect((await desk.call('DELETE', `/conversations/${other}/messages/1`)).status).toBe(404);
  });
});

describe('deleting a message', () => {
  it('removes one that an agent sent, also from count, preview, search and time', async () => {
    const id = await makeConversation(desk);
    await send(id, { body_text: 'first words' });
    desk.clock.now += 1_000;
    await send(id, { body_text: 'regrettable words' }, 'admin');
    expect((await desk.call('DELETE', `/conversations/${id}/messages/2`, { as: 'agent' })).status).toBe(204);
    expect(await readConversation(desk, id)).toMatchObject({
      message_count: 1,
      preview: 'first words',
      last_message_at: '2026-03-01T12:00:00',
    });
    expect((await desk.call('GET', '/conversations', { query: { q: 'regrettable' } })).body.data).toEqual([]);
    const deleted = (await historyOf(desk, id)).at(-1)!;
    expect([deleted.event, deleted.agent_id, JSON.stringify(deleted).includes('regrettable')]).toEqual([
      'message.deleted',
      desk.agentId,
      false,
    ]);
  });

  it('is refused for a contact’s message', async () => {
    const id = await makeConversation(desk, { contacts: [await makeContact(desk, 'Zoë')] });
    await send(id, { body_text: 'mine' }, 'key');
    expect((await desk.call('DELETE', `/conversations/${id}/messages/1`)).status).toBe(409);
    expect((await list(id)).data).toHaveLength(1);
  });
});
