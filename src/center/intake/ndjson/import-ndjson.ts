import { setImmediate as tick } from 'node:timers/promises';
import { MAX_EXCHANGED_LINE } from '../../../contract/exchange.ts';
import { messageOf } from '../../../text/message-of.ts';
import { chunks } from '../../database/statement.ts';
import type { ModelCenter } from '../../model/context.ts';
import { silenceArchived } from '../../model/conversation/awaiting.ts';
import { isErasedFrom, ownSource } from '../../model/conversation/origin.ts';
import { knownMails } from '../../model/mail.ts';
import { problemOf } from '../../model/problem.ts';
import type { Work } from '../../model/work.ts';
import { inboxOf } from '../import-mail.ts';
import { storeBatch, storeEach } from '../store-batch.ts';
import { keepExchanged } from './keep-files.ts';
import { type FileLine, linesIn } from './lines.ts';
import { NameIds, type NameWishes } from './names.ts';
import { type ImportedEntry, importedEntries, LineRefused, readLine } from './read-line.ts';
import { type LinePiece, type StoredPiece, storePiece } from './store-line.ts';

/** Options of an import from another help desk. */
export interface NdjsonOptions extends Pick<NameWishes, 'creates'> {
  /** The slug of the inbox for conversations that name none, or an unknown one. */
  readonly inbox?: string | undefined;
  /** Reads and counts everything, and stores nothing. */
  readonly isDryRun?: boolean;
  /** Called after each batch: bytes and conversations read. */
  readonly onProgress?: (bytes: number, conversations: number) => void;
  /** Ends the import after the batch in progress; imported conversations stay. */
  readonly signal?: AbortSignal;
}

/** The result of an import from another help desk. */
export interface NdjsonResult {
  /** Lines with a conversation, refused or not. */
  readonly read: number;
  /** Conversations that are new; in a dry run, those that would be. */
  readonly imported: number;
  /** Messages, notes and reviews that are new. */
  readonly entries: number;
  /** Conversations of which nothing was new. */
  readonly doubles: number;
  /** The first thousand lines that were refused. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  readonly refusedCount: number;
  /** The addresses of unknown agents, the first hundred. */
  readonly unknownAgents: readonly string[];
  readonly isDryRun: boolean;
  readonly isStopped: boolean;
}

/** The most of one transaction, because every other writer waits for it. */
const batchLimit = { pieces: 20, entries: 50, characters: 2 * 1_024 * 1_024 } as const;
const MAX_LISTED = 1_000;
const MAX_AGENTS = 100;

interface Waiting {
  readonly number: number;
  readonly piece: LinePiece;
}

/** Takes a dry run's transaction back. */
class NothingKept extends Error {
  readonly stored: readonly StoredPiece[];

  constructor(stored: readonly StoredPiece[]) {
    super('a dry run');
    this.stored = stored;
  }
}

class Import {
  readonly #center: ModelCenter;
  readonly #folder: string;
  readonly #options: NdjsonOptions;
  readonly #wishes: NameWishes;
  #batch: Waiting[] = [];
  #entriesInBatch = 0;
  #charactersInBatch = 0;
  #bytes = 0;
  readonly #counts = { read: 0, imported: 0, entries: 0, doubles: 0, refusedCount: 0 };
  readonly #refused: { line: number; reason: string }[] = [];
  readonly #unknown = new Set<string>();
  /** The conversation and the line that were counted last: each may come in several pieces. */
  #lastCounted = '';
  #lastRefused = 0;

  constructor(center: ModelCenter, folder: string, options: NdjsonOptions, inboxId: number | null) {
    this.#center = center;
    this.#folder = folder;
    this.#options = options;
    this.#wishes = { inboxId, creates: options.creates, inboxLimit: center.context.settings.inboxLimit };
  }

