import { promisify } from 'node:util';
import { isFilling } from '../database/migrations/to-fill.ts';
import type { Filling, ModelContext } from '../model/context.ts';
import { fillSome } from '../model/filling/fill.ts';
import { type Head, type HeadBatch, nextHeads, sourceOf, storeHeads } from '../model/filling/heads.ts';
import { write } from '../model/transaction.ts';
import type { MailReader } from './mail-reader.ts';

/** How long after the opening it begins, in milliseconds: a short run does not need it. */
const START_MS = 1_000;

/** The pause between two steps, in milliseconds, for other writers. */
const REST_MS = 20;

/** The pause after a failed step, in milliseconds. */
const RETRY_MS = 60_000;

async function unpack(packed: Uint8Array): Promise<Buffer> {
  const { gunzip } = await import('node:zlib');
  return promisify(gunzip)(packed);
}

/** Reads stored mails again, in a separate thread. */
function createRereading(context: ModelContext) {
  const ended = Promise.withResolvers<undefined>();
  let isEnded = false;
  let reader: MailReader | undefined;

  const headOf = async (sourceHash: string): Promise<Head | undefined> => {
    const raw = await sourceOf(context.store.reader, sourceHash);
    // A mail that can no longer be read keeps the known data.
    const bytes = raw && (await unpack(raw).catch(() => undefined));
    if (!bytes) return undefined;
    reader ??= (await import('./mail-reader.ts')).createMailReader();
    const found = { source: sourceHash, raw: bytes, isQuoted: false, fileTime: undefined };
    const mail = await Promise.race([reader.read(found, context.now()), ended.promise]);
    return mail === undefined || 'reason' in mail ? undefined : mail;
  };

  return {
    /** The heads of these mails, by message; undefined if it was ended meanwhile. */
    read: async ({ mails }: HeadBatch): Promise<ReadonlyMap<number, Head> | undefined> => {
      const heads = new Map<number, Head>();
      for (const { messageId, sourceHash } of mails) {
        const head = await headOf(sourceHash);
        if (isEnded) return undefined;
        if (head) heads.set(messageId, { from: head.from, to: head.to, cc: head.cc, isAutomatic: head.isAutomatic });
      }
      return heads;
    },
    /** Ends the thread until it is needed again. */
    rest: async (): Promise<void> => {
      await reader?.close();
      reader = undefined;
    },
    /** Ends it even while it reads a mail. */
    end: (): void => {
      isEnded = true;
      ended.resolve(undefined);
    },
  };
}

/** Begins a second after the start and works step by step while the help center serves. */
export function createFilling(context: ModelContext): Filling {
  const rereading = createRereading(context);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  /** Does one step. Returns whether more may be left. */
  const fill = async (): Promise<boolean> => {
    if (!(await isFilling(context.store.reader))) return false;
    const batch = await context.store.read(nextHeads);
    if (!batch) {
      await write(context, fillSome);
      return true;
    }
    const heads = await rereading.read(batch);
    if (heads) await write(context, work => storeHeads(work, batch, heads));
    return heads !== undefined;
  };

  const wait = (delayMs: number): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      underWay = step();
    }, delayMs).unref();
  };

  const step = async (): Promise<void> => {
    try {
      if (await fill()) wait(REST_MS);
      else await rereading.rest();
    } catch {
      // The step was rolled back, and nothing is lost.
      wait(RETRY_MS);
    }
  };

  wait(START_MS);
  return {
    run: async () => {
      while (await fill());
      await rereading.rest();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      rereading.end();
      await underWay;
      await rereading.rest();
    },
  };
}
