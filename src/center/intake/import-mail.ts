import { createHash } from 'node:crypto';
import { setImmediate as tick } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ModelCenter } from '../model/context.ts';
import { lockConversations, writeConversations } from '../model/conversation/row.ts';
import { inboxBySlug, knownMails, readAddresses, recordSetAside } from '../model/mail.ts';
import { problemOf } from '../model/refusal.ts';
import type { Work } from '../model/work.ts';
import { createMailReader, type MailReader, type Unreadable } from './mail-reader.ts';
import type { Mail } from './mime/parse-mail.ts';
import { type PreparedMail, prepareMail } from './prepare-mail.ts';
import { type FoundMail, filesUnder, mailsIn, type SetAside, type SourceFile, withHeads } from './sources/read.ts';
import { type Destination, type Stored, storeMail } from './store-mail.ts';

/** The progress of an import. */
export interface ImportProgress {
  /** Bytes read, and the total. */
  readonly done: number;
  readonly total: number;
  readonly read: number;
  readonly imported: number;
  readonly doubles: number;
  readonly setAside: number;
  /** The file being read. */
  readonly file: string;
}

/** Options of an import. */
export interface ImportOptions {
  /** The slug of the inbox for mail that is not addressed to an inbox; by default the default inbox. */
  readonly inbox?: string;
  /** Called after each batch and each file. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import after the batch in progress; imported mail stays. */
  readonly signal?: AbortSignal;
  /** Takes the mails apart; its creator closes it. By default, a thread for this import. */
  readonly reader?: MailReader;
}

/** The result of an import. */
export interface ImportResult {
  /** Mails that were found, imported or not; files without mail do not count. */
  readonly read: number;
  readonly imported: number;
  /** Mails that were there already. */
  readonly doubles: number;
  readonly setAside: readonly { readonly source: string; readonly reason: string }[];
  /** Files in folders that are empty, pictures, documents or a mail program's own: they are not listed. */
  readonly passedOver: number;
  /** How many conversations received mail. */
  readonly conversations: number;
  /** Whether `signal` ended it. */
  readonly isStopped: boolean;
}

/** The most mail of one transaction, because every other writer waits for it. Two batches are in memory at a time. */
const batchLimit = { mails: 20, bytes: 4 * 1_024 * 1_024 } as const;

const compress = promisify(gzip);

interface Waiting {
  readonly found: FoundMail;
  readonly mail: Mail;
}

/** A mail that is being read. */
interface Reading {
  readonly found: FoundMail;
  readonly mail: Promise<Mail | Unreadable>;
}

class Import {
  readonly #center: ModelCenter;
  readonly #options: ImportOptions;
  readonly #reader: MailReader;
  readonly #fallback: number | null;
  readonly #setAside: { source: string; reason: string }[] = [];
  readonly #conversations = new Set<number>();
  #batch: Reading[] = [];
  #batchBytes = 0;
  /** The previous batch, which is stored while this one is read. */
  #storing: Promise<void> = Promise.resolve();
  #read = 0;
  #passedOver = 0;
  #imported = 0;
  #doubles = 0;
  #done = 0;
  #total = 0;

  constructor(center: ModelCenter, options: ImportOptions, reader: MailReader, fallback: number | null) {
    this.#center = center;
    this.#options = options;
    this.#reader = reader;
    this.#fallback = fallback;
  }

  async run(paths: readonly string[]): Promise<ImportResult> {
    const files: SourceFile[] = [];
    for (const path of paths)
      for await (const file of filesUnder(path, this.#center.context.ownPaths)) {
        if ('reason' in file) this.#putAside(file);
        else files.push(file);
      }
    this.#total = files.reduce((sum, file) => sum + file.size, 0);
    try {
      await this.#takeFiles(files);
    } finally {
      // After the end, however it came, nothing more is stored.
      await this.#storing;
    }
    return this.#result();
  }

  async #takeFiles(files: readonly SourceFile[]): Promise<void> {
    for (const [file, head] of withHeads(files)) {
      await this.#takeFile(file, head);
      if (this.#isStopped) break;
    }
    await this.#flush(String(files.at(-1)?.path ?? ''));
  }

  get #isStopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  #result(): ImportResult {
    return {
      read: this.#read,
      imported: this.#imported,
      doubles: this.#doubles,
      setAside: this.#setAside,
      passedOver: this.#passedOver,
      conversations: this.#conversations.size,
      isStopped: this.#isStopped,
    };
  }

