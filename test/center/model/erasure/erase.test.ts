import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Center } from '../../../../src/center/center.ts';
import { copyStore } from '../../../../src/center/database/copy/store.ts';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { eraseAgain } from '../../../../src/center/model/erasure/again.ts';
import { eraseStep } from '../../../../src/center/model/erasure/erase.ts';
import { erasedMails, erasureKeys } from '../../../../src/center/model/erasure/keys.ts';
import { type ErasureLine, erasureLines } from '../../../../src/center/model/erasure/line.ts';
import { mailActor } from '../../../../src/center/model/history.ts';
import { addMessage } from '../../../../src/center/model/message/write.ts';
import { readTransaction, writeTransaction } from '../../../../src/center/model/transaction.ts';
import type { Conversation, Erasure, Message } from '../../../../src/contract/model.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { sampled } from '../../../harness/full.ts';
import { runJobsOf } from '../../../harness/jobs.ts';
import { openMailDesk } from '../../handlers/deliver.ts';
import { importMail } from '../../intake/open-intake.ts';
import { openCenter, startTime } from '../../open-center.ts';
import {
  contactId,
  deliver,
  desk,
  ended,
  erase,
  expectNoTrace,
  FILE,
  folder,
  get,
  open,
  ownConversation,
  sharedConversation,
  TO,
  WORDS,
  ZOE,
} from './person.ts';
import { tracesInRows } from './traces.ts';

const ZOE_THERE = 'zoe@there.example';

describe('a contact that is erased from a file', () => {
  beforeEach(() => open('file'));

  test('leaves others’ conversations without its words, and its own answer 404', async () => {
    const own = await ownConversation();
    const shared = await sharedConversation();
    const elsewhere = (
      await desk.call('POST', '/conversations', { body: { title: 'Also zoe@quaxel.example', inbox_id: desk.inboxId } })
    ).body.data.id;
    await desk.call('PUT', `/contacts/${await contactId('zoe')}`, {
      body: { name: 'Zoë Quaxel' },
      headers: { 'idempotency-key': 'c' },
    });
    await erase(await contactId('zoe'));
    await expectNoTrace();
    expect((await desk.call('GET', `/conversations/${own}`)).status).toBe(404);
    expect(await get(`/conversations/${shared}`)).toMatchObject({
      title: 'Two chairs',
      message_count: 3,
      participants: [{ email: 'sam@other.example' }],
      requester: { name: 'Sam Other' },
    });
    expect((await get<Message[]>(`/conversations/${shared}/messages`)).map(one => one.body_text.trim())).toEqual([
      'Sam asks for two chairs.',
      '(erased)',
      'Hello Sam and (erased),\n\n> (erased)',
    ]);
    expect(await get(`/conversations/${elsewhere}`)).toMatchObject({ title: 'Also (erased)' });
  });

  test('is gone from an agent’s forward of it, too', async () => {
    const shared = await sharedConversation();
    const [, own] = await get<Message[]>(`/conversations/${shared}/messages`);
    const message = { conversationId: shared, bodyText: 'In stock? zoe asks.', forwards: own!.id, isSide: true };
    await desk.center.write(work => addMessage(work, { kind: 'agent', ...message }, mailActor(work)));
    await erase(await contactId('zoe'));
    expect((await get<Message[]>(`/conversations/${shared}/messages`)).at(-1)!.body_text).toBe('(erased)');
    await expectNoTrace();
  });

  test('goes from conversations that were merged and split too', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    await deliver(ZOE, TO, 'Subject: A second wexford', '', 'Another brimstol.');
    const second = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
    await desk.call('POST', `/conversations/${own}/merge`, { body: { conversation_ids: [second] } });
    const said = await get<Message[]>(`/conversations/${shared}/messages`);
    const part = { title: 'Zoë Quaxel’s part', message_ids: [said[1]!.id] };
    const made = (await desk.call('POST', `/conversations/${shared}/split`, { body: part })).body.data.id;
    await deliver(ZOE, TO, 'Subject: The third wexford', '', 'A third brimstol.');
    const third = Math.max(...(await get<Conversation[]>('/conversations')).map(one => one.id));
    await desk.call('POST', `/conversations/${shared}/merge`, { body: { conversation_ids: [third] } });
    await erase(await contactId('zoe'));
    await expectNoTrace();
    for (const id of [own, second]) expect((await desk.call('GET', `/conversations/${id}`)).status).toBe(404);
    // Sam takes part in both halves.
    expect(await get(`/conversations/${made}`)).toMatchObject({ title: '(no subject)', requester: null });
    expect(await get(`/conversations/${shared}`)).toMatchObject({ title: 'Two chairs' });
  });

  test('is gone although the process ends after any step, and another one goes on', async () => {
    for (const steps of sampled([4, 0, 1, 2, 3, 5, 6, 7, 8])) {
      await ownConversation(`one${steps}`);
      await sharedConversation(`s${steps}`);
      const { body } = await desk.call('POST', `/contacts/${await contactId('zoe')}/erase`);
      for (let step = 0; step < steps; step += 1) await eraseStep(desk.center.context, [body.data.id]);
      // Nothing but the rows tells another process how far this one came.
      const jobs = runJobsOf(desk.center.context);
      onTestFinished(() => jobs.close());
      while ((await get<Erasure[]>('/erasures')).find(one => one.id === body.data.id)!.ended_at === null)
        await jobs.run();
    }
    await expectNoTrace();
  });

  test('is gone although the disk is full for a while', async () => {
    await ownConversation();
    await sharedConversation();
    const { body } = await desk.call('POST', `/contacts/${await contactId('zoe')}/erase`);
    await desk.center.context.jobs.close();
    const { store } = desk.center.context;
    for (let writes = 0; writes < 6; writes += 1) {
      let left = writes;
      const full: typeof store = {
        ...store,
        write: work => {
          left -= 1;
          return left < 0 ? Promise.reject(new Error('database or disk is full')) : store.write(work);
        },
      };
      const jobs = runJobsOf({ ...desk.center.context, store: full });
      await jobs.run();
      await jobs.close();
    }
    const jobs = runJobsOf(desk.center.context);
    onTestFinished(() => jobs.close());
    while ((await get<Erasure[]>('/erasures')).find(one => one.id === body.data.id)!.ended_at === null)
      await jobs.run();
    await expectNoTrace();
  });
});

