import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import type { Center } from '../../../src/center/center.ts';
import { basePath } from '../../../src/contract/index.ts';
import { createAgent } from '../../harness/agents.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { importMail, now, openIntake } from './open-intake.ts';

interface Letter {
  readonly from: string;
  readonly to: string;
  readonly id: string;
  readonly answers?: string;
  readonly subject?: string;
  readonly text?: string;
}

function write({ from, to, id, answers, subject = 'Parcel', text = `body of ${id}` }: Letter, at: number): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(now - 86_400_000 + at * 60_000).toUTCString()}`,
    `Message-ID: <${id}>`,
    ...(answers ? [`In-Reply-To: <${answers}>`, `References: <${answers}>`] : []),
    '',
    text,
    '',
  ].join('\r\n');
}

/** Imports an archive into a help center with an agent and an inbox with an address. Returns a caller of its REST service. */
async function takeIn(letters: readonly Letter[]) {
  const center = await openIntake();
  const agent = await createAgent(center, { name: 'Ana Ortiz', email: 'Ana@shop.example', role: 'agent' });
  const { token } = await createApiKey(center, 'tests');
  const call = caller(center, token);
  await call('POST', '/inboxes/save', { name: 'Support', emails: [{ email: 'help@shop.example', status: 'primary' }] });
  const folder = temporaryFolder();
  for (const [at, letter] of letters.entries()) writeFileSync(join(folder, `${at}.eml`), write(letter, at));
  expect((await importMail(center, [folder])).imported).toBe(letters.length);
  return { agent, call };
}

interface Message {
  readonly kind: string;
  readonly author: object;
}

interface Inbox {
  readonly id: number;
  readonly name: string;
  readonly emails: readonly { readonly id: number }[];
}

function caller(center: Center, token: string) {
  return async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers: { authorization: headers.authorization } } : { headers };
    const given = { method, ...sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await (await center.fetch(new Request(`http://x${basePath}${path}`, given))).json()).data;
  };
}

