import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { letterBytes } from '../../../src/center/mail/out/compose.ts';
import { noteFailure, setDelivery } from '../../../src/center/model/outgoing/delivery.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { readConversation } from '../conversations.ts';
import { importMail } from '../intake/open-intake.ts';
import { raceTakeBack } from '../mail/out/take-back-race.ts';
import { lastLetter, type MailDesk, OURS, openMailDesk, upload } from './deliver.ts';

function remove(desk: MailDesk, id: number) {
  return desk.call('DELETE', `/conversations/${desk.conversation}/messages/${id}`, { as: 'agent' });
}

test('a message is taken back while no try to send it has begun, and its files can be sent again', async () => {
  const desk = await openMailDesk();
  const attachments = [await upload(desk)];
  for (const state of ['held', 'queued'] as const) {
    const { id } = (await desk.answer({ attachments })).body.data;
    await desk.center.write(({ db }) => db.updateTable('outgoing').set({ state }).execute());
    expect((await remove(desk, id)).status).toBe(204);
    expect(await desk.letters()).toEqual([]);
  }
  expect((await readConversation(desk, desk.conversation)).waiting_since).not.toBeNull();
  const [again, more] = [await desk.answer({ attachments }), await desk.answer({ attachments })];
  expect(again.body.data.attachments).toMatchObject([{ name: 'scan.pdf' }]);
  for (const { body } of [again, more]) expect((await remove(desk, body.data.id)).status).toBe(204);
});

test('a message stays while its mail is being tried, and is deleted here alone once that has ended', async () => {
  const desk = await openMailDesk();
  const { id } = (await desk.answer()).body.data;
  const listed = async () => {
    const list = (await desk.call('GET', `/conversations/${desk.conversation}/messages`)).body.data;
    return list.some((one: { id: number }) => one.id === id);
  };
  const removedWhen = async (state: 'queued' | 'sending' | 'sent') => {
    await desk.center.write(({ db }) => db.updateTable('outgoing').set({ state, attempts: 1 }).execute());
    return remove(desk, id);
  };
  for (const state of ['queued', 'sending'] as const) {
    const { status, body } = await removedWhen(state);
    expect([status, body.error?.message], state).toEqual([409, expect.stringMatching(/may have gone out/)]);
  }
  expect(await listed()).toBe(true);
  expect((await removedWhen('sent')).status).toBe(204);
  expect(await listed()).toBe(false);
});

test('a message is taken back only before the first try, and deleted afterwards without that condition', async () => {
  const desk = await openMailDesk();
  const takeBack = (id: number, headers: Record<string, string> = {}) =>
    desk.call('DELETE', `/conversations/${desk.conversation}/messages/${id}?unsent=1`, { as: 'agent', headers });
  const held = (await desk.answer()).body.data;
  expect((await takeBack(held.id)).status).toBe(204);
  const { id } = (await desk.answer()).body.data;
  for (const state of ['queued', 'sending', 'sent', 'failed'] as const) {
    await desk.center.write(async work => {
      await work.db.updateTable('outgoing').set({ state, attempts: 1 }).execute();
      const delivered = state === 'sending' ? 'queued' : state;
      await setDelivery(work, id, {
        state: delivered,
        at: desk.clock.now,
        reason: state === 'failed' ? '550 no' : null,
      });
    });
    const { version } = await readConversation(desk, desk.conversation);
    const { status, body } = await takeBack(id, { 'if-match': `"c${desk.conversation}-${version}"` });
    expect([status, body.error?.code], state).toEqual([409, 'conflict']);
    expect((await desk.call('GET', `/conversations/${desk.conversation}/messages/${id}`)).status).toBe(200);
  }
  // The row of the queue may be gone by then.
  await desk.center.write(({ db }) => db.deleteFrom('outgoing').execute());
  expect((await takeBack(id)).status).toBe(409);
  expect((await remove(desk, id)).status).toBe(204);
  const kept = (await desk.answer({ deliver: false })).body.data;
  expect((await takeBack(kept.id)).status).toBe(204);
});

test('a message is taken back, or its first try begins, but never both', async () => {
  const desk = await openMailDesk();
  expect(await raceTakeBack(desk, desk.center, desk.call, 10)).toContain('sent');
});

test('an answer ends the wait at once, and one that failed does not', async () => {
  const desk = await openMailDesk();
  const waiting = async () => (await readConversation(desk, desk.conversation)).waiting_since;
  const since = await waiting();
  expect(since).not.toBeNull();
  desk.clock.now += 60_000;
  const { id: messageId } = (await desk.answer()).body.data;
  expect(await waiting()).toBeNull();
  const actor = { agentId: null, byMail: true, now: desk.clock.now };
  await desk.center.write(work => noteFailure(work, { messageId, reason: '550 no such user' }, actor));
  expect(await waiting()).toBe(since);
  await desk.answer();
  expect(await waiting()).toBeNull();
});

test('our own answer that comes back by mail is not doubled, and the customer’s answer to it joins', async () => {
  const desk = await openMailDesk();
  await desk.answer();
  const { messageId } = await lastLetter(desk);
  await desk.mail([`From: Ben Agent <${OURS}>`, 'To: zoe@there.example', `Message-ID: <${messageId}>`]);
  const head = ['From: zoe@there.example', `To: ${OURS}`, 'Subject: Re: My parcel', 'Message-ID: <5@there.example>'];
  await desk.mail([...head, `In-Reply-To: <${messageId}>`, `References: <${messageId}>`]);
  expect(await readConversation(desk, desk.conversation)).toMatchObject({ message_count: 3 });
  expect((await desk.call('GET', '/conversations')).body.data).toHaveLength(1);
});

test('a report in an archive that our answer did not arrive is kept beside it, and our copy there is known', async () => {
  const desk = await openMailDesk();
  const { id } = (await desk.answer()).body.data;
  const { messageId } = await lastLetter(desk);
  const folder = temporaryFolder();
  const head = ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example', 'Message-ID: <bounce@mx.example>'];
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=x';
  const status = ['Final-Recipient: rfc822; zoe@there.example', 'Action: failed', 'Diagnostic-Code: smtp; 550 unknown'];
  const about = ['--x', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${messageId}>`, '--x--', ''];
  const report = ['--x', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx', '', ...status, ''];
  writeFileSync(join(folder, '1.eml'), [...head, type, '', ...report, ...about].join('\r\n'));
  writeFileSync(join(folder, '2.eml'), await letterBytes(desk.center, await lastLetter(desk)));
  await importMail(desk.center, [folder]);
  expect((await desk.call('GET', '/conversations')).body.data).toHaveLength(1);
  const { data } = (await desk.call('GET', `/conversations/${desk.conversation}/messages/${id}`)).body;
  expect(data.delivery).toMatchObject({ state: 'failed', reason: 'zoe@there.example: 550 unknown' });
  expect(await readConversation(desk, desk.conversation)).toMatchObject({ message_count: 2 });
});
