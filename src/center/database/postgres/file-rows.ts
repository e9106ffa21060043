import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { openCollector } from '../collect-garbage.ts';
import { DAY_MS, type Files, type Finished, type GoneFile, hashPattern, type IncomingFile } from '../files.ts';
import type { Store } from '../store.ts';
import type { Db } from '../tables.ts';

/** The size of every part of a file, except the last one, in bytes. */
const PART_BYTES = 256 * 1_024;
/** How many parts one statement stores or reads: each is a round trip. */
const PARTS_AT_ONCE = 4;

/** Names that are not hashes: of a file that is being received, and of a mark of a copy that reads the files. */
const RECEIVED = 'part-';
const HELD = 'held-';

async function rowsOf<Row>(query: RawBuilder<Row>, db: Db): Promise<readonly Row[]> {
  return (await query.execute(db)).rows;
}

/**
 * Stores parts of a file from the number `n` on. They are safe on the disk when the file has its name: until then nothing
 * waits for the disk.
 */
async function putParts({ reader }: Store, name: string, n: number, bytes: Uint8Array): Promise<void> {
  const rows = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, at) => {
    const part = bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES);
    return sql`(${n + at}::integer, ${part}::bytea)`;
  });
  await sql`insert into attachment_part (hash, n, kept_at, bytes)
    select ${name}, part.n, ${Date.now()}::bigint, part.bytes
    from set_config('synchronous_commit', 'off', true), (values ${sql.join(rows)}) as part (n, bytes)
    on conflict do nothing`.execute(reader);
}

/** Stores a file of one part. Returns when it arrived, later than any time before. */
async function putWhole({ reader }: Store, name: string, bytes: Uint8Array, keptAt: number): Promise<number> {
  const query = sql<{ kept_at: number }>`insert into attachment_part (hash, n, kept_at, bytes)
    values (${name}, 0, ${keptAt}, ${bytes})
    on conflict (hash, n) do update set kept_at = greatest(excluded.kept_at, attachment_part.kept_at + 1)
    returning kept_at`;
  return (await rowsOf(query, reader))[0]!.kept_at;
}

/** Gives a file of several parts its name; if the same content is there, that is marked as arrived again. */
async function rename(db: Db, from: string, hash: string, keptAt: number): Promise<number> {
  const touching = sql<{ kept_at: number }>`update attachment_part set kept_at = greatest(${keptAt}, kept_at + 1)
    where hash = ${hash} and n = 0 returning kept_at`;
  const [again] = await rowsOf(touching, db);
  if (again) await sql`delete from attachment_part where hash = ${from}`.execute(db);
  else await sql`update attachment_part set hash = ${hash}, kept_at = ${keptAt} where hash = ${from}`.execute(db);
  return again?.kept_at ?? keptAt;
}

/** Deletes a file unless it arrived again after `usedAt`. Waits for one that is arriving. */
async function removeOne({ reader }: Store, name: string, usedAt: number): Promise<void> {
  await sql`with gone as materialized (
      select hash from attachment_part where hash = ${name} and n = 0 and kept_at <= ${usedAt} for update)
    delete from attachment_part using gone where attachment_part.hash = gone.hash`.execute(reader);
}

type Collect = () => Promise<void>;

/** Collects the garbage that a statement with parts has made: V8 would let 64 MiB of it pile up. */
function createCollect(): Collect {
  let collector: ReturnType<typeof openCollector> | undefined;
  return async () => {
    collector ??= openCollector();
    (await collector)({ type: 'minor' });
  };
}

function receive(store: Store, collect: Collect): IncomingFile {
  const name = `${RECEIVED}${randomUUID()}`;
  const hashing = createHash('sha256');
  let [size, parts, filled] = [0, 0, 0];
  // One of them is stored while the other one is filled.
  let [filling, other] = [Buffer.allocUnsafe(PART_BYTES), Buffer.alloc(0)];
  let storing: Promise<void> = Promise.resolve();
  const put = async () => {
    await storing;
    await collect();
    storing = putParts(store, name, parts, filling.subarray(0, filled));
    // The next ones, or the end, get its failure.
    storing.catch(() => undefined);
    parts += Math.ceil(filled / PART_BYTES);
    const next = other.length > 0 ? other : Buffer.allocUnsafe(PARTS_AT_ONCE * PART_BYTES);
    [filled, filling, other] = [0, next, filling];
  };
  return {
    write: async chunk => {
      hashing.update(chunk);
      size += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        if (filled === filling.length) await put();
        const some = chunk.subarray(at, at + filling.length - filled);
        filling.set(some, filled);
        [at, filled] = [at + some.length, filled + some.length];
      }
    },
    finish: async (keptAt = Date.now()): Promise<Finished> => {
      const hash = hashing.digest('hex');
      if (parts === 0) return { hash, size, keptAt: await putWhole(store, hash, filling.subarray(0, filled), keptAt) };
      await put();
      await storing;
      return { hash, size, keptAt: await store.write(db => rename(db, name, hash, keptAt), true) };
    },
    discard: async () => {
      // The failure was reported already.
      await storing.catch(() => undefined);
      if (parts > 0) await sql`delete from attachment_part where hash = ${name}`.execute(store.reader);
    },
  };
}

