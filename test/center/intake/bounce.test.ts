import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importMail } from '../../../src/center/intake/import-mail.ts';
import { createAgent } from '../../harness/agents.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { now, openIntake, readHere, seeAll } from './open-intake.ts';

const QUESTION = ['From: zoe@x.example', 'To: help@shop.example', 'Message-ID: <1@x.example>', '', 'Where?'];
const ANSWER = [
  'From: Ana <ana@shop.example>',
  'To: zoe@x.example',
  'Message-ID: <2@shop.example>',
  'In-Reply-To: <1@x.example>',
  '',
  'Here.',
];

function bounceOf(id: string, minutes: number): string[] {
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example',
    'To: ana@shop.example',
    `Date: ${new Date(now - minutes * 60_000).toUTCString()}`,
    `Message-ID: <bounce-${minutes}@mx.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; zoe@x.example',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--x',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${id}>`,
    '',
    'Here.',
    '--x--',
  ];
}

async function open(...mails: readonly (readonly string[])[]) {
  const center = await openIntake();
  await createAgent(center, { name: 'Ana', email: 'ana@shop.example', role: 'admin' });
  const folder = temporaryFolder();
  for (const [at, lines] of mails.entries()) writeFileSync(join(folder, `${at}.eml`), lines.join('\r\n'));
  const takeIn = () => importMail(center, [folder], { reader: readHere });
  return { center, takeIn };
}

test('a bounce in an archive is kept beside the message that bounced, once, and asks for no look', async () => {
  const { center, takeIn } = await open(QUESTION, ANSWER, bounceOf('2@shop.example', 60));
  expect(await takeIn()).toMatchObject({ imported: 3, setAside: [], conversations: 1 });
  expect(await takeIn()).toMatchObject({ imported: 0, doubles: 3 });
  expect(await seeAll(center)).toMatchObject([{ requester: 'zoe@x.example', texts: ['Where?', 'Here.'] }]);
  const told = await center.read(({ db }) => db.selectFrom('message_delivery').selectAll().execute());
  expect(told).toEqual([{ message_id: 2, state: 'failed', at: now - 60 * 60_000, reason: 'zoe@x.example: 5.1.1' }]);
  const rows = await center.read(({ db }) => db.selectFrom('conversation').select('delivery_failed').execute());
  expect(rows).toEqual([{ delivery_failed: 0 }]);
});

test('a bounce of a customer’s mail, or of one that is not in the archive, and a postmaster’s mail stay mails of their own', async () => {
  const { center, takeIn } = await open(QUESTION, ANSWER, bounceOf('1@x.example', 60), bounceOf('3@shop.example', 30), [
    'From: postmaster@mx.example',
    '',
    'Our log has your mail:',
    'Message-ID: <2@shop.example>',
  ]);
  expect(await takeIn()).toMatchObject({ imported: 5, setAside: [] });
  expect(await seeAll(center)).toHaveLength(4);
});
