import { describe, expect, test } from 'vitest';
import { letterBytes } from '../../src/center/mail/out/compose.ts';
import { keepSetting } from '../../src/center/model/setting.ts';
import { addressKey, keptAddress, shownAddress } from '../../src/text/address-form.ts';
import { readConversation } from './conversations.ts';
import { lastLetter, openMailDesk } from './handlers/deliver.ts';

const UNICODE = 'jo@münchen.example';
const ASCII = 'jo@xn--mnchen-3ya.example';

test.each([
  [UNICODE, ASCII],
  ['Jo@MÜNCHEN.example', 'Jo@xn--mnchen-3ya.example'],
  ['jo@mu\u0308nchen.example', ASCII],
  ['Zoe@There.example', 'Zoe@There.example'],
  ['jo@日本。example', 'jo@xn--wgv71a.example'],
  ['jo\u0308@münchen.example', 'jö@xn--mnchen-3ya.example'],
])('%s is kept as %s', (email, kept) => {
  expect(keptAddress(email)).toBe(kept);
  expect(addressKey(email)).toBe(addressKey(kept));
  expect(keptAddress(shownAddress(kept))).toBe(kept);
});

describe('both forms of a domain beyond ASCII', () => {
  test('are one contact, one participant and one conversation', async () => {
    const desk = await openMailDesk();
    await desk.mail([
      `From: Jo <${UNICODE}>`,
      'To: support@shop.example',
      'Subject: One',
      'Message-ID: <a@there.example>',
    ]);
    const [conversation] = (await desk.call('GET', '/conversations', { query: { q: 'One' } })).body.data;
    await desk.mail([
      `From: Jo <${ASCII}>`,
      'To: support@shop.example',
      'Subject: Re: One',
      'Message-ID: <b@there.example>',
      'In-Reply-To: <a@there.example>',
    ]);
    expect(await readConversation(desk, conversation.id)).toMatchObject({
      message_count: 2,
      requester: { email: ASCII },
      participants: [{ email: ASCII }],
    });
    for (const email of [UNICODE, ASCII]) {
      expect((await desk.call('POST', '/contacts', { body: { name: 'Jo', email } })).status).toBe(409);
      expect((await desk.call('GET', '/contacts', { query: { q: email } })).body.data).toHaveLength(1);
      expect((await desk.call('GET', '/conversations', { query: { from: email } })).body.data).toHaveLength(1);
      expect((await desk.call('GET', '/conversations', { query: { q: email } })).body.data).toHaveLength(1);
    }
  });

  test('are one inbox, which is never in the Cc of its own answers, and mail leaves in ASCII', async () => {
    const desk = await openMailDesk();
    const { id } = (await desk.call('POST', '/inboxes', { body: { name: 'Books' } })).body.data;
    const added = await desk.call('POST', `/inboxes/${id}/emails`, { body: { email: 'hilfe@bücher.example' } });
    expect(added.body.data.email).toBe('hilfe@xn--bcher-kva.example');
    const again = await desk.call('POST', `/inboxes/${id}/emails`, { body: { email: 'Hilfe@xn--bcher-kva.example' } });
    expect(again.status).toBe(409);
    await desk.mail([
      `From: Jo <${UNICODE}>`,
      'To: hilfe@xn--bcher-kva.example, hilfe@bücher.example',
      'Subject: Book',
      'Message-ID: <c@there.example>',
    ]);
    const [conversation] = (await desk.call('GET', '/conversations', { query: { q: 'Book' } })).body.data;
    expect(conversation.inbox_id).toBe(id);
    const sent = await desk.answer({}, { as: 'admin', id: conversation.id });
    expect(sent.body.data).toMatchObject({ to: [{ email: ASCII }], cc: [] });
    const letter = await lastLetter(desk);
    expect(letter).toMatchObject({ from: { email: 'hilfe@xn--bcher-kva.example' }, to: [{ email: ASCII }], cc: [] });
    const head = (await letterBytes(desk.center, letter)).toString('latin1').split('\r\n\r\n')[0]!;
    expect(head).toMatch(/^[\0-\x7f]*$/);
  });

  test('are one agent, who signs in by either', async () => {
    const desk = await openMailDesk();
    const body = { name: 'Ana', email: 'ana@bücher.example', role: 'agent', password: 'a long enough word' };
    expect((await desk.call('POST', '/agents', { body })).body.data.email).toBe('ana@xn--bcher-kva.example');
    for (const email of ['ana@bücher.example', 'ANA@xn--bcher-kva.example']) {
      const login = await desk.call('POST', '/login', { as: 'nobody', body: { email, password: body.password } });
      expect(login.status).toBe(200);
    }
  });

  test('are marked as spam, and erased, together', async () => {
    const desk = await openMailDesk();
    const contact = (await desk.call('POST', '/contacts', { body: { name: 'Jo Miller', email: UNICODE } })).body.data;
    const body = { title: 'Spam', inbox_id: desk.inboxId, contacts: [contact.id] };
    const { id } = (await desk.call('POST', '/conversations', { body })).body.data;
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Buy now.' } });
    expect((await desk.call('PUT', `/conversations/${id}`, { body: { inbox_id: 2 } })).status).toBe(200);
    const rows = await desk.center.read(({ db }) => db.selectFrom('spam_mark').select('email_key').execute());
    expect(rows).toEqual([{ email_key: ASCII }]);
    const other = await desk.call('POST', '/conversations', { body: { title: 'Other', inbox_id: desk.inboxId } });
    const notes = `/conversations/${other.body.data.id}/notes`;
    await desk.call('POST', notes, { body: { details: `Called ${UNICODE}, or ${ASCII}.` } });
    expect((await desk.call('POST', `/contacts/${contact.id}/erase`)).status).toBeLessThan(300);
    await desk.center.context.jobs.run();
    expect((await desk.call('GET', notes)).body.data[0].details).toBe('Called (erased), or (erased).');
  });
});

test('letters beyond ASCII before the @ need a relay that takes them, and are refused where they are typed', async () => {
  const desk = await openMailDesk();
  const typed = { to: [{ email: 'jö@there.example' }], cc: [{ email: 'max@bücher.example' }] };
  const refused = await desk.answer(typed);
  expect([refused.status, refused.body.error.details.map((one: { path: string }) => one.path)]).toEqual([
    422,
    ['to.0.email'],
  ]);
  await desk.center.write(work => keepSetting(work, 'relay_takes_utf8', '1'));
  expect((await desk.answer(typed)).status).toBe(201);
});
