import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../src/center/auth/administration.ts';
import type { Center } from '../../../src/center/center.ts';
import { importMail } from '../../../src/center/intake/import-mail.ts';
import { basePath } from '../../../src/contract/index.ts';
import type { Conversation, Message } from '../../../src/contract/model.ts';
import { createAgent, createAgentToken } from '../../harness/agents.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { now, openIntake, readHere } from './open-intake.ts';

const MINUTE_MS = 60_000;

/** A mail of the thread of one customer, `minutes` from now; `fields` are further lines of its head. */
function letter(minutes: number, fields: readonly string[] = [], from = 'Zoe <zoe@customer.example>'): string {
  return [
    `From: ${from}`,
    'To: Help <help@shop.example>, sam@customer.example',
    'Cc: "Kim, of Partner" <kim@partner.example>, Undisclosed recipients:;',
    'Subject: Parcel',
    `Date: ${new Date(now + minutes * MINUTE_MS).toUTCString()}`,
    `Message-ID: <${minutes}@customer.example>`,
    'References: <first@customer.example>',
    ...fields,
    '',
    'text',
    '',
  ].join('\r\n');
}

async function takeIn(center: Center, ...letters: readonly string[]): Promise<void> {
  const folder = temporaryFolder();
  for (const [at, text] of letters.entries()) writeFileSync(join(folder, `${at}.eml`), text);
  await importMail(center, [folder], { reader: readHere });
}

async function open() {
  const center = await openIntake();
  const agent = await createAgent(center, { name: 'Ana', email: 'ana@shop.example', role: 'admin' });
  const tokens = {
    ana: await createAgentToken(center, agent.id),
    key: (await createApiKey(center, 'tests')).token,
  };
  const call = async <Data>(method: string, path: string, body?: object, as: 'ana' | 'key' = 'ana'): Promise<Data> => {
    const headers = { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' };
    const given = body
      ? { headers, body: JSON.stringify(body) }
      : { headers: { authorization: headers.authorization } };
    const answer = await center.fetch(new Request(`http://x${basePath}${path}`, { method, ...given }));
    return JSON.parse((await answer.text()) || '{}').data;
  };
  const read = () => call<Conversation>('GET', '/conversations/1');
  const messages = () => call<Message[]>('GET', '/conversations/1/messages');
  return { center, call, read, messages };
}

function isoOf(minutes: number): string {
  return new Date(now + minutes * MINUTE_MS).toISOString().slice(0, 19);
}

test.for([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: auto-generated (vacation)', true],
  ['auto-submitted: no', false],
  ['Auto-Submitted: No; owner=me', false],
  ['Auto-Submitted:', false],
  ['Precedence: bulk', true],
  ['Precedence:  LIST', true],
  ['Precedence: junk', true],
  ['Precedence: first-class', false],
  ['X-Auto-Response-Suppress: All', true],
  ['X-Loop: help@shop.example', true],
  ['List-Id: News <news.customer.example>', true],
  ['Return-Path: <>', true],
  ['Return-Path:', true],
  ['Return-Path: <zoe@customer.example>', false],
  ['X-Mailer: bulk', false],
] as const)('%s: a machine wrote it: %s', async ([field, expected]) => {
  const { center, messages } = await open();
  await takeIn(center, letter(-60, [field]));
  expect((await messages())[0]!.automatic).toBe(expected);
});

const automatic = ['Auto-Submitted: auto-replied'];

test('a conversation of automatic mail alone waits for no answer, and is unread all the same', async () => {
  const { center, read, call } = await open();
  await takeIn(center, letter(0, automatic));
  expect(await read()).toMatchObject({ waiting_since: null, unread: true });
  expect(await call('GET', '/conversations?waiting=1')).toEqual([]);
  expect(await call('GET', '/conversations?unread=1')).toHaveLength(1);
});

test('a customer waits since the first mail that no machine wrote, regardless of mail before or after it', async () => {
  const { center, read, call } = await open();
  await takeIn(center, letter(-60, automatic));
  await takeIn(center, letter(-50));
  expect((await read()).waiting_since).toBe(isoOf(-50));
  await takeIn(center, letter(-40, automatic));
  expect((await read()).waiting_since).toBe(isoOf(-50));
  await takeIn(center, letter(-55));
  expect((await read()).waiting_since).toBe(isoOf(-55));
  await call('POST', '/conversations/1/messages', { body_text: 'Here it is.' });
  expect((await read()).waiting_since).toBeNull();
});

test('an automatic reply to an answer leaves no customer waiting again, and an archive’s mail reopens or restores nothing', async () => {
  const { center, read, call } = await open();
  await takeIn(center, letter(-60), letter(-50, [], 'Ana <ana@shop.example>'));
  await call('PUT', '/conversations/1', { conversation_status_id: 2 });
  await call('POST', '/conversations/1/archive');
  await takeIn(center, letter(-40, automatic));
  expect(await read()).toMatchObject({ status: 'closed', archived: true, waiting_since: null, message_count: 3 });
  await takeIn(center, letter(-30));
  expect(await read()).toMatchObject({ status: 'closed', archived: true, waiting_since: null, message_count: 4 });
  await call('PUT', '/conversations/1', { conversation_status_id: 1 });
  await call('POST', '/conversations/1/restore_archive');
  expect((await read()).waiting_since).toBe(isoOf(-30));
});

test('if the answer between them is deleted, the customer waits since before the automatic reply', async () => {
  const { center, read, call, messages } = await open();
  await takeIn(center, letter(-60), letter(-50, [], 'Ana <ana@shop.example>'), letter(-40, automatic));
  expect((await read()).waiting_since).toBeNull();
  await call('PUT', '/conversations/1', { conversation_status_id: 1 });
  const { id } = (await messages()).find(({ kind }) => kind === 'agent')!;
  await call('DELETE', `/conversations/1/messages/${id}`);
  expect((await read()).waiting_since).toBe(isoOf(-60));
});

test('a message lists the people in To and Cc, us included; one that came by no mail lists none', async () => {
  const { center, call, messages } = await open();
  await takeIn(center, letter(-60));
  await call('POST', '/conversations/1/messages', { body_text: 'Here it is.' });
  const [mail, answer] = await messages();
  expect(mail).toMatchObject({
    to: [
      { name: 'Help', email: 'help@shop.example' },
      { name: 'sam@customer.example', email: 'sam@customer.example' },
    ],
    cc: [{ name: 'Kim, of Partner', email: 'kim@partner.example' }],
  });
  expect(answer).toMatchObject({ to: [], cc: [], automatic: false });
  expect(await call('GET', `/conversations/1/messages/${mail!.id}`)).toEqual(mail);
});
