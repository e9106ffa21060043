import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../harness/temporary.ts';
import { makeConversation, readConversation } from '../conversations.ts';
import { type OpenCenter, openCenter, startTime } from '../open-center.ts';
import { importMail, readHere } from './open-intake.ts';

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter();
});
afterEach(() => desk.close());

const hour = 3_600_000;
/** The answer's form of a time so many hours after the test's beginning. */
const timeAt = (hours: number): string => new Date(startTime + hours * hour).toISOString().slice(0, 19);

interface Letter {
  readonly id: string;
  readonly reply?: string;
  /** When it was sent, in hours after the test's beginning. */
  readonly at: number;
  readonly from?: string;
  readonly subject?: string;
}

const written = ({ id, reply, at, from = 'Ana <ana@customer.example>', subject = 'Parcel' }: Letter): string =>
  [
    `From: ${from}`,
    'To: help@shop.example',
    `Subject: ${subject}`,
    `Date: ${new Date(startTime + at * hour).toUTCString()}`,
    `Message-ID: <${id}@x>`,
    ...(reply === undefined ? [] : [`In-Reply-To: <${reply}@x>`]),
    '',
    `text ${id}`,
    '',
  ].join('\n');

const bring = async (...letters: readonly Letter[]): Promise<void> => {
  const path = join(temporaryFolder(), 'in.mbox');
  writeFileSync(path, letters.map(letter => `From x Mon Jan  5 10:00:00 2026\n${written(letter)}\n`).join(''));
  const { imported } = await importMail(desk.center, [path], { reader: readHere });
  expect(imported).toBe(letters.length);
};

/** The id of the conversation that came last. */
const newest = async (): Promise<number> => {
  const { body } = await desk.call('GET', '/conversations', { query: { sort: 'created_at.desc', limit: 200 } });
  return Math.max(...body.data.map(({ id }: { id: number }) => id));
};

const answer = async (id: number): Promise<number> =>
  (await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'our answer' } })).body.data.id;

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

  it('stay when an older mail comes', async () => {
    await bring({ id: 'two', reply: 'one', at: -12 });
    await bring({ id: 'one', at: -24 });
    expect(await readConversation(desk, await newest())).toMatchObject({
      preview: 'text two',
      created_at: timeAt(-24),
      last_message_at: timeAt(-12),
    });
  });
});
