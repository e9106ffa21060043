import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { messageOf } from '../../text/message-of.ts';
import { countOpen, type Landing, land } from '../model/archive.ts';
import type { ModelCenter } from '../model/context.ts';
import { inboxBySlug, knownMails, readAddresses, recordSetAside } from '../model/mail.ts';
import { readMailSecret } from '../model/setting.ts';
import { listStatusNames, statusByName } from '../model/status.ts';
import type { Work } from '../model/work.ts';
import {
  type ImportProgress,
  type ImportResult,
  type ImportSelection,
  ImportTally,
  reasonToLeaveOut,
} from './import-tally.ts';
import { createMailReader, type MailReader, type Unreadable } from './mail-reader.ts';
import type { Mail } from './mime/parse-mail.ts';
import { pack } from './pack.ts';
import { marksOf, type PreparedMail, prepareMail } from './prepare-mail.ts';
import { filesUnder, type SourceFile } from './sources/find.ts';
import { type FoundMail, mailsIn, withHeads } from './sources/read.ts';
import { storeBatch, storeEach } from './store-batch.ts';
import { type Destination, type StoredMail, storeMail } from './store-mail.ts';

/** How the mails of an archive are chosen, and where and how their conversations land. */
export interface ImportWishes extends ImportSelection, Pick<Landing, 'archiveBefore'> {
  /** The slug of the inbox for mail that is not addressed to an inbox; by default the default inbox. */
  readonly inbox?: string;
  /** The name of the status of all conversations; by default open if a customer waits, otherwise closed. */
  readonly status?: string;
  /** Reads and counts everything, and stores nothing. */
  readonly isDryRun?: boolean;
  /** Reads compressed files that grow far beyond their size, without asking. */
  readonly isAnySize?: boolean;
}

/** Options of an import. */
export interface ImportOptions extends ImportWishes {
  /** Called after each batch and each file. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import after the batch in progress; imported mail stays. */
  readonly signal?: AbortSignal;
  /** Takes the mails apart; its creator closes it. By default, a thread for this import. */
  readonly reader?: MailReader;
  /** Asked before a compressed file grows far beyond its size; without it, the rest is left out with the reason. */
  readonly mayGrow?: (source: string) => Promise<boolean>;
  /** The source for the path `-`; without it, `-` is a file. */
  readonly stdin?: Readable;
}

/** The most mail of one transaction, because every other writer waits for it. Two batches are in memory at a time. */
const batchLimit = { mails: 50, bytes: 4 * 1_024 * 1_024 } as const;

interface Waiting {
  readonly found: FoundMail;
  readonly mail: Mail;
}

interface Reading {
  readonly found: FoundMail;
  readonly mail: Promise<Mail | Unreadable>;
}

type To = Omit<Destination, 'addresses' | 'secret' | 'known'>;

class Import {
  readonly #center: ModelCenter;
  readonly #options: ImportOptions;
  readonly #reader: MailReader;
  readonly #to: To;
  readonly #tally = new ImportTally();
  /** The mails that a dry run has counted. */
  readonly #counted = new Set<string>();
  #batch: Reading[] = [];
  #batchBytes = 0;
  /** The previous batch, which is stored while this one is read. */
  #storing: Promise<void> = Promise.resolve();
  #done = 0;
  #total = 0;

  constructor(center: ModelCenter, options: ImportOptions, reader: MailReader, to: To) {
    this.#center = center;
    this.#options = options;
    this.#reader = reader;
    this.#to = to;
  }