  #putAside({ source, reason }: SetAside): void {
    this.#setAside.push({ source, reason });
  }

  async #takeFile(file: SourceFile, head: Promise<Buffer>): Promise<void> {
    const start = this.#done;
    const path = String(file.path);
    const onBytes = (count: number) => {
      this.#done += count;
    };
    for await (const found of mailsIn(file, onBytes, head)) {
      if (this.#isStopped) return;
      if ('passedOver' in found) this.#passedOver += 1;
      else if ('reason' in found) {
        this.#putAside(found);
        if (found.isMail) this.#read += 1;
      } else {
        this.#read += 1;
        await this.#take(found, path);
      }
    }
    this.#done = start + file.size;
    this.#report(path);
  }

  async #take(found: FoundMail, path: string): Promise<void> {
    this.#batch.push({ found, mail: this.#reader.read(found, this.#center.context.now()) });
    this.#batchBytes += found.raw.length;
    if (this.#batch.length >= batchLimit.mails || this.#batchBytes >= batchLimit.bytes) await this.#flush(path);
    // Gives a desk or a server in the same process its turn.
    else await tick();
  }

  /** Starts storing the batch after the previous one is stored; meanwhile the next one is read. */
  async #flush(path: string): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    await this.#storing;
    this.#storing = this.#storeBatch(batch, path);
    // The next caller that awaits it receives the error.
    this.#storing.catch(() => undefined);
  }

  async #storeBatch(batch: readonly Reading[], path: string): Promise<void> {
    if (batch.length === 0) return;
    const read: Waiting[] = [];
    for (const { found, mail: reading } of batch) {
      const mail = await reading;
      if ('reason' in mail) await this.#quarantine(found, identityOf(found), mail.reason);
      else read.push({ found, mail });
    }
    const known = await this.#center.read(({ db }) =>
      knownMails(
        db,
        read.map(({ mail }) => mail.identity),
      ),
    );
    const fresh = read.filter(({ mail }) => !known.has(mail.identity));
    this.#doubles += read.length - fresh.length;
    await this.#store(fresh);
    this.#report(path);
  }

  /**
   * Stores a batch in one transaction; if that fails, each mail in its own, so that one bad mail does not affect the
   * others.
   */
  async #store(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const prepared: PreparedMail[] = [];
      for (const { found, mail } of batch) prepared.push(await prepareMail(found, mail, this.#center.context.files));
      this.#count(await this.#center.write(work => this.#storeAll(work, prepared)));
    } catch (error) {
      const [only, ...others] = batch;
      if (problemOf(error).code === 'unavailable') throw error;
      if (others.length === 0) await this.#quarantine(only!.found, only!.mail.identity, couldNot(error));
      else for (const each of batch) await this.#store([each]);
    }
  }

  async #storeAll(work: Work, prepared: readonly PreparedMail[]): Promise<(Stored | undefined)[]> {
    const to: Destination = { addresses: await readAddresses(work.db), inboxId: this.#fallback };
    const stored: (Stored | undefined)[] = [];
    // An archive's mail rings nobody.
    const silent: Work = { ...work, customerWrote: () => undefined };
    for (const each of prepared) stored.push(await storeMail(silent, each, to));
    const ids = new Set(stored.flatMap(each => each?.conversationId ?? []));
    const rows = await lockConversations(work, [...ids]);
    // Mail has its sender's date, but a client that asks for recent changes must see it.
    const changes = rows.filter(row => row.merged_into === null).map(before => ({ before, patch: {} }));
    await writeConversations(work, changes, { agentId: null, now: work.now });
    return stored;
  }

  #count(stored: readonly (Stored | undefined)[]): void {
    for (const each of stored) {
      if (!each) {
        this.#doubles += 1;
        continue;
      }
      this.#imported += 1;
      for (const gone of each.mergedAway) this.#conversations.delete(gone);
      this.#conversations.add(each.conversationId);
    }
  }

  /** Stores the bytes of a mail that cannot be imported, with the reason. */
  async #quarantine({ source, raw: bytes }: FoundMail, identity: string, reason: string): Promise<void> {
    this.#putAside({ source, reason });
    const raw = await compress(bytes);
    await this.#center.write(work => recordSetAside(work, { identity, source, reason, raw }));
  }

  #report(file: string): void {
    this.#options.onProgress?.({
      done: this.#done,
      total: this.#total,
      read: this.#read,
      imported: this.#imported,
      doubles: this.#doubles,
      setAside: this.#setAside.length,
      file,
    });
  }
}

function couldNot(error: unknown): string {
  return `It could not be imported: ${error instanceof Error ? error.message : String(error)}`;
}

/** Replaces the identity of a mail that cannot be read. */
function identityOf({ raw }: FoundMail): string {
  return createHash('sha256').update(raw).digest('hex');
}

/** No inbox has the given slug. */
export class NoSuchInbox extends Error {}

/**
 * Imports mail from mbox files, Maildirs, single mails and folders of all these, recognised by content. Known mail is
 * skipped, so an interrupted import can be run again. Unreadable mail is set aside with a reason. Throws `NoSuchInbox`
 * if no inbox has the given slug, and an error if the database or its disk cannot be written; batches stored before
 * stay.
 */
export async function importMail(
  center: ModelCenter,
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { inbox } = options;
  const id = inbox === undefined ? null : await center.read(({ db }) => inboxBySlug(db, inbox));
  if (id === undefined) throw new NoSuchInbox(`There is no inbox with the slug ${inbox}. Nothing was imported.`);
  const reader = options.reader ?? createMailReader();
  try {
    return await new Import(center, options, reader, id).run(paths);
  } finally {
    if (!options.reader) await reader.close();
  }
}
