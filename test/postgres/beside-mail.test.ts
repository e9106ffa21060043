import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailReader } from '../../src/center/intake/mail-reader.ts';
import { openDoor } from '../../src/center/mail/in/accept-mail.ts';
import { sendQueue } from '../../src/center/mail/out/queue.ts';
import { relayAddress } from '../../src/center/mail/out/relay-address.ts';
import { rest } from '../../src/center/mail/rest.ts';
import { NO_CONVERSATION } from '../../src/center/model/work.ts';
import { makeConversation, readConversation } from '../center/conversations.ts';
import { mailOf } from '../center/mail/open-mail.ts';
import { answer } from '../center/mail/out/open-queue.ts';
import { raceTakeBack } from '../center/mail/out/take-back-race.ts';
import { eventually } from '../harness/eventually.ts';
import { openRelay } from '../harness/relay.ts';
import { skippedFor } from '../harness/skipped.ts';
import { hold, holdTurn, waiting } from './held.ts';
import { whyNoPostgres } from './on-postgres.ts';
import { openTwoCenters, type TwoCenters } from './two-centers.ts';

const owner = { id: 'this process', hasEnded: () => false };

/** Two centers, of which one has a write that waits for a conversation. */
async function openHeld() {
  const two = await openTwoCenters();
  const id = await makeConversation(two.desk);
  const row = await hold(two.database, 'conversation', id);
  const held = two.both[0]('POST', `/conversations/${id}/archive`);
  await waiting(two.database, 1);
  const letGo = async () => {
    await row.letGo();
    expect((await held).status).toBe(200);
  };
  return { ...two, letGo };
}

/** The second center's door for mail, and what has come of the mails. */
function openMailDoor({ second, desk }: TwoCenters) {
  const reader = createMailReader();
  const { read, write, context } = second;
  const door = openDoor({ read, write, context, reader, log: () => undefined }, { owner, rest });
  onTestFinished(async () => {
    await door.close();
    await reader.close();
  });
  const accept = (id: string, ...head: readonly string[]) => {
    const from = 'From: Zoe <zoe@customer.example>';
    const mail = mailOf(
      from,
      'To: help@shop.example',
      `Message-ID: <${id}@customer.example>`,
      ...head,
      '',
      `Text ${id}`,
    );
    return door.accept(Readable.from([mail]), { via: 'lmtp' });
  };
  const stored = async () => {
    const rows = await desk.center.read(({ db }) =>
      db.selectFrom('mail').select(['message_key', 'conversation_id']).orderBy('id').execute(),
    );
    return rows.map(row => [row.message_key!.split('@')[0], row.conversation_id] as const);
  };
  return { accept, stored };
}

describe('mail beside other writes on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('is accepted and stored while a write of another conversation waits', async () => {
    const two = await openHeld();
    const { accept, stored } = openMailDoor(two);
    await accept('first', 'Subject: Late');
    await accept('second', 'Subject: Re: Late', 'In-Reply-To: <first@customer.example>');
    await eventually(async () => expect((await stored()).map(([id]) => id)).toEqual(['first', 'second']));
    expect(new Set((await stored()).map(([, id]) => id)).size).toBe(1);
    await two.letGo();
  });

  test('follows its conversation into the one that it is merged into meanwhile', async () => {
    const two = await openTwoCenters();
    const { accept, stored } = openMailDoor(two);
    await accept('first', 'Subject: Late');
    await eventually(async () => expect(await stored()).toHaveLength(1));
    const [[, source]] = (await stored()) as [readonly [string, number]];
    const target = await makeConversation(two.desk);
    const turn = await holdTurn(two.database);
    const merging = two.both[0]('POST', `/conversations/${target}/merge`, { body: [source] });
    await waiting(two.database, 1);
    const accepting = accept('second', 'Subject: Re: Late', 'In-Reply-To: <first@customer.example>');
    await waiting(two.database, 2);
    await turn.letGo();
    await accepting;
    expect((await merging).status).toBe(200);
    await eventually(async () => expect(await stored()).toHaveLength(2));
    expect((await stored()).map(([, id]) => id)).toEqual([target, target]);
    expect((await readConversation(two.desk, target)).message_count).toBe(2);
  });

  test('is taken back, or its first try begins, but never both', async () => {
    const { desk, second, both } = await openTwoCenters({}, { sendDelayMs: 0, ratingDelayMs: 0, publicUrl: null });
    expect(await raceTakeBack(desk, second, both[0], 40)).toContain('sent');
  });

  test('goes out while a write of another conversation waits', async () => {
    const two = await openHeld();
    const relay = await openRelay({});
    onTestFinished(() => relay.close());
    const { second, desk } = two;
    const { conversationId, letterId } = await second.write(
      work => answer(work, { sendAt: desk.clock.now }),
      NO_CONVERSATION,
    );
    desk.clock.now += 1;
    const stop = new AbortController();
    const options = { relay: { address: relayAddress(`smtp://localhost:${relay.port}`) }, log: () => undefined };
    const ended = sendQueue(second, { ...options, holding: { center: second, owner, rest } }, stop.signal);
    const states = async () =>
      (await desk.call('GET', `/conversations/${conversationId}/messages`)).body.data.map(
        (one: { delivery: { state: string } | null }) => one.delivery?.state,
      );
    await eventually(async () => expect(await states()).toEqual(['sent']));
    await two.letGo();
    stop.abort();
    await ended;
    expect(relay.times).toEqual(new Map([[letterId, 1]]));
  });
});