  async run(bytes: AsyncIterable<Buffer>): Promise<NdjsonResult> {
    const own = await this.#center.read(({ db }) => ownSource(db));
    for await (const line of linesIn(this.#counted(bytes), MAX_EXCHANGED_LINE)) {
      if (this.#isStopped) break;
      this.#counts.read += 1;
      await this.#takeLine(line, own).catch(error => this.#refuse(line.number, error));
    }
    await this.#flush();
    const { isDryRun = false } = this.#options;
    const unknownAgents = [...this.#unknown];
    return { ...this.#counts, refused: this.#refused, unknownAgents, isDryRun, isStopped: this.#isStopped };
  }

  get #isStopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  async *#counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  /** Lists a line, and goes on with the next one. Throws if nothing can be stored now. */
  #refuse(line: number, error: unknown): void {
    if (problemOf(error).code === 'unavailable') throw error;
    if (this.#lastRefused === line) return;
    this.#lastRefused = line;
    this.#counts.refusedCount += 1;
    if (this.#refused.length < MAX_LISTED) this.#refused.push({ line, reason: messageOf(error) });
  }

  /** Cuts a long conversation into pieces; only new entries go further. */
  async #takeLine(line: FileLine, own: string): Promise<void> {
    if ('reason' in line) throw new LineRefused(line.reason);
    const conversation = readLine(line.text, this.#center.context.now());
    if (conversation.source === own) throw new LineRefused('It was exported from this help center.');
    if (await this.#center.read(({ db }) => isErasedFrom(db, conversation))) {
      this.#counts.doubles += 1;
      return;
    }
    const all = importedEntries(conversation);
    const known = new Set<string>();
    for (const some of chunks(all))
      for (const one of await this.#center.read(({ db }) => knownMails(db, some))) known.add(one);
    const fresh = chunks(
      all.filter(one => !known.has(one.identity)),
      batchLimit.entries,
    );
    for (const some of fresh.length === 0 ? [[]] : fresh) {
      const entries: LinePiece['entries'][number][] = [];
      for (const one of some) entries.push({ one, files: await this.#filesOf(one) });
      await this.#add({ number: line.number, piece: { line: conversation, entries } });
    }
    await tick();
  }

  #filesOf(one: ImportedEntry) {
    const given = one.kind === 'reviews' ? [] : (one.entry.attachments ?? []);
    const { context } = this.#center;
    return keepExchanged(this.#options.isDryRun ? undefined : context.files, this.#folder, given);
  }

  async #add(waiting: Waiting): Promise<void> {
    const { entries } = waiting.piece;
    this.#batch.push(waiting);
    this.#entriesInBatch += entries.length;
    for (const { one } of entries)
      if (one.kind === 'messages')
        this.#charactersInBatch += one.entry.body_text.length + (one.entry.body_html?.length ?? 0);
    const isFull = this.#batch.length >= batchLimit.pieces || this.#entriesInBatch >= batchLimit.entries;
    if (isFull || this.#charactersInBatch >= batchLimit.characters) await this.#flush();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    [this.#entriesInBatch, this.#charactersInBatch] = [0, 0];
    await storeBatch(
      batch,
      some => this.#store(some),
      ({ number }, error) => this.#refuse(number, error),
    );
    this.#options.onProgress?.(this.#bytes, this.#counts.read);
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const stored = await this.#center.write(work => this.#storeAll(work, batch)).catch(keptNothing);
    for (const [at, one] of stored.entries()) this.#count(batch[at]!, one);
  }

  async #storeAll(work: Work, batch: readonly Waiting[]): Promise<readonly StoredPiece[]> {
    const names = await NameIds.read(work, this.#wishes);
    const stored = await storeEach(work, batch, (inner, { piece }) => storePiece(inner, piece, names));
    await silenceArchived(work, [...new Set(stored.map(one => one.conversationId))]);
    for (const address of names.unknown) if (this.#unknown.size < MAX_AGENTS) this.#unknown.add(address);
    if (this.#options.isDryRun) throw new NothingKept(stored);
    return stored;
  }

  #count({ piece: { line } }: Waiting, { isNew, added }: StoredPiece): void {
    this.#counts.entries += added;
    const counted = `${line.source} ${line.id}`;
    if (counted === this.#lastCounted) return;
    this.#lastCounted = counted;
    if (isNew) this.#counts.imported += 1;
    else if (added === 0) this.#counts.doubles += 1;
  }
}

function keptNothing(error: unknown): readonly StoredPiece[] {
  if (error instanceof NothingKept) return error.stored;
  throw error;
}

/** Where the lines come from. */
export interface NdjsonSource {
  readonly bytes: AsyncIterable<Buffer>;
  /** Where the paths of files begin. */
  readonly folder: string;
}

/**
 * Imports conversations of another help desk, a line each (see `ExchangedConversation`). What is known by its source and
 * id is not imported again, so an import that was interrupted can be run again, and a later file brings what is new. A
 * line that cannot be imported is listed, and the rest goes on. Nobody is told of it and nothing is sent. Throws
 * `ImportRefused` if no inbox has the given slug, and an error if the database or its disk cannot be written; batches
 * stored before stay.
 */
export async function importNdjson(
  center: ModelCenter,
  source: NdjsonSource,
  options: NdjsonOptions = {},
): Promise<NdjsonResult> {
  return new Import(center, source.folder, options, await inboxOf(center, options)).run(source.bytes);
}
