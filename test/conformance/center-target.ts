import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Center } from '../../src/center/center.ts';
import type { Store } from '../../src/center/database/store.ts';
import { createCenter } from '../harness/center.ts';
import { newDatabase } from '../harness/databases.ts';
import type { Target } from './target.ts';

const apiKey = 'conformance-key-conformance-key';
const firstMs = Date.UTC(2025, 10, 20, 9);
/** So much later is each request than the one before. */
const TICK_MS = 7;

/** How a center is reached: by calling it, or over a connection. */
export type Reach = (
  center: Center,
) => Promise<{ baseUrl: string; fetch(request: Request): Promise<Response>; close(): Promise<void> }>;

/** Calls the center as a function. */
export const inProcess: Reach = async center => ({
  baseUrl: 'http://desk.example',
  fetch: request => center.fetch(request),
  close: async () => undefined,
});

function noStorage(): never {
  throw Object.assign(new Error('The disk does not answer.'), { code: 'EIO' });
}

const brokenStore: Partial<Store> = {
  reader: new Proxy({} as Store['reader'], { get: noStorage }),
  read: async () => noStorage(),
  write: async () => noStorage(),
};

async function whileFailing<T>(center: Center, work: () => Promise<T>): Promise<T> {
  const { store } = center.context;
  const sound = { ...store };
  Object.assign(store, brokenStore);
  try {
    return await work();
  } finally {
    Object.assign(store, sound);
  }
}

function holdWrites({ context: { store } }: Center): () => void {
  const { write } = store;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  Object.assign(store, { write: (work: Parameters<Store['write']>[0]) => released.then(() => write(work)) });
  return () => {
    Object.assign(store, { write });
    release();
  };
}

/** Opens an empty center with a new database, its clock controlled by the suite. */
export async function openCenterTarget(
  reach: Reach,
  { sendDelayMs, ...settings }: NonNullable<Parameters<NonNullable<Target['fresh']>>[0]> = {},
): Promise<Target> {
  const attachmentsFolder = await mkdtemp(join(tmpdir(), 'frontdesk-conformance-'));
  let now = firstMs;
  const database = await newDatabase();
  const center = await createCenter({
    database: database.name,
    attachmentsFolder,
    now: () => now,
    elapsed: () => now,
    mailOut: sendDelayMs === undefined ? undefined : { sendDelayMs, ratingDelayMs: 0, publicUrl: null },
    settings: {
      apiKeys: [apiKey],
      passwordCost: 4,
      rateLimit: 1_000_000,
      pollMs: 20,
      ...database.settings,
      ...settings,
    },
  });
  const reached = await reach(center);
  return {
    baseUrl: reached.baseUrl,
    apiKey,
    run: 'r',
    fetch: request => {
      now += TICK_MS;
      return reached.fetch(request);
    },
    fresh: own => openCenterTarget(reach, own),
    whileStorageFails: work => whileFailing(center, work),
    holdWrites: () => holdWrites(center),
    clock: {
      now: () => now,
      advance: ms => {
        now += ms;
      },
    },
    close: async () => {
      await reached.close();
      await center.close();
      await database.drop();
      await rm(attachmentsFolder, { recursive: true, force: true });
    },
  };
}
