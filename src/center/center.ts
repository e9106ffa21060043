import { randomUUID } from 'node:crypto';
import { createPasswords } from './auth/password.ts';
import { createSignIns } from './auth/sign-ins.ts';
import { createFiles, type Files } from './database/files.ts';
import { requireOwnFolder } from './database/folder-mark.ts';
import { observed } from './database/observed.ts';
import { databasePlace, openDatabase, ownPathsOf } from './database/open.ts';
import { DatabaseRefused } from './database/refused.ts';
import type { Store } from './database/store.ts';
import { createApp, type RequestHandler } from './http/app.ts';
import type { HttpContext } from './http/context.ts';
import { createEventHub } from './http/events/hub.ts';
import { isStream } from './http/respond.ts';
import type { Transactions } from './model/context.ts';
import { jobsOf } from './model/jobs/all.ts';
import { createJobRunner } from './model/jobs/runner.ts';
import { createTroubles } from './model/jobs/troubles.ts';
import { memoize } from './model/memoize.ts';
import type { MailOutSettings } from './model/outgoing/mail-out.ts';
import { createPresence } from './model/presence.ts';
import { createReadiness } from './model/readiness.ts';
import { readSecret } from './model/setting.ts';
import { type CenterSettings, defaultSettings } from './model/settings.ts';
import { readTransaction, writeTransaction } from './model/transaction.ts';

/** Options of a help center. */
export interface CenterOptions {
  /** The path of the database file, or `:memory:`. */
  readonly database: string;
  /** The initial content of `:memory:`: the bytes of a SQLite file without a log. Absent: an empty help center. */
  readonly memory?: Uint8Array;
  /**
   * Where uploaded and received files are stored, by the hash of their content. On PostgreSQL they are in the database,
   * unless `isFolderWanted` when it is new, or it has a folder from before.
   */
  readonly attachmentsFolder: string;
  readonly isFolderWanted?: boolean | undefined;
  readonly settings?: Partial<CenterSettings>;
  /** See `OpenSettings`. */
  readonly orReadOnly?: boolean | undefined;
  /** How mail is sent; absent if no relay is set up. */
  readonly mailOut?: MailOutSettings | undefined;
  /** Milliseconds since 1970; by default, and if it is `Date.now`, by the database's clock (see `Store`). */
  readonly now?: () => number;
  /** Milliseconds on a monotonic clock; by default the process's own. */
  readonly elapsed?: () => number;
  /** Receives one line per request, without bodies, tokens and addresses, and its parts. */
  readonly log?: (line: string, parts?: object) => void;
  /** Makes a new request id. */
  readonly newId?: () => string;
}

/** A help center: a function from requests to answers, and the services for the shell and the import. */
export interface Center extends Transactions {
  /** Answers a request; `address` is the other end's (default: this process). Refusals are answers too. */
  fetch(request: Request, address?: string): Promise<Response>;
  /**
   * The same for a caller that writes to a connection itself: a `Response` costs more than the rest of a small answer.
   */
  readonly answer: RequestHandler;
  readonly context: HttpContext;
  /** Ends the event streams and closes the database. */
  close(): Promise<void>;
}

/** The system's codes for a folder that this user may not write, or that is read-only. */
const NOT_WRITABLE: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];

async function filesOf(store: Store, options: CenterOptions): Promise<Files> {
  const { attachmentsFolder, database, isFolderWanted = false } = options;
  try {
    const owner = databasePlace(database);
    if (store.kind === 'postgres') {
      const { createPlacedFiles } = await import('./database/placed-files.ts');
      return await createPlacedFiles(store, { folder: attachmentsFolder, owner, isFolderWanted });
    }
    const files = createFiles(attachmentsFolder, owner, store.isReadOnly);
    // A database in memory is gone before its files.
    if (database !== ':memory:') await requireOwnFolder(store, attachmentsFolder);
    return files;
  } catch (error) {
    await store.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !NOT_WRITABLE.includes(code)) throw error;
    throw new DatabaseRefused(
      `The folder of the files, ${attachmentsFolder}, cannot be written (${code}). Nothing was changed; ask for the right to write it.`,
    );
  }
}

async function assemble(options: CenterOptions): Promise<HttpContext> {
  const { now: given = Date.now, elapsed = () => performance.now(), log = () => undefined, mailOut = null } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const { memory, orReadOnly } = options;
  const store = observed(await openDatabase(options.database, given(), { ...settings, memory, orReadOnly }, log));
  const now = given === Date.now && store.now ? store.now : given;
  const files = await filesOf(store, options);
  const secret = await readSecret(store.reader);
  const presence = createPresence(settings.presenceMs, store.broadcast);
  const troubles = createTroubles(log, now);
  const hub = createEventHub(store, { presence, settings, now, troubles });
  const ownPaths = ownPathsOf(options.database, options.attachmentsFolder);
  const passwords = createPasswords(settings.passwordCost);
  const signIns = createSignIns(elapsed);
  const document = memoize(async () => JSON.stringify((await import('./openapi/document.ts')).openApi()));
  const own = { now, elapsed, log, secret, document, mailOut };
  const context = {
    store,
    settings,
    hub,
    presence,
    files,
    ownPaths,
    ownTokens: new Map(),
    passwords,
    signIns,
    troubles,
    readiness: createReadiness(store, files, elapsed),
    jobs: createJobRunner({ store, now, troubles, log }),
    ...own,
  };
  if (!store.isReadOnly) for (const job of jobsOf(context)) context.jobs.add(job);
  return context;
}

/** A new id of a request: 48 random bits, because every answer carries it and a log is searched for it. */
function newRequestId(): string {
  return randomUUID().slice(-12);
}

/** Opens a help center. Throws `DatabaseRefused` if its database cannot be used. */
export async function createCenter(options: CenterOptions): Promise<Center> {
  const context = await assemble(options);
  const answer = createApp(context, options.newId ?? newRequestId);
  return {
    fetch: async (request, address) => {
      const outgoing = await answer(request, address);
      if (isStream(outgoing)) return outgoing;
      const { body, ...head } = outgoing;
      return new Response(body, head);
    },
    answer,
    write: (work, concurrency) => writeTransaction(context, work, undefined, concurrency),
    read: work => readTransaction(context, work),
    context,
    close: async () => {
      await context.jobs.close();
      context.hub.close();
      context.presence.close();
      await context.store.close();
    },
  };
}
