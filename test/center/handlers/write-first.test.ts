import { expect, test } from 'vitest';
import type { Who } from '../open-center.ts';
import { lastLetter, OURS, openMailDesk, upload, ZOE } from './deliver.ts';

const EVE = { name: 'Eve', email: 'eve@new.example' };
const MAX = { name: 'Max', email: 'max@other.example' };

async function openDesk() {
  const desk = await openMailDesk();
  const first = (message: object, more: object = {}, as: Who = 'agent') =>
    desk.call('POST', '/conversations', {
      as,
      body: {
        title: 'Your lost parcel',
        inbox_id: desk.inboxId,
        message: { body_text: 'We found it.', ...message },
        ...more,
      },
    });
  return { desk, first };
}

test('an agent writes first: one mail goes out, with the title as its subject, and its reader is the requester', async () => {
  const { desk, first } = await openDesk();
  const before = (await desk.letters()).length;
  const file = await upload(desk);
  const { status, body } = await first({ deliver: true, to: [EVE], cc: [MAX], attachments: [file] });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data).toMatchObject({
    title: 'Your lost parcel',
    requester: EVE,
    message_count: 1,
    preview: 'We found it.',
    waiting_since: null,
    unread: false,
    participants: [EVE, MAX],
  });
  expect(await desk.letters()).toHaveLength(before + 1);
  expect(await lastLetter(desk)).toMatchObject({
    from: { name: 'Ben Agent', email: OURS },
    to: [EVE],
    cc: [MAX],
    subject: 'Your lost parcel',
    inReplyTo: null,
    references: [],
    attachmentIds: [file],
  });
  const { body: messages } = await desk.call('GET', `/conversations/${body.data.id}/messages`);
  expect(messages.data).toMatchObject([{ kind: 'agent', to: [EVE], cc: [MAX], delivery: { state: 'held' } }]);
});

test('the reader’s answer comes into the same conversation', async () => {
  const { desk, first } = await openDesk();
  const { body } = await first({ deliver: true, to: [EVE] });
  const { messageId } = await lastLetter(desk);
  const head = ['From: Eve <eve@new.example>', `To: ${OURS}`, 'Subject: Re: Your lost parcel'];
  await desk.mail([...head, 'Message-ID: <a@new.example>', `In-Reply-To: <${messageId}>`], 'Great!');
  const { data } = (await desk.call('GET', `/conversations/${body.data.id}`)).body;
  expect(data).toMatchObject({ message_count: 2, preview: 'Great!', unread: true });
});

test('a known address means its contact, and a call that is only recorded sends nothing', async () => {
  const { desk, first } = await openDesk();
  const before = (await desk.letters()).length;
  const [known] = (await desk.call('GET', `/contacts?q=${ZOE.email}`)).body.data;
  const { status, body } = await first({ body_text: 'She called: all is well.', to: [{ email: 'ZOE@there.example' }] });
  expect([status, body.data.requester]).toEqual([201, { id: known.id, ...ZOE }]);
  expect(await desk.letters()).toHaveLength(before);
});

test('contacts that are named come before those in To, and get the mail if To is absent', async () => {
  const { desk, first } = await openDesk();
  const [known] = (await desk.call('GET', `/contacts?q=${ZOE.email}`)).body.data;
  const { body } = await first({ deliver: true }, { contacts: [known.id] });
  expect(body.data.requester.id).toBe(known.id);
  expect((await lastLetter(desk)).to).toEqual([ZOE]);
});

test('a refusal names the field, and keeps no conversation, contact or mail', async () => {
  const { desk, first } = await openDesk();
  const count = async () => [
    (await desk.letters()).length,
    (await desk.call('GET', '/conversations?count=1')).body.meta.total,
    (await desk.call('GET', `/contacts?q=${EVE.email}`)).body.data.length,
  ];
  const before = await count();
  const faultsOf = async (message: object, more?: object, as?: Who) => {
    const { status, body } = await first(message, more, as);
    return [status, ...(body.error?.details ?? []).map(({ path }: { path: string }) => path)];
  };
  expect(await faultsOf({ deliver: true })).toEqual([422, 'message.to']);
  expect(await faultsOf({ deliver: true, to: [EVE, { email: OURS }] })).toEqual([422, 'message.to.1.email']);
  expect(await faultsOf({ deliver: true, to: [EVE], attachments: [99] })).toEqual([422, 'message.attachments.0']);
  expect(await faultsOf({ body_text: ' ', to: [EVE] })).toEqual([422, 'message.body_text']);
  expect(await faultsOf({ to: [{ email: 'eve@new.example\r\nBcc: all@new.example' }] })).toEqual([
    422,
    'message.to.0.email',
  ]);
  expect(await faultsOf({ deliver: true, to: [EVE] }, { title: 'A\r\nBcc: all@new.example' })).toEqual([422, 'title']);
  expect(await faultsOf({ deliver: true, to: [EVE] }, { inbox_id: 999 })).toEqual([422, 'inbox_id']);
  expect(await faultsOf({}, {}, 'key')).toEqual([422, 'contacts']);
  const many = Array.from({ length: 51 }, (_, at) => ({ email: `c${at}@new.example` }));
  expect(await faultsOf({ deliver: true, to: many })).toEqual([422, 'message.to']);
  expect(await count()).toEqual(before);
});

test('the first message of a conversation that an API key makes is by the first contact', async () => {
  const { desk, first } = await openDesk();
  const [known] = (await desk.call('GET', `/contacts?q=${ZOE.email}`)).body.data;
  const { body } = await first({ body_text: 'Where is it?' }, { contacts: [known.id] }, 'key');
  const { body: messages } = await desk.call('GET', `/conversations/${body.data.id}/messages`);
  expect(messages.data).toMatchObject([{ kind: 'contact', author: { id: known.id } }]);
});
