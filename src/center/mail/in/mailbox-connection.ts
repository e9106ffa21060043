import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import type { Rest } from '../rest.ts';
import type { Secret } from '../sign-in.ts';
import type { MailboxAddress } from './mailbox-address.ts';

/** A mail in a mailbox, before it is fetched. */
export interface ListedMail {
  readonly uid: number;
  /** Bytes, as the server says. */
  readonly size: number;
  /** When the server received it, in milliseconds; 0 if it does not say. */
  readonly at: number;
  /** The time in its Date field; NaN if it has none. */
  readonly sentAt: number;
}

/** How long the other side may be silent. */
export interface MailboxTimes {
  /** For a connection and each answer, in milliseconds. */
  readonly answerMs: number;
  /** Between two looks at a mailbox whose server does not tell of new mail, in milliseconds. */
  readonly pollMs: number;
  readonly rest: Rest;
}

/** Between two looks at a mailbox whose server tells of new mail, in milliseconds: in case it forgets to. */
const IDLE_MS = 15 * 60_000;

/** The most bytes that one answer brings of one mail. */
export const PART_BYTES = 1_024 * 1_024;
/** The largest accepted answer: a mail's part, and a line about it. */
const MAX_LITERAL_BYTES = 8 * PART_BYTES;
const MAX_RESPONSE_BYTES = 10 * PART_BYTES;