describe('a contact that is erased', () => {
  beforeEach(() => open('memory'));

  test('is counted before', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    const id = await contactId('zoe');
    expect(await get(`/contacts/${id}/holdings`)).toEqual({
      contact_id: id,
      conversations: [own],
      shared: [shared],
      messages: 3,
      notes: 1,
      files: 2,
      mails: 2,
      letters: 0,
    });
  });

  test('is erased once: the second time it is not there', async () => {
    await ownConversation();
    const id = await contactId('zoe');
    const [first, second] = await Promise.all([
      desk.call('POST', `/contacts/${id}/erase`),
      desk.call('POST', `/contacts/${id}/erase`),
    ]);
    expect(second.body.data.id).toBe(first.body.data.id);
    await ended(first.body.data.id);
    expect((await desk.call('POST', `/contacts/${id}/erase`)).status).toBe(404);
    expect(await get('/erasures')).toHaveLength(1);
  });

  test('comes back by no mail that was erased, and by a new one as a new contact', async () => {
    await ownConversation();
    const id = await contactId('zoe');
    await erase(id);
    expect(await deliver(ZOE, TO, 'Subject: The wexford', 'Message-ID: <one@quaxel.example>', ...FILE)).toBe('known');
    const mbox = join(folder, 'again.mbox');
    writeFileSync(
      mbox,
      `From zoe\n${[ZOE, TO, 'Message-ID: <one@quaxel.example>', '', 'Where is my brimstol?'].join('\n')}\n`,
    );
    expect(await importMail(desk.center, [mbox])).toMatchObject({ imported: 0, doubles: 1 });
    expect(await get('/contacts', { q: 'quaxel' })).toEqual([]);
    expect(await deliver(ZOE, TO, 'Subject: News', 'In-Reply-To: <one@quaxel.example>', '', 'Hello again.')).toBe(
      'new',
    );
    expect(await contactId('zoe')).toBeGreaterThan(id);
    expect(await get('/conversations')).toMatchObject([{ title: 'News', message_count: 1 }]);
  });

  test('is gone from a conversation that it only rated', async () => {
    const shared = await sharedConversation();
    const { body } = await desk.call('POST', '/contacts', {
      body: { name: 'Zed Quaxel', email: 'zed@quaxel.example' },
    });
    const link = { contact_id: body.data.id };
    await desk.call('POST', `/conversations/${shared}/contacts`, { body: link });
    await desk.call('POST', `/conversations/${shared}/reviews`, {
      as: 'key',
      body: { rating: 2, comment: 'tramplin', ...link },
    });
    await desk.call('DELETE', `/conversations/${shared}/contacts/${body.data.id}`);
    await erase(body.data.id);
    expect(await get(`/conversations/${shared}/reviews`)).toMatchObject([{ rating: 2, comment: '', contact_id: null }]);
  });

  test('leaves the mail that comes and the answer that is written meanwhile as good as they can be', async () => {
    const [own, shared] = [await ownConversation(), await sharedConversation()];
    const old = await contactId('zoe');
    const { id } = (await desk.call('POST', `/contacts/${old}/erase`)).body.data;
    const reply = ['In-Reply-To: <one@quaxel.example>', '', 'Meanwhile I write.'];
    expect(await deliver(ZOE, TO, 'Subject: Re: wex', ...reply)).toBe('new');
    const answered = await desk.call('POST', `/conversations/${own}/messages`, { body: { body_text: 'Dear plimsy' } });
    expect([201, 404]).toContain(answered.status);
    await desk.call('POST', `/conversations/${shared}/messages`, { body: { body_text: 'Sam, two chairs.' } });
    await ended(id);
    const [next] = await get<{ id: number; name: string }[]>('/contacts', { q: 'zoe' });
    expect(next).toMatchObject({ name: 'Zoë Quaxel' });
    const [begun] = await get<Conversation[]>('/conversations', { contacts: [next!.id] });
    expect(begun).toMatchObject({ title: 'wex', message_count: 1 });
    expect((await desk.call('GET', `/conversations/${own}`)).status).toBe(404);
    const texts = (await get<Message[]>(`/conversations/${shared}/messages`)).map(one => one.body_text);
    expect(texts.at(-1)).toBe('Sam, two chairs.');
    expect(await tracesInRows(desk.center, ['brimstol', 'plimsy', 'tramplin'])).toEqual([]);
  });

  test('gets no answer any more; others on the same letter do', async () => {
    const mailDesk = await openMailDesk();
    const zoe = (await mailDesk.call('GET', '/contacts', { query: { q: ZOE_THERE } })).body.data[0].id;
    await mailDesk.answer({ to: [{ email: ZOE_THERE }, { email: 'max@other.example' }], body_text: 'Both of you' });
    await mailDesk.answer({ to: [{ email: ZOE_THERE }], cc: [], body_text: 'Only you' });
    const { id } = (await mailDesk.call('POST', `/contacts/${zoe}/erase`)).body.data;
    const isGoing = async () =>
      (await mailDesk.call('GET', '/erasures')).body.data.some(
        (one: Erasure) => one.id === id && one.ended_at === null,
      );
    while (await isGoing()) await mailDesk.center.context.jobs.run();
    const letters = await mailDesk.letters();
    expect(letters.map(({ to, subject }) => [to.map(one => one.email), subject])).toEqual([
      [['max@other.example'], '(no subject)'],
    ]);
    expect(await tracesInRows(mailDesk.center, [ZOE_THERE, 'Where is it?', 'My parcel'])).toEqual([]);
  });

  test('is told to streams of events when it has ended, and when they begin', async () => {
    await ownConversation();
    const { id } = await erase(await contactId('zoe'));
    const first = async (erased: number) => {
      const { body } = await desk.fetch('GET', '/events', { query: { erased } });
      const reader = body!.getReader();
      const text = new TextDecoder();
      let said = '';
      for (let part = 0; part < 2 && !said.includes('erased'); part += 1) {
        const next = await Promise.race([reader.read(), sleep(50)]);
        if (next) said += text.decode(next.value as Uint8Array);
      }
      await reader.cancel();
      return said;
    };
    expect(await first(0)).toContain(`event: erased\ndata: {"id":${id}}`);
    expect(await first(id)).not.toContain('erased');
  });

  test('is erased by itself after the set number of months without an event', async () => {
    const other = await openCenter({ settings: { eraseAfterMonths: 36 } });
    onTestFinished(other.close);
    const make = async (name: string) =>
      (await other.call('POST', '/contacts', { body: { name, email: `${name}@x.example` } })).body.data.id;
    const [idle, busy] = [await make('idle'), await make('busy')];
    other.clock.now = startTime + 35 * 31 * 86_400_000;
    await other.call('POST', '/conversations', {
      as: 'key',
      body: { title: 'News', inbox_id: other.inboxId, contacts: [busy] },
    });
    for (let look = 0; look < 3; look += 1) await other.center.context.jobs.run();
    expect((await other.call('GET', '/erasures', { as: 'key' })).body.data).toEqual([]);
    other.clock.now = startTime + 37 * 31 * 86_400_000;
    const count = async () => (await other.call('GET', '/erasures', { as: 'key' })).body.data.length;
    for (let look = 0; look < 20 && (await count()) === 0; look += 1) await other.center.context.jobs.run();
    while ((await other.call('GET', '/erasures', { as: 'key' })).body.data[0].ended_at === null)
      await other.center.context.jobs.run();
    expect((await other.call('GET', '/erasures', { as: 'key' })).body.data).toMatchObject([{ contact_id: idle }]);
    expect((await other.call('GET', `/contacts/${busy}`, { as: 'key' })).status).toBe(200);
  });
});