/**
 * The parts of a file from one number to another, as far as it has them. They come as Base64, which is shorter than
 * PostgreSQL's hexadecimal form and takes half the processor time to read.
 */
async function readParts({ reader }: Store, hash: string, from: number, to: number): Promise<readonly Uint8Array[]> {
  const query = sql<{ text: string }>`select encode(bytes, 'base64') as text from attachment_part
    where hash = ${hash} and n between ${from} and ${to} order by n`;
  return (await rowsOf(query, reader)).map(({ text }) => Buffer.from(text, 'base64'));
}

/**
 * The bytes from `from` to `to`, of which `first` is the first part. No connection is held while a reader is slow.
 * If the file is moved away while it is read, `rest` opens the remaining part in its new place.
 */
async function* bytesOf(
  { store, rest, collect }: { readonly store: Store; readonly rest: Files['open']; readonly collect: Collect },
  hash: string,
  first: Uint8Array,
  from: number,
  to: number,
) {
  let parts: readonly Uint8Array[] = [first];
  for (let at = Math.floor(from / PART_BYTES); parts.length > 0; ) {
    const next = at + parts.length;
    const last = Math.min(next + PARTS_AT_ONCE - 1, Math.floor(to / PART_BYTES));
    const isEnd = parts.at(-1)!.length < PART_BYTES || last < next;
    // The database reads the next ones while these are sent.
    const coming = isEnd ? Promise.resolve([]) : readParts(store, hash, next, last);
    // The reader may have left. One that reads on gets the failure.
    coming.catch(() => undefined);
    for (const [index, part] of parts.entries()) {
      const begin = (at + index) * PART_BYTES;
      yield part.subarray(Math.max(0, from - begin), to - begin + 1);
    }
    [at, parts] = [next, await coming];
    const left = isEnd || parts.length > 0 ? undefined : await rest(hash, at * PART_BYTES, to);
    if (left) yield* left as unknown as AsyncIterable<Uint8Array>;
    if (!isEnd) await collect();
  }
}

/** Whether a copy holds the files. */
async function isHeld({ reader }: Store, now = Date.now()): Promise<boolean> {
  const held = sql`select from attachment_part where hash like ${`${HELD}%`} and kept_at > ${now - DAY_MS} limit 1`;
  return (await rowsOf(held, reader)).length > 0;
}

async function reap(store: Store, named: ReadonlySet<string>, now: number): Promise<number> {
  const old = now - DAY_MS - 1;
  const query = sql<{ hash: string }>`select hash from attachment_part where n = 0 and kept_at <= ${old}`;
  const rows = await rowsOf(query, store.reader);
  const held = await isHeld(store, now);
  let reaped = 0;
  for (const { hash } of rows) {
    const isFile = hashPattern.test(hash);
    if (isFile && (held || named.has(hash))) continue;
    await removeOne(store, hash, old);
    if (isFile) reaped += 1;
  }
  return reaped;
}

/**
 * Files as rows of the database: every server sees them, and every backup of the database has them. `rest` opens a file
 * that was moved away while it was read.
 */
export function createFileRows(store: Store, rest: Files['open']): Files {
  /** Files that could not be deleted because a copy held them. */
  let waiting: readonly GoneFile[] = [];
  const collect = createCollect();
  return {
    place: () => 'the database',
    receive: async () => receive(store, collect),
    open: async (hash, from = 0, to = Number.MAX_SAFE_INTEGER) => {
      const number = Math.floor(from / PART_BYTES);
      const [first] = await readParts(store, hash, number, number);
      if (first === undefined) return undefined;
      return Readable.toWeb(
        Readable.from(bytesOf({ store, rest, collect }, hash, first, from, to)),
      ) as ReadableStream<Uint8Array>;
    },
    names: async () => {
      const rows = await rowsOf(sql<{ hash: string }>`select hash from attachment_part where n = 0`, store.reader);
      return new Set(rows.flatMap(({ hash }) => (hashPattern.test(hash) ? hash : [])));
    },
    hold: async () => {
      const name = `${HELD}${randomUUID()}`;
      await putWhole(store, name, new Uint8Array(), Date.now());
      return () => removeOne(store, name, Number.MAX_SAFE_INTEGER);
    },
    remove: async gone => {
      waiting = [...waiting, ...gone];
      if (waiting.length === 0) return true;
      if (await isHeld(store)) return false;
      const going = waiting;
      waiting = [];
      for (const { hash, usedAt } of going) await removeOne(store, hash, Math.floor(usedAt));
      return true;
    },
    shared: () => undefined,
    reap: (named, now) => reap(store, named, now),
  };
}
