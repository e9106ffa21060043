import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { importMail } from '../../../../src/center/intake/import-mail.ts';
import { runs } from '../../../harness/full.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { makeContact } from '../../conversations.ts';
import { readHere } from '../../intake/open-intake.ts';
import { mailOf } from '../../mail/open-mail.ts';
import { receiveMail } from '../../mail/receive.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

async function open(): Promise<OpenCenter> {
  const desk = await openCenter();
  onTestFinished(() => desk.close());
  return desk;
}

const READERS = ['admin', 'agent'] as const;
type Reader = (typeof READERS)[number];

const at = fc.nat({ max: 3 });
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom<'ask' | 'answer' | 'take back' | 'move'>('ask', 'answer', 'take back', 'move'),
    at,
  }),
  fc.record({ kind: fc.constant('read' as const), at, by: fc.constantFrom(...READERS) }),
  fc.record({ kind: fc.constant('access' as const) }),
);

/** A conversation as the model has it: its messages in their order, and how far each agent has read. */
interface Model {
  readonly id: number;
  isHidden: boolean;
  messages: { readonly id: number; readonly isAsked: boolean }[];
  readonly read: Record<Reader, number>;
}

function isUnread({ messages, read }: Model, by: Reader): boolean {
  const last = messages.at(-1);
  return last?.isAsked === true && last.id > read[by];
}

test('messages after the agent’s last read there are unread, however other ones were read, answered or taken back', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
    const desk = await openCenter();
    const hidden = (await desk.call('POST', '/inboxes/save', { body: { name: 'Back office', agent_ids: [] } })).body
      .data.id;
    const kim = await makeContact(desk, 'Kim');
    let seesAll = false;
    const models: Model[] = [];
    for (let count = 0; count < 4; count += 1) {
      const body = { title: 'Parcel', contacts: [kim], inbox_id: count % 2 === 0 ? desk.inboxId : hidden };
      const { id } = (await desk.call('POST', '/conversations', { body })).body.data;
      models.push({ id, isHidden: count % 2 === 1, messages: [], read: { admin: 0, agent: 0 } });
    }
    for (const one of steps) {
      desk.clock.now += 1_000;
      if (one.kind === 'access') {
        seesAll = !seesAll;
        const body = { id: hidden, agent_ids: seesAll ? [desk.agentId] : [] };
        await desk.call('POST', '/inboxes/save', { body });
        continue;
      }
      const model = models[one.at]!;
      const path = `/conversations/${model.id}`;
      const newest = model.messages.at(-1);
      if (one.kind === 'ask' || one.kind === 'answer') {
        const isAsked = one.kind === 'ask';
        const given = { as: isAsked ? 'key' : 'admin', body: { body_text: 'text' } } as const;
        const { id } = (await desk.call('POST', `${path}/messages`, given)).body.data;
        model.messages.push({ id, isAsked });
      } else if (one.kind === 'take back') {
        const answer = model.messages.findLast(({ isAsked }) => !isAsked);
        if (answer) await desk.call('DELETE', `${path}/messages/${answer.id}`);
        model.messages = model.messages.filter(message => message !== answer);
      } else if (one.kind === 'move') {
        model.isHidden = !model.isHidden;
        await desk.call('PUT', path, { body: { inbox_id: model.isHidden ? hidden : desk.inboxId } });
      } else if (one.kind === 'read' && newest && (one.by === 'admin' || seesAll || !model.isHidden)) {
        const { status } = await desk.call('PUT', `${path}/read`, { as: one.by, body: { message_id: newest.id } });
        expect(status).toBe(200);
        model.read[one.by] = Math.max(model.read[one.by], newest.id);
      }
    }
    for (const as of READERS) {
      const seen = models.filter(({ isHidden }) => as === 'admin' || seesAll || !isHidden);
      const wanted = seen.filter(model => isUnread(model, as)).map(({ id }) => id);
      const query = { unread: 1, archived: 'any', sort: 'created_at.asc' };
      const listed = (await desk.call('GET', '/conversations', { as, query })).body.data;
      const all = (await desk.call('GET', '/conversations', { as, query: { archived: 'any' } })).body.data;
      const shown = all.filter((row: { unread: boolean }) => row.unread);
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
      expect([as, ids(listed), ids(shown)]).toEqual([as, wanted, wanted]);
    }
    await desk.close();
  });
  await fc.assert(property, { numRuns: runs(30), seed: 20261124 });
}, 60_000);

