import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../harness/temporary.ts';
import { makeContact, makeConversation, readConversation } from '../conversations.ts';
import { centerOfEach, startTime } from '../open-center.ts';
import { importMail, readHere } from './open-intake.ts';

const desk = centerOfEach();

const HOUR_MS = 3_600_000;
/** A time this many hours after the test's beginning, in the form of the answers. */
function timeAt(hours: number): string {
  return new Date(startTime + hours * HOUR_MS).toISOString().slice(0, 19);
}

interface Letter {
  readonly id: string;
  readonly reply?: string;
  /** When it was sent, in hours after the test's beginning. */
  readonly at: number;
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
}

const ana = 'Ana <ana@customer.example>';

function written({ id, reply, at, from = ana, to = 'help@shop.example', subject = 'Parcel' }: Letter): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(startTime + at * HOUR_MS).toUTCString()}`,
    `Message-ID: <${id}@x>`,
    ...(reply === undefined ? [] : [`In-Reply-To: <${reply}@x>`]),
    '',
    `text ${id}`,
    '',
  ].join('\n');
}

async function bring(...letters: readonly Letter[]): Promise<void> {
  const path = join(temporaryFolder(), 'in.mbox');
  writeFileSync(path, letters.map(letter => `From x Mon Jan  5 10:00:00 2026\n${written(letter)}\n`).join(''));
  const { imported } = await importMail(desk.center, [path], { reader: readHere });
  expect(imported).toBe(letters.length);
}

/** The id of the conversation that came last. */
async function newest(): Promise<number> {
  const { body } = await desk.call('GET', '/conversations', { query: { sort: 'created_at.desc', limit: 200 } });
  return Math.max(...body.data.map(({ id }: { id: number }) => id));
}

async function answer(id: number): Promise<number> {
  return (await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'our answer' } })).body.data.id;
}

describe('a preview and the time of the last message', () => {
  it('are those of the mail that came next, if an agent’s later answer was deleted', async () => {
    await bring({ id: 'one', at: -24 });
    const id = await newest();
    const message = await answer(id);
    await desk.call('DELETE', `/conversations/${id}/messages/${message}`);
    expect(await readConversation(desk, id)).toMatchObject({ preview: 'text one', last_message_at: timeAt(-24) });
    await bring({ id: 'two', reply: 'one', at: -12 });
    expect(await readConversation(desk, id)).toMatchObject({ preview: 'text two', last_message_at: timeAt(-12) });
  });

  it('follow the newest mail if the conversation was made after it', async () => {
    await bring({ id: 'one', at: -24 });
    const source = await newest();
    const target = await makeConversation(desk, { title: 'Made today' });
    await desk.call('POST', `/conversations/${target}/merge`, { body: [source] });
    // The last message is never older than the conversation.
    expect(await readConversation(desk, target)).toMatchObject({ preview: 'text one', last_message_at: timeAt(0) });
    await bring({ id: 'three', reply: 'one', at: -6 }, { id: 'two', reply: 'one', at: -12 });
    expect(await readConversation(desk, target)).toMatchObject({ preview: 'text three', last_message_at: timeAt(0) });
  });

  it('keep messages of the same second in the order in which they came', async () => {
    await bring({ id: 'one', at: -24 });
    const id = await newest();
    desk.clock.now += 500;
    const message = await answer(id);
    desk.clock.now += 60_000;
    await bring({ id: 'two', reply: 'one', at: 0 });
    const ids: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await desk.call('GET', `/conversations/${id}/messages`, { query });
      ids.push(...body.data.map((one: { id: number }) => one.id));
      cursor = body.meta.next_cursor;
    }
    expect(ids).toEqual([message - 1, message, message + 1]);
  });

  it('stay if an older mail comes', async () => {
    await bring({ id: 'two', reply: 'one', at: -12 });
    await bring({ id: 'one', at: -24 });
    expect(await readConversation(desk, await newest())).toMatchObject({
      preview: 'text two',
      created_at: timeAt(-24),
      last_message_at: timeAt(-12),
    });
  });
});

interface Entry {
  readonly event: string;
  readonly created_at: string;
}

async function historyOf(id: number): Promise<Entry[]> {
  const query = { limit: 200, sort: 'created_at.asc' };
  return (await desk.call('GET', `/conversations/${id}/history`, { query })).body.data;
}

describe('mail that is older than its conversation', () => {
  const late: Letter = { id: 'one', at: -24, from: 'Bob <bob@customer.example>', to: ana, subject: 'The beginning' };
  const begun = { title: 'The beginning', created_at: timeAt(-24), requester: { email: 'bob@customer.example' } };
  const kept = { title: 'Parcel', created_at: timeAt(-12), requester: { email: 'ana@customer.example' } };
  const first: Letter = { id: 'two', reply: 'one', at: -12, subject: 'Re: Parcel' };

  it('begins it as long as only imports wrote to it', async () => {
    await bring(first, { id: 'three', reply: 'two', at: -6, from: 'Eve <eve@customer.example>', to: ana });
    await bring({ id: 'other', at: -5 }, { id: 'four', reply: 'lost', at: -4, subject: 'Re: Parcel' });
    await bring({ id: 'lost', reply: 'two', at: -8 });
    await bring(late);
    expect(await readConversation(desk, 1)).toMatchObject({ ...begun, message_count: 5 });
  });

  const touches: readonly [what: string, touch: (id: number) => Promise<unknown>][] = [
    ['a setting', id => desk.call('PUT', `/conversations/${id}`, { as: 'key', body: { disable_rating: true } })],
    ['a tag', id => desk.call('POST', `/conversations/${id}/tags`, { as: 'key', body: { name: 'vip' } })],
    ['a message', id => desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'text' } })],
    [
      'a contact',
      async id => {
        const body = { contact_id: await makeContact(desk, 'Zoë') };
        return desk.call('POST', `/conversations/${id}/contacts`, { as: 'key', body });
      },
    ],
    [
      'another conversation',
      async id => {
        const body = [await makeConversation(desk)];
        return desk.call('POST', `/conversations/${id}/merge`, { as: 'key', body });
      },
    ],
  ];
  it.for(touches)('does not begin one to which an API key added %s', async ([, touch]) => {
    await bring(first);
    expect(await touch(1)).toMatchObject({ body: { data: {} } });
    await bring(late);
    expect(await readConversation(desk, 1)).toMatchObject(kept);
  });

  it('does not begin a conversation into which another one was merged', async () => {
    const target = await makeConversation(desk, { title: 'Ours' });
    await bring(first);
    await desk.call('POST', `/conversations/${target}/merge`, { as: 'key', body: [await newest()] });
    await bring(late);
    expect(await readConversation(desk, target)).toMatchObject({ title: 'Ours', created_at: timeAt(0) });
  });

  it('begins one of an import before it was noted who wrote history', async () => {
    await bring(first);
    await desk.center.write(({ db }) => db.updateTable('history').set({ by_mail: null }).execute());
    await bring(late);
    expect(await readConversation(desk, 1)).toMatchObject(begun);
  });
});

describe('the history of imported mail', () => {
  it('has the time at which the service acted, except for the mail itself', async () => {
    await bring({ id: 'one', at: -24 });
    desk.clock.now += HOUR_MS;
    await bring({ id: 'two', reply: 'one', at: -12, from: 'Bob <bob@customer.example>', to: ana });
    // The customer's last word is older than 30 days now.
    desk.clock.now += 711 * HOUR_MS;
    await bring({ id: 'zero', reply: 'one', at: -18 });
    const at = Object.fromEntries((await historyOf(1)).map(({ event, created_at }) => [event, created_at]));
    const now = new Date(desk.clock.now).toISOString().slice(0, 19);
    expect(at).toMatchObject({
      'conversation.created': timeAt(-24),
      'message.added': timeAt(-12),
      'status.updated': now,
      'contact.added': timeAt(1),
    });
  });

  it('has that time if the mail makes two conversations one', async () => {
    await bring({ id: 'one', at: -24 }, { id: 'three', reply: 'two', at: -6 });
    desk.clock.now += HOUR_MS;
    await bring({ id: 'two', reply: 'one', at: -12 });
    const merged = (await historyOf(1)).find(({ event }) => event === 'conversation.merged');
    expect(merged?.created_at).toBe(timeAt(1));
    const { messages } = await readConversation(desk, 2);
    expect(messages).toMatchObject([{ event: 'conversation.merged_with', created_at: timeAt(1) }]);
  });
});
