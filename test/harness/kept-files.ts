import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Center, createCenter } from '../../src/center/center.ts';
import { createCacheFile } from '../../src/cli/cache/cache-file.ts';
import { createFileCache } from '../../src/cli/cache/file-cache.ts';
import { createKeptDesk, type KeptDesk } from '../../src/cli/kept/desk.ts';
import { cachePath, viewsName } from '../../src/cli/kept/names.ts';
import { createViewsFile, type ViewsFile } from '../../src/cli/kept/views-file.ts';
import { createClient } from '../../src/client/client.ts';
import { createDesk } from '../../src/state/create-desk.ts';
import type { Desk } from '../../src/state/desk.ts';
import { loadCaller, loadPlaces } from '../../src/state/sync/places.ts';
import { t } from '../../src/text/safe.ts';
import { keyNames } from './key-names.ts';

/** The address of the help center in the files of a version. */
export const ADDRESS = 'https://help.example';
/** When they were made; the clocks of today's programs show it too, so that no token and no key has ended. */
const MADE_AT = Date.UTC(2026, 10, 27, 12);
/** Where the files of all versions are. */
export const VERSIONS = join(import.meta.dirname, '../fixtures');

/** Where the programs keep their files below a folder. */
export function placesIn(folder: string) {
  return {
    database: join(folder, 'center.db'),
    attachments: join(folder, 'attachments'),
    state: join(folder, 'state'),
    signIns: join(folder, 'state', 'sign-ins.json'),
    config: join(folder, 'config', 'frontdesk', 'config.toml'),
    dump: join(folder, 'center.postgres.sql'),
    frame: join(folder, 'state', `frame-${'0'.repeat(32)}.json`),
    views: join(folder, 'state', `${viewsName(ADDRESS)}.json`),
  };
}

/** Copies a folder; with `pack` its databases become small files without free pages, otherwise they are unpacked. */
export function copyKept(from: string, to: string, how: 'pack' | 'unpack'): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    if (how === 'unpack' && source.endsWith('.db.gz'))
      writeFileSync(target.slice(0, -3), gunzipSync(readFileSync(source)), { mode: 0o600 });
    else if (how === 'pack' && source.endsWith('.db')) writeFileSync(`${target}.gz`, packed(source));
    // Git does not keep that a file is its owner's alone.
    else writeFileSync(target, readFileSync(source), { mode: 0o600 });
  }
}

function packed(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec(`vacuum into '${path}.packed'`);
  database.close();
  return gzipSync(readFileSync(`${path}.packed`), { level: 9 });
}

/** The help center of a folder, on the clock of `MADE_AT`: its file, or another database with the same. */
export function openKeptCenter(folder: string, database = placesIn(folder).database): Promise<Center> {
  const { attachments } = placesIn(folder);
  const settings = { passwordCost: 4 };
  return createCenter({ database, attachmentsFolder: attachments, settings, now: () => MADE_AT, elapsed: () => 0 });
}

/** A desk without a screen on the files of a folder. */
export interface DeskOnFiles {
  readonly desk: Desk;
  readonly kept: KeptDesk;
  readonly cache: ReturnType<typeof createFileCache>;
  readonly views: ViewsFile;
  /** Without a link every request fails. */
  link(isUp: boolean): void;
  close(): void;
}

/** Opens it as an agent with this token; it has read who that is, and the inboxes. */
export async function openDeskOnFiles(
  folder: string,
  center: Center,
  { token, agent }: { readonly token: string; readonly agent: { readonly id: number; readonly name: string } },
): Promise<DeskOnFiles> {
  const { state, views } = placesIn(folder);
  let isUp = true;
  const now = () => MADE_AT;
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const kept = createKeptDesk({
    parent: state,
    center: ADDRESS,
    token,
    agent,
    now,
    repeat: () => undefined,
    isEditing: () => false,
    desk: () => desk,
  });
  const cache = createFileCache({ bounds: { days: 30, conversations: 100, megabytes: 10 }, now, setTimer });
  cache.use(createCacheFile({ path: cachePath(state, ADDRESS, { agent }), onProblem: fail }));
  const desk: Desk = createDesk({
    keyNames,
    client: createClient({
      baseUrl: ADDRESS,
      token: () => token,
      fetch: async request => (isUp ? center.fetch(request) : Promise.reject(new TypeError('no link'))),
    }),
    center: t`help center`,
    now,
    elapsed: () => performance.now(),
    setTimer,
    newKey: () => crypto.randomUUID(),
    storage: kept.storage,
    hooks: kept.hooks,
  });
  await Promise.all([loadCaller(desk), loadPlaces(desk)]);
  return {
    desk,
    kept,
    cache,
    views: createViewsFile({ path: views, center: ADDRESS, now }),
    link: up => {
      isUp = up;
    },
    close: () => {
      desk.stop();
      kept.storage.release();
      cache.end();
    },
  };
}

function fail(reason: unknown): never {
  throw new Error(String(reason));
}