/** Opens a mailbox for reading and marking. */
export async function connectMailbox(
  address: MailboxAddress,
  { text, isToken }: Secret,
  times: MailboxTimes,
  signal: AbortSignal,
): Promise<MailboxConnection> {
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: address.host,
    port: address.port,
    secure: address.tls === 'at once',
    doSTARTTLS: address.tls === 'at once' ? undefined : address.tls === 'by STARTTLS',
    auth: { user: address.user, ...(isToken ? { accessToken: text } : { pass: text }) },
    clientInfo: { name: 'frontdesk' },
    tls: { minVersion: 'TLSv1.2' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: times.answerMs,
    greetingTimeout: times.answerMs,
    socketTimeout: times.answerMs,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  const opened = new MailboxConnection(client, times);
  const giveUp = () => opened.close();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await opened.open(address.folder);
    return opened;
  } catch (error) {
    opened.close();
    throw opened.reasonFor(error);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** An open mailbox on its server. Each call rejects when the connection is gone. */
export class MailboxConnection {
  readonly #client: ImapFlow;
  readonly #times: MailboxTimes;
  #failure: Error | undefined;
  #hasNews = false;
  #wake: () => void = () => undefined;
  /** The numbering of its mails, and the next number; unchanged while it is open. */
  uidValidity = 0;
  uidNext = 1;
  /** Mails in it when it was opened. */
  exists = 0;

  constructor(client: ImapFlow, times: MailboxTimes) {
    this.#client = client;
    this.#times = times;
    client.on('error', error => {
      this.#failure ??= error;
    });
    client.on('close', () => this.#wake());
    client.on('exists', () => {
      this.#hasNews = true;
      this.#wake();
    });
  }

  async open(folder: string): Promise<void> {
    await this.#client.connect();
    const { uidValidity, uidNext, exists } = await this.#client.mailboxOpen(folder);
    this.uidValidity = Number(uidValidity);
    this.exists = exists;
    this.uidNext = uidNext || ((await this.newest())?.uid ?? 0) + 1;
  }

  /** The first sign of what went wrong: a later one only says that the connection is closed. */
  reasonFor(error: unknown): unknown {
    return this.#failure ?? error;
  }

  /** The mail with the highest UID; undefined in an empty mailbox. */
  async newest(): Promise<ListedMail | undefined> {
    if (this.exists === 0) return undefined;
    const mails: ListedMail[] = [];
    for await (const mail of this.#each('*', HEAD)) mails.push(...listed(mail));
    return mails.at(-1);
  }

  /** The mails from one UID to another, or to the end, in the order of their UIDs. */
  async list(from: number, to: number | 'end'): Promise<readonly ListedMail[]> {
    if (to === 'end') this.#hasNews = false;
    const mails = new Map<number, ListedMail>();
    // If there is no newer mail, `*` is the last one all the same.
    for await (const found of this.#each(`${from}:${to === 'end' ? '*' : to}`, HEAD))
      for (const mail of listed(found)) if (mail.uid >= from) mails.set(mail.uid, mail);
    return [...mails.values()].sort((a, b) => a.uid - b.uid);
  }

  /** The mails from the first one on that the server received on this day or later; `at`: a time of that day. */
  async since(at: number): Promise<readonly ListedMail[]> {
    const found = await this.#answer(this.#client.search({ since: new Date(at) }, { uid: true }));
    const first = found ? found.toSorted((a, b) => a - b)[0] : undefined;
    return first === undefined ? [] : this.list(first, 'end');
  }

  /** Bytes of a mail from `start` on, at most `PART_BYTES`; mails that are gone meanwhile are missing. */
  async fetch(uids: readonly number[], start = 0): Promise<ReadonlyMap<number, Buffer>> {
    const parts = new Map<number, Buffer>();
    const query = { uid: true, source: { start, maxLength: PART_BYTES } };
    const asked = new Set(uids);
    // A server may tell of other mails at any time.
    for await (const { uid, source } of this.#each(uids.join(','), query))
      if (source && asked.has(uid)) parts.set(uid, source);
    return parts;
  }

  async markRead(uids: readonly number[]): Promise<void> {
    await this.#answer(this.#client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true, silent: true }));
  }

  /** How much of its room is used, in percent; 0 if its server does not say. */
  async percentUsed(): Promise<number> {
    const quota = await this.#answer(this.#client.getQuota());
    if (!quota) return 0;
    const { usage = 0, limit = 0 } = quota.storage ?? {};
    return limit > 0 ? (100 * usage) / limit : 0;
  }

  /** Resolves when mail may have come: the server says so, or it is time to look. */
  async news(): Promise<void> {
    const over = new AbortController();
    this.#wake = () => over.abort();
    if (this.#hasNews || this.#client.isClosed) over.abort();
    const isTold = this.#client.capabilities.has('IDLE');
    // It also ends when the server was silent for long: that is a look too.
    if (isTold && !over.signal.aborted) void this.#client.idle().finally(this.#wake);
    await this.#times.rest(isTold ? IDLE_MS : this.#times.pollMs, over.signal);
    this.#wake = () => undefined;
    // A server that never grants IDLE keeps the client waiting for that, without a limit of its own.
    const giveUp = setTimeout(() => this.#giveUp(), this.#times.answerMs);
    await this.#answer(this.#client.noop()).finally(() => clearTimeout(giveUp));
  }

  #giveUp(): void {
    this.#failure ??= coded('ETIMEOUT');
    this.#client.close();
  }

  /** Ends the connection at once; calls in progress reject. */
  close(): void {
    this.#client.close();
  }

  async *#each(range: string, query: FetchQueryObject): AsyncGenerator<FetchMessageObject> {
    this.#requireOpen();
    try {
      yield* this.#client.fetch(range, query, { uid: true });
    } catch (error) {
      throw this.reasonFor(error);
    }
    this.#requireOpen();
  }

  async #answer<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.reasonFor(error);
    } finally {
      this.#requireOpen();
    }
  }

  /** Without an open mailbox the client answers as if there were no mail. */
  #requireOpen(): void {
    if (this.#client.isClosed || !this.#client.mailbox) throw this.reasonFor(coded('NoConnection'));
  }
}

/** An error as the client makes them. */
function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const HEAD: FetchQueryObject = { uid: true, size: true, internalDate: true, headers: ['date'] };

/** A mail, unless the server reported only its flags. */
function listed({ uid, size, internalDate, headers }: FetchMessageObject): ListedMail[] {
  if (size === undefined) return [];
  const date = /^date:(.*)/im.exec(headers?.toString('latin1') ?? '')?.[1] ?? '';
  return [{ uid, size, at: internalDate ? +new Date(internalDate) : 0, sentAt: Date.parse(date) }];
}