describe('an older backup', () => {
  beforeEach(() => open('memory'));

  test('is erased again by the line that was kept, and its mailbox brings nothing back', async () => {
    await ownConversation();
    await sharedConversation();
    const before = await openCenter();
    onTestFinished(before.close);
    const empty = await newDatabase();
    onTestFinished(empty.drop);
    const restored = await openDatabase(empty.name, 0);
    onTestFinished(() => restored.close());
    await copyStore(desk.center.context.store, restored);
    await deliver(ZOE, TO, 'Subject: A later wexford', 'Message-ID: <later@quaxel.example>', '', 'Late brimstol.');
    await erase(await contactId('zoe'));
    const [line] = await erasureLines(desk.center.context.store.reader);
    const kept = JSON.parse(JSON.stringify(line)) as ErasureLine;
    expect(WORDS.filter(word => JSON.stringify(kept).includes(word))).toEqual([]);
    const context = { ...desk.center.context, store: restored };
    await eraseAgain(context, [kept]);
    await eraseAgain(context, [kept]);
    const center = {
      ...desk.center,
      context,
      read: (work: never) => readTransaction(context, work),
      write: (work: never) => writeTransaction(context, work),
    } as unknown as Center;
    expect(await tracesInRows(center, WORDS)).toEqual([]);
    const { db } = { db: restored.reader };
    const late = [{ identity: 'any', messageId: 'later@quaxel.example' }];
    expect(await erasedMails(db, late)).toEqual(['any']);
    expect(await erasureLines(db)).toMatchObject([{ contact_id: kept.contact_id, begun_at: kept.begun_at }]);
  });

  test('keeps a contact that came after the erasure', async () => {
    const line = { contact_id: 999, address_key: '', mails: [], begun_at: desk.clock.now - 1 };
    const { body } = await desk.call('POST', '/contacts', { body: { name: 'New', email: 'zoe@quaxel.example' } });
    const keys = await erasureKeys(desk.center.context.store.reader);
    const kept = { ...line, contact_id: body.data.id, address_key: keys.address('zoe@quaxel.example') };
    await eraseAgain(desk.center.context, [kept]);
    expect((await desk.call('GET', `/contacts/${body.data.id}`)).status).toBe(200);
  });
});
