import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../harness/full.ts';
import { historyOf, makeContact, makeConversation } from '../conversations.ts';
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

  it('is given if it is asked for, beside the other fields', async () => {
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
  it('by an API key is refused without a contact', async () => {
    const lonely = await makeConversation(desk);
    for (const body of [{ body_text: 'c' }, { body_text: 'c', contact_id: 99 }]) {
      const refused = await send(lonely, body, 'key');
      expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'contact_id']);
    }
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
});

describe('reading messages', () => {
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
});

describe('a review', () => {
  it('is the requester’s unless a contact is named, and changes the version, with a history entry', async () => {
    const zoe = await makeContact(desk, 'Zoë');
    const id = await makeConversation(desk, { contacts: [zoe] });
    const tag = async () => (await desk.call('GET', `/conversations/${id}`)).headers.get('etag');
    const before = await tag();
    const { status, body } = await desk.call('POST', `/conversations/${id}/reviews`, {
      as: 'key',
      body: { rating: 5, comment: 'Quick!' },
    });
    expect([status, body.data]).toEqual([
      201,
      { id: 1, conversation_id: id, contact_id: zoe, rating: 5, comment: 'Quick!', created_at: '2026-03-01T12:00:00' },
    ]);
    expect((await desk.call('GET', `/conversations/${id}/reviews`)).body.data).toEqual([body.data]);
    expect(await tag()).not.toBe(before);
    expect(await historyOf(desk, id)).toMatchObject([
      { event: 'review.added', agent_id: null, changes: { rating: { from: null, to: expect.any(Number) } } },
    ]);
  });
});
