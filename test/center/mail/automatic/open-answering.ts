import { onTestFinished } from 'vitest';
import type { MailFacts } from '../../../../src/center/mail/in/facts.ts';
import type { MailCenter } from '../../../../src/center/mail/in/mail-center.ts';
import { setDelivery } from '../../../../src/center/model/outgoing/delivery.ts';
import type { Letter } from '../../../../src/center/model/outgoing/letter.ts';
import type { Conversation, HistoryEntry, Message, Review } from '../../../../src/contract/model.ts';
import { signByFrom, usualKeys } from '../../../harness/dkim.ts';
import { readHere } from '../../intake/open-intake.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { mailOf } from '../open-mail.ts';
import { receiveMail } from '../receive.ts';

export const RATING_DELAY_MS = 600_000;

/** A help center of one domain that takes mail, sends it and answers by itself. */
export interface Answering extends OpenCenter {
  readonly mail: MailCenter;
  /** The lines for the operator. */
  readonly told: string[];
  /** Delivers a mail of these fields, with the text after an empty line; the site vouches for its From. */
  deliver(lines: readonly string[], facts?: Partial<MailFacts>): Promise<string>;
  /** The same, but nobody vouches for it. */
  deliverForged(lines: readonly string[], facts?: Partial<MailFacts>): Promise<string>;
  /** Takes all letters out of the queue, as if they were sent now. */
  send(): Promise<Letter[]>;
  conversation(id: number): Promise<Conversation>;
  messages(id: number): Promise<Message[]>;
  reviews(id: number): Promise<Review[]>;
  history(id: number): Promise<HistoryEntry[]>;
}

interface AnsweringOptions {
  readonly domain?: string;
  /** The settings of its inbox. */
  readonly inbox?: object;
  readonly publicUrl?: string | null;
}

const INBOX = {
  send_autoresponse: true,
  autoresponse_text: 'We have your mail.',
  send_rating_request: true,
  rating_message: 'How did we do? Answer with a digit from 1 to 5.',
};

/** Opens it with the address `help@` its domain; closed with the test. */
export async function openAnswering(options: AnsweringOptions = {}): Promise<Answering> {
  const { domain = 'shop.example', inbox = {}, publicUrl = 'https://help.shop.example' } = options;
  const mailOut = { sendDelayMs: 10_000, ratingDelayMs: RATING_DELAY_MS, publicUrl };
  const opened = await openCenter();
  onTestFinished(() => opened.close());
  const { call, inboxId, clock } = opened;
  const { read, write, context } = opened.center;
  const told: string[] = [];
  const log = (line: string) => told.push(line);
  const mail: MailCenter = { read, write, context: { ...context, mailOut }, reader: readHere, keys: usualKeys(), log };
  await call('POST', '/inboxes/save', {
    body: { id: inboxId, ...INBOX, ...inbox, emails: [{ email: `help@${domain}` }] },
  });
  let delivered = 0;
  const deliverAs: (sign: (bytes: Buffer) => Buffer) => Answering['deliverForged'] =
    sign =>
    async (lines, facts = {}) => {
      delivered += 1;
      const id = lines.some(line => /^message-id:/i.test(line)) ? [] : [`Message-ID: <n${delivered}@test.example>`];
      const text = lines.includes('') ? [] : ['', `text ${delivered}`];
      const date = lines.some(line => /^date:/i.test(line)) ? [] : [`Date: ${new Date(clock.now).toUTCString()}`];
      const bytes = mailOf(...id, ...date, ...lines, ...text);
      return (await receiveMail(mail, sign(bytes), { via: 'lmtp', ...facts })).stored;
    };
  const data = async (path: string) => (await call('GET', path)).body.data;
  return {
    ...opened,
    mail,
    told,
    deliverForged: deliverAs(bytes => bytes),
    deliver: deliverAs(bytes => signByFrom(bytes)),
    send: () =>
      write(async work => {
        const rows = await work.db
          .updateTable('outgoing')
          .set({ state: 'sent' })
          .where('state', '!=', 'sent')
          .returning(['message_id', 'letter', 'id'])
          .execute();
        for (const row of rows)
          if (row.message_id !== null) await setDelivery(work, row.message_id, { state: 'sent', at: work.now });
        return rows.toSorted((a, b) => a.id - b.id).map(row => JSON.parse(row.letter) as Letter);
      }),
    conversation: id => data(`/conversations/${id}`),
    messages: id => data(`/conversations/${id}/messages`),
    reviews: id => data(`/conversations/${id}/reviews`),
    history: id => data(`/conversations/${id}/history`),
  };
}
