import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { threadFile } from '../../database/thread-file.ts';
import { cutToBytes, MAX_LISTED_BYTES } from './part.ts';

/** At most this much of the HTML is read, in characters. */
const MAX_HTML = 262_144;
const CUT_SHORT = '\n\n[The rest of this HTML message is too long to be shown as text.]';
const TOO_MUCH = '[This HTML message is too much work to be shown as text.]';
/** Hostile HTML of this length takes about a second of a busy machine. */
const PATIENCE_MS = 20_000;
const HEAP_MIB = 96;

/** Converts HTML in a thread of its own: it holds up no other request, and takes no more memory than it may. */
async function inThread(html: string): Promise<string> {
  // Only this needs threads: a desk starts without them.
  const { Worker } = await import('node:worker_threads');
  return new Promise(done => {
    const worker = new Worker(threadFile('html-thread', import.meta.url), {
      name: 'html',
      workerData: html,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    const end = (text: string) => {
      clearTimeout(patience);
      void worker.terminate();
      done(text);
    };
    const patience = setTimeout(() => end(TOO_MUCH), PATIENCE_MS);
    worker.once('message', end);
    // A mail reader has read the same HTML before: only memory can be lacking here.
    worker.once('error', () => end(TOO_MUCH));
  });
}

/** As much of a message's HTML as `htmlText` reads, and a bit more if there is; null if it has none. */
export async function readHtml(db: Db, messageId: number): Promise<string | null> {
  const row = await db
    .selectFrom('message')
    .select(sql<string | null>`substr(body_html, 1, ${sql.lit(MAX_HTML + 1)})`.as('html'))
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.html ?? null;
}

/**
 * The words of a message's HTML, as raw text of about 256 KiB at most; null if it has no HTML. It may take many seconds: no
 * transaction should be open meanwhile.
 */
export async function htmlText(html: string | null): Promise<string | null> {
  if (html === null) return null;
  const text = await inThread(html.slice(0, MAX_HTML));
  const begins = cutToBytes(text, MAX_LISTED_BYTES);
  return begins === undefined && html.length <= MAX_HTML ? text : `${(begins ?? text).trimEnd()}${CUT_SHORT}`;
}
