import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type QueueOptions, sendQueue } from '../../../../src/center/mail/out/queue.ts';
import { relayAddress } from '../../../../src/center/mail/out/relay-address.ts';
import type { ModelCenter } from '../../../../src/center/model/context.ts';
import { createConversation } from '../../../../src/center/model/conversation/write.ts';
import { contactFor } from '../../../../src/center/model/mail.ts';
import { addMessage } from '../../../../src/center/model/message/write.ts';
import { enqueue } from '../../../../src/center/model/outgoing/enqueue.ts';
import type { Letter } from '../../../../src/center/model/outgoing/letter.ts';
import type { Work } from '../../../../src/center/model/work.ts';
import { createCenter } from '../../../harness/center.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { handClock } from '../../../harness/hand-clock.ts';
import { handRest } from '../../../harness/hand-rest.ts';
import { openRelay, type RelayOptions } from '../../../harness/relay.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const HELD_MS = 10_000;

/** A letter of a shop to a customer. */
export function letterTo(messageId: string, ...to: readonly string[]): Letter {
  return {
    messageId,
    date: NOON,
    from: { name: 'Robin', email: 'help@shop.example' },
    to: to.map(email => ({ name: '', email })),
    cc: [],
    bcc: [],
    subject: 'Re: An order',
    inReplyTo: null,
    references: [],
    text: 'It is on its way.',
    attachmentIds: [],
    automatic: null,
    hasNullSender: false,
  };
}

interface Written {
  readonly to?: readonly string[];
  readonly inboxId?: number;
  readonly attachmentIds?: readonly number[];
  readonly letter?: Partial<Letter>;
  /** The time of its agent's at which it is sent. */
  readonly sendAt?: number;
}

/** A conversation with an agent's answer, which is held for ten seconds, or until its time. */
export async function answer(work: Work, { to = ['ana@customer.example'], inboxId = 1, letter, sendAt }: Written) {
  const contactId = await contactFor(work, { name: 'Ana', email: 'ana@customer.example' });
  const actor = { agentId: null, now: work.now };
  const { id: conversationId } = await createConversation(
    work,
    { title: 'An order', inboxId, contactIds: [contactId] },
    actor,
  );
  const given = { conversationId, kind: 'agent' as const, bodyText: 'It is on its way.' };
  const messageId = await addMessage(work, given, actor);
  const out = { ...letterTo(`m${messageId}@shop.example`, ...to), ...letter };
  const notBefore = sendAt ?? work.now + HELD_MS;
  const isHeld = sendAt === undefined ? true : 'timed';
  await enqueue(work, { letter: out, conversationId, messageId, inboxId, notBefore, isHeld });
  return { conversationId, messageId, letterId: out.messageId };
}

/** A help center, a relay, and a clock that is moved by hand for all waits of the queue. */
export async function openQueue(relayOptions: RelayOptions = {}) {
  const clock = handClock(NOON);
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const folder = temporaryFolder();
  const whole = await createCenter({
    database: database.name,
    attachmentsFolder: join(folder, 'files'),
    now: clock.now,
  });
  onTestFinished(() => whole.close());
  const center: ModelCenter = whole;
  const relay = await openRelay(relayOptions);
  onTestFinished(() => relay.close());
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'secret\n', { mode: 0o600 });
  const log: string[] = [];
  const hasUser = relayOptions.passwords !== undefined;
  const address = relayAddress(
    `${relayOptions.isTlsFromStart ? 'smtps' : 'smtp'}://${hasUser ? 'desk@' : ''}localhost:${relay.port}`,
  );

  const start = (changed: Partial<QueueOptions> & { readonly id?: string; readonly on?: ModelCenter } = {}) => {
    const { id = 'this', on = center, ...options } = changed;
    const stop = new AbortController();
    const holding = {
      center: on,
      owner: { id, hasEnded: (other: string) => other === 'ended' },
      rest: handRest(clock),
    };
    const ended = sendQueue(
      on,
      {
        relay: { address, ...(hasUser && { passwordFile }) },
        holding,
        log: line => log.push(line),
        times: { connectMs: 500, answerMs: 500 },
        ...options,
      },
      stop.signal,
    );
    const close = () => {
      stop.abort();
      return ended;
    };
    onTestFinished(close);
    return { close };
  };

  const outgoing = () => center.read(({ db }) => db.selectFrom('outgoing').selectAll().orderBy('id').execute());
  const delivery = (messageId: number) =>
    center.read(async ({ db }) => {
      const row = await db
        .selectFrom('message_delivery')
        .selectAll()
        .where('message_id', '=', messageId)
        .executeTakeFirst();
      return row && { state: row.state, reason: row.reason };
    });
  const history = (conversationId: number) =>
    center.read(async ({ db }) => {
      const rows = await db
        .selectFrom('history')
        .select('event')
        .where('conversation_id', '=', conversationId)
        .orderBy('id')
        .execute();
      return rows.map(({ event }) => event);
    });
  return {
    center,
    whole,
    clock,
    relay,
    log,
    address,
    passwordFile,
    folder,
    start,
    write: (given: Written = {}) => center.write(work => answer(work, given)),
    outgoing,
    states: async () => (await outgoing()).map(({ state }) => state),
    delivery,
    history,
    /** Moves the clock on by seconds, again and again, until it holds. It stands while the queue is at work. */
    passUntil: (isTrue: () => boolean | Promise<boolean>, stepMs = 1_000) =>
      expect
        .poll(
          async () => {
            if (await isTrue()) return true;
            if (clock.waiting() > 0) clock.advance(stepMs);
            return false;
          },
          { interval: 5, timeout: 60_000 },
        )
        .toBe(true),
  };
}
