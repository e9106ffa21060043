import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ExchangedMessage } from '../../contract/exchange.ts';
import { unquoteFrom } from '../intake/sources/mbox.ts';
import { letterBytes } from '../mail/out/compose.ts';
import { NoLetter } from '../mail/out/relay-trouble.ts';
import type { ModelCenter } from '../model/context.ts';
import { type ExchangedHead, readHead } from '../model/exchange/head.ts';
import { type ReadMessage, readMessagesAfter } from '../model/exchange/messages.ts';
import { inboxVoice } from '../model/inbox/own-mail.ts';
import { defaultInboxId } from '../model/inbox/read.ts';
import { inboxBySlug } from '../model/mail.ts';
import { threadIds } from '../model/message/head.ts';
import { createMessageId } from '../model/message-id.ts';
import type { Correspondent, Letter } from '../model/outgoing/letter.ts';
import { readMailSecret } from '../model/setting.ts';
import { milliseconds } from '../model/time.ts';

/** A message as a mail. */
export interface ExportedMail {
  /** The id of its message. */
  readonly id: number;
  readonly bytes: Buffer;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
  /** Files of it that are gone. */
  readonly isIncomplete: boolean;
}

const unpack = promisify(gunzip);

/** An address that cannot exist (RFC 2606): for people without one. */
const NO_ADDRESS = 'unknown@frontdesk.invalid';

/** The common parts of a conversation's composed mails. */
interface Thread {
  readonly conversationId: number;
  readonly head: ExchangedHead;
  readonly inbox: Correspondent;
  readonly secret: string;
  /** The Message-IDs so far: the first one and the last one. */
  readonly ids: { first?: string; last?: string };
}

async function threadOf(center: ModelCenter, conversationId: number): Promise<Thread | undefined> {
  return center.read(async ({ db }) => {
    const head = await readHead(db, conversationId);
    if (!head) return undefined;
    const inboxId = head.inbox ? await inboxBySlug(db, head.inbox) : undefined;
    const { name, address } = await inboxVoice(db, inboxId ?? (await defaultInboxId(db)));
    const inbox = { name, email: address ?? NO_ADDRESS };
    return { conversationId, head, inbox, secret: await readMailSecret(db), ids: {} };
  });
}

/** The author as the customer saw it: an agent's mail is from the inbox. */
function senderOf({ kind, author }: ExchangedMessage, { inbox }: Thread): Correspondent {
  const name = author?.name ?? '';
  if (kind === 'contact') return { name, email: author?.email ?? NO_ADDRESS };
  const own = inbox.email === NO_ADDRESS ? author?.email : undefined;
  return { name: name || inbox.name, email: own ?? inbox.email };
}

function recipientsOf({ kind, to, cc }: ExchangedMessage, { head, inbox }: Thread): readonly Correspondent[] {
  if (to?.length || cc?.length) return to ?? [];
  const customer = head.contacts?.[0];
  return kind === 'contact' ? [inbox] : [{ name: customer?.name ?? '', email: customer?.email ?? NO_ADDRESS }];
}

function letterOf({ id, message, files }: ReadMessage, thread: Thread): Letter {
  const { head, ids, conversationId, secret } = thread;
  const from = senderOf(message, thread);
  const domain = thread.inbox.email.slice(thread.inbox.email.lastIndexOf('@') + 1);
  const messageId = message.message_id ?? createMessageId({ conversationId, messageId: id }, domain, secret);
  const before = threadIds([ids.first ?? '', ...(message.references ?? []), ids.last ?? '']).filter(
    one => one !== messageId,
  );
  return {
    messageId,
    date: milliseconds(message.created_at),
    from,
    to: recipientsOf(message, thread),
    cc: message.cc ?? [],
    bcc: [],
    subject: ids.first === undefined ? (message.subject ?? head.title) : `Re: ${message.subject ?? head.title}`,
    inReplyTo: before.at(-1) ?? null,
    references: before,
    text: message.body_text,
    attachmentIds: files.map(file => file.id),
    automatic: message.automatic || message.kind === 'system' ? 'auto-generated' : null,
    hasNullSender: false,
  };
}

async function composed(center: ModelCenter, letter: Letter): Promise<Pick<ExportedMail, 'bytes' | 'isIncomplete'>> {
  try {
    return { bytes: await letterBytes(center, letter), isIncomplete: false };
  } catch (error) {
    if (!(error instanceof NoLetter) || letter.attachmentIds.length === 0) throw error;
    return { bytes: await letterBytes(center, { ...letter, attachmentIds: [] }), isIncomplete: true };
  }
}

/** A mail that came out of an mbox is kept with the `>` before `From `, which its text does not have: see `unquoteFrom`. */
function asWritten(raw: Buffer, text: string): Buffer {
  if (!raw.includes('>From ')) return raw;
  const [quoted = ''] = /^>+From [ -~]*/m.exec(raw.toString('latin1')) ?? [];
  return text.includes(quoted.slice(1)) && !text.includes(quoted) ? unquoteFrom(raw) : raw;
}

/**
 * The messages of a conversation as mails, in the order in which they came: the original bytes of those that came by
 * mail, otherwise a mail of the text and the files, which refers to those before it.
 */
export async function* mailsOf(center: ModelCenter, id: number, own: string): AsyncGenerator<ExportedMail> {
  const thread = await threadOf(center, id);
  if (!thread) return;
  for (let after = 0; ; ) {
    const page = await center.read(({ db }) => readMessagesAfter(db, id, { after, own, withMail: true }));
    if (page.length === 0) return;
    for (const one of page) {
      const letter = letterOf(one, thread);
      const bytes = one.raw && (await unpack(one.raw));
      const made = bytes
        ? { bytes: asWritten(bytes, one.message.body_text), isIncomplete: false }
        : await composed(center, letter);
      yield { id: one.id, at: letter.date, ...made };
      thread.ids.first ??= letter.messageId;
      thread.ids.last = letter.messageId;
    }
    after = page.at(-1)!.id;
  }
}