test('mail from an agent’s address is that agent’s answer, and makes no contact of the agent', async () => {
  const { agent, call } = await takeIn([
    { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example', id: '1@c' },
    { from: 'Ana O. <ana@SHOP.example>', to: 'zoe@customer.example', id: '2@s', answers: '1@c' },
  ]);
  const messages = await call<Message[]>('GET', '/conversations/1/messages');
  expect(messages.map(({ kind }) => kind)).toEqual(['contact', 'agent']);
  expect(messages[1]!.author).toEqual({ type: 'agent', id: agent.id, name: 'Ana Ortiz', email: 'Ana@shop.example' });
  const contacts = await call<{ readonly email: string }[]>('GET', '/contacts');
  expect(contacts.map(({ email }) => email)).toEqual(['zoe@customer.example']);
});

test('mail from an inbox’s address is that inbox’s, under any sender’s name', async () => {
  const { call } = await takeIn([
    { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example', id: '1@c' },
    { from: 'Support Team <HELP@shop.example>', to: 'zoe@customer.example', id: '2@s', answers: '1@c' },
  ]);
  const messages = await call<Message[]>('GET', '/conversations/1/messages');
  expect(messages[1]).toMatchObject({
    kind: 'agent',
    author: { type: 'agent', id: null, name: 'Support', email: 'help@shop.example' },
  });
  await call('PUT', '/conversations/1', { inbox_id: 1 });
  const inbox = (await call<Inbox[]>('GET', '/inboxes')).find(({ name }) => name === 'Support')!;
  await call('PUT', `/inboxes/${inbox.id}/emails/${inbox.emails[0]!.id}`, { email: 'other@shop.example' });
  const [, later] = await call<Message[]>('GET', '/conversations/1/messages');
  expect(later!.author).toMatchObject({ type: 'agent', name: 'help@shop.example', email: 'help@shop.example' });
});

test('a conversation that we began belongs to the first recipient who is not one of us', async () => {
  const { call } = await takeIn([
    {
      from: 'help@shop.example',
      to: 'Ana@shop.example, "Zoe" <zoe@customer.example>, bob@customer.example',
      id: '1@s',
    },
  ]);
  const conversation = await call<{ readonly inbox_id: number }>('GET', '/conversations/1');
  expect(conversation).toMatchObject({ requester: { email: 'zoe@customer.example' }, contacts: [expect.anything()] });
  const inbox = (await call<Inbox[]>('GET', '/inboxes')).find(({ name }) => name === 'Support')!;
  expect(conversation.inbox_id).toBe(inbox.id);
});

test('mail among ourselves has no customer', async () => {
  const { call } = await takeIn([{ from: 'Ana@shop.example', to: 'help@shop.example', id: '1@s' }]);
  expect(await call('GET', '/conversations/1')).toMatchObject({ requester: null, contacts: [], title: 'Parcel' });
  expect(await call('GET', '/contacts')).toEqual([]);
});

test('a name like ours with another address is a customer’s, with that address', async () => {
  const { call } = await takeIn([
    { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example', id: '1@c' },
    { from: 'Support <help@shop.example.evil.example>', to: 'help@shop.example', id: '2@e', answers: '1@c' },
  ]);
  const messages = await call<Message[]>('GET', '/conversations/2/messages');
  expect(messages[0]).toMatchObject({
    kind: 'contact',
    author: { type: 'contact', email: 'help@shop.example.evil.example' },
  });
});

test('our answer, imported out of order, does not stop an older mail from beginning the conversation', async () => {
  const { call } = await takeIn(
    [
      { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example', id: '1@c', subject: 'Where is it?' },
      { from: 'ana@shop.example', to: 'zoe@customer.example', id: '2@s', answers: '1@c', subject: 'Answer' },
    ].toReversed(),
  );
  expect(await call('GET', '/conversations/1')).toMatchObject({ requester: { email: 'zoe@customer.example' } });
  expect(await call('GET', '/conversations/1/messages')).toHaveLength(2);
});

test('everybody in From, To and Cc takes part except us, also people named beside our address', async () => {
  const { call } = await takeIn([
    { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example, Sam <Sam@customer.example>', id: '1@c' },
    {
      from: 'ana@shop.example',
      to: 'zoe@customer.example\r\nCc: Kim <kim@partner.example>',
      id: '2@s',
      answers: '1@c',
    },
  ]);
  const [conversation] = await call<{ readonly participants: object[] }[]>('GET', '/conversations?archived=any');
  expect(conversation!.participants).toEqual([
    { name: 'Zoe', email: 'zoe@customer.example' },
    { name: 'Sam', email: 'Sam@customer.example' },
    { name: 'Kim', email: 'kim@partner.example' },
  ]);
});

test('a sub-address of an inbox is that inbox’s: it names it, takes no part, is not a customer and writes as it', async () => {
  const { call } = await takeIn([
    { from: 'Zoe <zoe@customer.example>', to: 'Help+Order7@shop.example, Sam <sam+x@customer.example>', id: '1@c' },
    { from: 'Support <help+out@shop.example>', to: 'zoe@customer.example', id: '2@s', answers: '1@c' },
    { from: 'help+news@shop.example', to: 'help+a@shop.example, Kim <kim@partner.example>', id: '3@s', subject: 'New' },
  ]);
  const inbox = (await call<Inbox[]>('GET', '/inboxes')).find(({ name }) => name === 'Support')!;
  expect(await call('GET', '/conversations/1')).toMatchObject({
    inbox_id: inbox.id,
    participants: [
      { name: 'Zoe', email: 'zoe@customer.example' },
      { name: 'Sam', email: 'sam+x@customer.example' },
    ],
  });
  const [, answer] = await call<Message[]>('GET', '/conversations/1/messages');
  expect(answer).toMatchObject({ kind: 'agent', author: { name: 'Support', email: 'help@shop.example' } });
  expect(await call('GET', '/conversations/2')).toMatchObject({
    inbox_id: inbox.id,
    requester: { email: 'kim@partner.example' },
  });
  const contacts = await call<{ readonly email: string }[]>('GET', '/contacts');
  expect(contacts.map(({ email }) => email)).toEqual(['zoe@customer.example', 'kim@partner.example']);
});

test('an agent’s forward belongs to whom it forwards, and is unverified until they answer', async () => {
  const forward = {
    from: 'ana@shop.example',
    to: 'help@shop.example',
    id: '1@s',
    subject: 'Fwd: Parcel',
    text: '---------- Forwarded message ---------\r\nFrom: Zoe <zoe@customer.example>\r\n\r\nWhere is it?',
  };
  const { call } = await takeIn([forward]);
  expect(await call('GET', '/conversations/1')).toMatchObject({ requester: { email: 'zoe@customer.example' } });
  expect(await call('GET', '/conversations/1/messages')).toMatchObject([{ kind: 'agent', unverified: true }]);
  const answered = await takeIn([
    forward,
    { from: 'ana@shop.example', to: 'Zoe <zoe@customer.example>', id: '2@s', answers: '1@s' },
    { from: 'Zoe <zoe@customer.example>', to: 'help@shop.example', id: '3@c', answers: '2@s' },
  ]);
  const messages = await answered.call<object[]>('GET', '/conversations/1/messages');
  expect(messages).toMatchObject([
    { unverified: false },
    { unverified: false },
    { kind: 'contact', unverified: false },
  ]);
});

test('mail from a no-reply address is of the customer in its Reply-To', async () => {
  const replyTo = (address: string) => `help@shop.example\r\nReply-To: ${address}`;
  const { call } = await takeIn([
    { from: 'Market <no-reply@market.example>', to: replyTo('Zoe <zoe@customer.example>'), id: '1@m' },
    { from: 'no-reply@market.example', to: replyTo('ana@shop.example'), id: '2@m', subject: 'News' },
    { from: 'bob@customer.example', to: replyTo('zoe@customer.example'), id: '3@m', subject: 'Other' },
  ]);
  const requesters = await Promise.all(
    [1, 2, 3].map(
      async id => (await call<{ requester: { email: string } }>('GET', `/conversations/${id}`)).requester.email,
    ),
  );
  expect(requesters).toEqual(['zoe@customer.example', 'no-reply@market.example', 'bob@customer.example']);
  expect(await call('GET', '/conversations/1/messages')).toMatchObject([
    { kind: 'contact', author: { name: 'Zoe', email: 'zoe@customer.example' } },
  ]);
});