  async run(paths: readonly string[]): Promise<ImportResult> {
    const files: SourceFile[] = [];
    for (const path of paths)
      for await (const file of filesUnder(path, this.#center.context.ownPaths, this.#options.stdin)) {
        if ('reason' in file) this.#tally.putAside(file);
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

  async #result(): Promise<ImportResult> {
    const open = await this.#center.read(work => countOpen(work, [...this.#tally.conversations]));
    return {
      ...this.#tally.result(),
      open,
      isDryRun: this.#options.isDryRun ?? false,
      isStopped: this.#isStopped,
    };
  }

  async #takeFile(file: SourceFile, head: Promise<Buffer>): Promise<void> {
    const start = this.#done;
    const path = String(file.path);
    const onBytes = (count: number) => {
      this.#done += count;
    };
    const { signal, isAnySize, mayGrow } = this.#options;
    for await (const found of mailsIn(file, onBytes, head, signal, isAnySize ? async () => true : mayGrow)) {
      if (this.#isStopped) return;
      if ('passedOver' in found) this.#tally.passedOver += 1;
      else if ('reason' in found) {
        this.#tally.putAside(found);
        if (found.isMail) this.#tally.read += 1;
      } else {
        this.#tally.read += 1;
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
      else if (this.#isChosen(found, mail)) read.push({ found, mail });
    }
    const known = await this.#center.read(({ db }) =>
      knownMails(
        db,
        read.map(({ mail }) => mail),
      ),
    );
    const fresh = read.filter(({ mail }) => !known.has(mail.identity));
    this.#tally.doubles += read.length - fresh.length;
    if (this.#options.isDryRun) this.#countOnly(fresh);
    else
      await storeBatch(
        fresh,
        some => this.#store(some),
        (one, error) => this.#refuse(one, error),
      );
    this.#report(path);
  }

  #isChosen(found: FoundMail, mail: Mail): boolean {
    const reason = reasonToLeaveOut(mail, marksOf(found, mail), this.#options);
    if (reason) this.#tally.leftOut[reason] += 1;
    return reason === undefined;
  }

  #countOnly(fresh: readonly Waiting[]): void {
    const before = this.#counted.size;
    for (const { mail } of fresh) this.#counted.add(mail.identity);
    const added = this.#counted.size - before;
    this.#tally.imported += added;
    this.#tally.doubles += fresh.length - added;
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const prepared: PreparedMail[] = [];
    for (const { found, mail } of batch) prepared.push(await prepareMail(found, mail, this.#center.context.files));
    this.#tally.store(await this.#center.write(work => this.#storeAll(work, prepared)));
  }

  async #refuse({ found, mail }: Waiting, error: unknown): Promise<void> {
    await this.#quarantine(found, mail.identity, `It could not be imported: ${messageOf(error)}`);
  }

  async #storeAll(work: Work, prepared: readonly PreparedMail[]): Promise<(StoredMail | undefined)[]> {
    const [addresses, secret] = [await readAddresses(work.db), await readMailSecret(work.db)];
    const known = await knownMails(
      work.db,
      prepared.map(({ mail }) => mail),
    );
    const to: Destination = { ...this.#to, addresses, secret, known };
    const stored = await storeEach(work, prepared, (inner, each) => storeMail(inner, each, to));
    await land(work, [...new Set(stored.flatMap(each => each?.conversationId ?? []))], this.#to.landing);
    return stored;
  }

  /** Stores the bytes of a mail that cannot be imported, with the reason. */
  async #quarantine({ source, raw: bytes }: FoundMail, identity: string, reason: string): Promise<void> {
    this.#tally.putAside({ source, reason, isMail: true });
    if (this.#options.isDryRun) return;
    const raw = await pack(bytes);
    await this.#center.write(work => recordSetAside(work, { identity, source, reason, raw }));
  }

  #report(file: string): void {
    this.#options.onProgress?.({ done: this.#done, total: this.#total, ...this.#tally.progress(), file });
  }
}

/** Replaces the identity of a mail that cannot be read. */
function identityOf({ raw }: FoundMail): string {
  return createHash('sha256').update(raw).digest('hex');
}

/** A wish cannot be met: no inbox or status has the given name. */
export class ImportRefused extends Error {}

async function landingOf(center: ModelCenter, { status, archiveBefore }: ImportWishes): Promise<Landing> {
  if (status === undefined) return { archiveBefore };
  const statusId = await center.read(({ db }) => statusByName(db, status));
  if (statusId !== undefined) return { statusId, archiveBefore };
  const names = (await center.read(({ db }) => listStatusNames(db))).join(', ');
  throw new ImportRefused(`There is no status ${status}, only ${names}. Nothing was imported.`);
}

/** The id of the inbox with this slug; null without a slug. Throws `ImportRefused` if no inbox has it. */
export async function inboxOf(
  center: ModelCenter,
  { inbox }: { readonly inbox?: string | undefined },
): Promise<number | null> {
  if (inbox === undefined) return null;
  const id = await center.read(({ db }) => inboxBySlug(db, inbox));
  if (id === undefined) throw new ImportRefused(`There is no inbox with the slug ${inbox}. Nothing was imported.`);
  return id;
}

/**
 * Imports mail from mbox files, Maildirs, single mails and folders of all these, recognised by content, also compressed
 * with gzip. Known mail is skipped, so an interrupted import can be run again. Unreadable mail is set aside with a reason.
 * Nobody is told of it: what waits lands open, the rest closed. Throws `ImportRefused` if no inbox or status has the
 * given name, and an error if the database or its disk cannot be written; batches stored before stay.
 */
export async function importMail(
  center: ModelCenter,
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const to = { inboxId: await inboxOf(center, options), landing: await landingOf(center, options) };
  const reader = options.reader ?? createMailReader();
  try {
    return await new Import(center, options, reader, to).run(paths);
  } finally {
    if (!options.reader) await reader.close();
  }
}