test('mail that comes after the agent is unread, though it was written long before', async () => {
  const desk = await open();
  const { read, write, context } = desk.center;
  const mail = {
    read,
    write,
    context,
    reader: readHere,
    log: () => {},
  };
  const fields = ['From: Kim <kim@customer.example>', 'To: help@shop.example', 'Date: Mon, 6 Jan 2020 10:00:00 +0000'];
  await receiveMail(mail, mailOf(...fields, 'Message-ID: <old@customer.example>', '', 'Hello'), { via: 'lmtp' });
  expect((await desk.call('GET', '/conversations')).body.data).toMatchObject([{ unread: true }]);
});

test('in an archive, recent messages of customers are unread, and those that no longer wait are not', async () => {
  const desk = await open();
  const folder = join(temporaryFolder(), 'cur');
  mkdirSync(folder);
  const store = (name: string, date: string) =>
    writeFileSync(
      join(folder, name),
      [
        `From: Kim <kim@customer.example>`,
        'To: help@shop.example',
        `Subject: ${name}`,
        `Date: ${date}`,
        `Message-ID: <${name}@customer.example>`,
        '',
        'Hello',
        '',
      ].join('\n'),
    );
  store('old', 'Tue, 6 Jan 2026 10:00:00 +0000');
  store('new', 'Fri, 27 Feb 2026 10:00:00 +0000');
  await importMail(desk.center, [folder], { reader: readHere });
  const all = async () => (await desk.call('GET', '/conversations', { query: { archived: 'any' } })).body.data;
  const told = async () => (await all()).map(({ title, status, unread }: never) => [title, status, unread]);
  expect(await told()).toEqual([
    ['new', 'open', true],
    ['old', 'closed', false],
  ]);
  // An answer that is taken back makes nobody look at it again.
  const old = (await all())[1].id;
  const answer = await desk.call('POST', `/conversations/${old}/messages`, { body: { body_text: 'text' } });
  await desk.call('DELETE', `/conversations/${old}/messages/${answer.body.data.id}`);
  expect((await desk.call('GET', `/conversations/${old}`)).body.data.unread).toBe(false);
});

test('an agent marks any conversation unread, after any author, for itself alone and until it reads it', async () => {
  const desk = await open();
  const kim = await makeContact(desk, 'Kim');
  const made = async (...authors: readonly ('key' | 'admin')[]) => {
    const body = { title: 'Parcel', contacts: [kim], inbox_id: desk.inboxId };
    const { id } = (await desk.call('POST', '/conversations', { body })).body.data;
    for (const as of authors) {
      desk.clock.now += 1_000;
      await desk.call('POST', `/conversations/${id}/messages`, { as, body: { body_text: 'text' } });
    }
    return id as number;
  };
  const ids = [await made(), await made('key'), await made('key', 'admin'), await made('admin')];
  const archived = await made('key', 'admin');
  await desk.call('POST', `/conversations/${archived}/archive`);
  const read = (id: number, body: object) => desk.call('PUT', `/conversations/${id}/read`, { as: 'agent', body });
  const unreadBy = async (as: 'agent' | 'admin') => {
    const query = { unread: '1', archived: 'any' };
    const { data } = (await desk.call('GET', '/conversations', { as, query })).body;
    return (data as { id: number; unread: boolean }[])
      .filter(one => one.unread)
      .map(one => one.id)
      .sort((a, b) => a - b);
  };
  for (const id of [...ids, archived]) await read(id, {});
  const before = await unreadBy('admin');
  expect(await unreadBy('agent')).toEqual([]);
  for (const id of [...ids, archived]) {
    for (const _twice of [1, 2]) expect((await read(id, { message_id: null })).body.data.unread).toBe(true);
  }
  expect(await unreadBy('agent')).toEqual([...ids, archived]);
  expect(await unreadBy('admin')).toEqual(before);
  for (const id of [...ids, archived]) expect((await read(id, {})).body.data.unread).toBe(false);
  expect(await unreadBy('agent')).toEqual([]);
});
