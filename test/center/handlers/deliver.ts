import { onTestFinished } from 'vitest';
import type { Letter } from '../../../src/center/model/outgoing/letter.ts';
import type { MailOutSettings } from '../../../src/center/model/outgoing/mail-out.ts';
import { readHere } from '../intake/open-intake.ts';
import { receiveMail } from '../mail/receive.ts';
import { type Called, type OpenCenter, openCenter, type Who } from '../open-center.ts';

/** How long a message is held. */
export const DELAY_MS = 10_000;
/** The inbox's address, and the customer's. */
export const OURS = 'support@shop.example';
export const ZOE = { name: 'Zoe Quinn', email: 'zoe@there.example' };

/** A help center that sends mail, with an inbox that has an address, and a conversation that a customer's mail opened. */
export interface MailDesk extends OpenCenter {
  readonly conversation: number;
  /** The customer's message. */
  readonly question: number;
  /** A mail as it comes in, from these header lines and this text. */
  mail(head: readonly string[], text?: string): Promise<void>;
  /** Sends an answer in the first conversation unless another one is named; `deliver` is true. */
  answer(body?: object, options?: { readonly as?: Who; readonly id?: number }): Promise<Called>;
  /** The letters that wait, in order. */
  letters(): Promise<readonly Letter[]>;
}

const QUESTION = [
  'From: Zoe Quinn <zoe@there.example>',
  `To: Support <${OURS}>, Yan <yan@there.example>`,
  'Cc: Ben <ben@desk.example>, Max <max@other.example>',
  'Subject: AW: Re: My parcel',
  'Message-ID: <two@there.example>',
  'In-Reply-To: <one@there.example>',
  'References: <zero@there.example> <one@there.example>',
];

/** Opens it; it is closed with the test. */
export async function openMailDesk(more: Partial<MailOutSettings> = {}): Promise<MailDesk> {
  const desk = await openCenter({ mailOut: { sendDelayMs: DELAY_MS, ratingDelayMs: 0, publicUrl: null, ...more } });
  onTestFinished(desk.close);
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: OURS } });
  const center = { ...desk.center, reader: readHere, log: (line: string) => desk.log.push(line) };
  const mail: MailDesk['mail'] = async (head, text = 'Where is it?') => {
    await receiveMail(center, Buffer.from([...head, '', text, ''].join('\r\n')), { via: 'lmtp' });
  };
  await mail(QUESTION);
  const [{ id: conversation }] = (await desk.call('GET', '/conversations')).body.data;
  const [{ id: question }] = (await desk.call('GET', `/conversations/${conversation}/messages`)).body.data;
  return {
    ...desk,
    conversation,
    question,
    mail,
    answer: (body = {}, { as = 'agent', id = conversation } = {}) =>
      desk.call('POST', `/conversations/${id}/messages`, {
        as,
        body: { body_text: 'It is on its way.', deliver: true, ...body },
      }),
    letters: () =>
      desk.center.read(async ({ db }) => {
        const rows = await db.selectFrom('outgoing').select('letter').orderBy('id').execute();
        return rows.map(row => JSON.parse(row.letter) as Letter);
      }),
  };
}

/** The newest letter that waits. */
export async function lastLetter(desk: MailDesk): Promise<Letter> {
  return (await desk.letters()).at(-1)!;
}

/** Uploads a small file as the agent, and returns its id. */
export async function upload(desk: MailDesk): Promise<number> {
  const form = new FormData();
  form.append('file', new File(['%PDF'], 'scan.pdf', { type: 'application/pdf' }));
  const { url, headers } = desk.request('POST', '/attachments', { as: 'agent' });
  const authorization = headers.get('authorization')!;
  const sent = new Request(url, { method: 'POST', headers: { authorization }, body: form });
  return ((await (await desk.center.fetch(sent)).json()) as { data: { id: number } }).data.id;
}

/** The same as if it had so many bytes: to upload these takes long. */
export async function uploadOf(desk: MailDesk, size: number): Promise<number> {
  const id = await upload(desk);
  await desk.center.write(({ db }) => db.updateTable('attachment').set({ size }).where('id', '=', id).execute());
  return id;
}
