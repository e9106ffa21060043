import { dirname } from 'node:path';
import type { SetTimer } from '../../state/detail/slices.ts';
import type { Cache } from '../../state/kept/cache.ts';
import type { Conversation } from '../../state/world.ts';
import { clearFrames } from '../first-frame/frame-file.ts';
import type { Bounds } from './bounds.ts';
import type { CacheFile } from './cache-file.ts';
import { coverPath, eraseCache, isCoverOf, removeCover, writeCover } from './cover.ts';
import { findIn } from './find.ts';
import { cachedList, cachedPlaces, conversationIn, listKey, threadIn } from './forms.ts';
import { itemsOf } from './items.ts';
import { createQueue, type WriteQueue } from './queue.ts';

/** A cache in a file. */
export interface FileCache extends Cache {
  /** From now on it is the cache of this file. Values kept before go into it too. */
  use(file: CacheFile): void;
  /** Writes waiting values, and closes the file. */
  end(): void;
}

interface FileCacheOptions {
  readonly bounds: Bounds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
}

/** Makes a cache without a file. Values wait until the desk rests, and can be read meanwhile. */
export function createFileCache(options: FileCacheOptions): FileCache {
  const { now } = options;
  let file: CacheFile | undefined;
  let isCovered = false;
  const queue = createQueue({ ...options, file: () => (isCovered ? undefined : file) });
  /** Values from the file are there already. */
  let own = new WeakSet<object>();
  const fromFile = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) own.add(value);
    return value;
  };
  const clear = (): void => {
    queue.clear();
    file?.close();
    if (file) eraseCache(file.path);
  };
  const isOwn = (value: unknown): boolean => typeof value === 'object' && value !== null && own.has(value);
  const readers = readersOf(() => file, queue, fromFile);
  return {
    list: (query, rows) => (isCovered ? undefined : readers.list(query, rows)),
    conversations: ids => (isCovered ? [] : readers.conversations(ids)),
    thread: id => (isCovered ? undefined : readers.thread(id)),
    places: () => (isCovered ? undefined : readers.places()),
    isOn: true,
    isOwn,
    find: async (query, world, limit, isWanted = () => true) => {
      if (file) await queue.drain();
      return file && !isCovered && isWanted()
        ? findIn(file, { query, world, limit, isWanted })
        : { conversations: [], isMore: false };
    },
    keep: said => {
      for (const item of itemsOf(said)) if (!isOwn(item.value)) queue.add(item);
    },
    forget: ids => {
      for (const id of ids) queue.forget(id);
    },
    erase: ids => {
      for (const id of ids) queue.forget(id);
      queue.forgetLists();
      void queue.drain().then(() => {
        if (!file) return;
        clearFrames(dirname(file.path), coverPath(file.path));
        file.tidy(sql => sql('pragma wal_checkpoint(truncate)').all());
      });
    },
    forgetInboxes: ids => {
      for (const id of ids) queue.forgetInbox(id);
    },
    clear,
    cover: isErased => {
      isCovered = true;
      if (file) writeCover(file.path, now());
      if (isErased) clear();
    },
    isCovered: () => isCovered,
    uncover: () => {
      isCovered = false;
      if (file) removeCover(file.path);
      queue.wake();
    },
    use: next => {
      if (file && file.path !== next.path) queue.clear();
      file?.close();
      file = next;
      isCovered = isCoverOf(file.path);
      own = new WeakSet();
      queue.wake();
    },
    end: () => {
      queue.end();
      file?.close();
    },
  };
}

type Readers = Pick<Cache, 'list' | 'conversations' | 'thread' | 'places'>;

/** Waiting values are newer than those in the file. */
function readersOf(file: () => CacheFile | undefined, queue: WriteQueue, fromFile: <T>(value: T) => T): Readers {
  const select = (text: string, key: number | string): unknown =>
    file()?.read(sql => sql(text).get(key), undefined)?.value;
  const conversationOf = (id: number): Conversation | undefined => {
    const said = queue.get('conversation', id)?.value;
    if (said || queue.get('forget', id)) return said;
    const kept = conversationIn(select('select value from conversation where id = ?', id));
    const isForgotten = kept && kept.inbox_id !== null && queue.get('forgetInbox', kept.inbox_id) !== undefined;
    return isForgotten ? undefined : fromFile(kept);
  };
  return {
    list: (query, rows) => {
      const of = listKey(query);
      const kept = queue.get('list', of)?.value ?? cachedList(select('select value from list where key = ?', of));
      if (!kept) return undefined;
      const wanted = kept.ids.slice(0, rows);
      const conversations = wanted.flatMap(id => conversationOf(id) ?? []);
      // Missing parts must be read again.
      return { ...kept, conversations, etag: conversations.length === wanted.length ? kept.etag : null };
    },
    conversations: ids => ids.flatMap(id => conversationOf(id) ?? []),
    thread: id => {
      // Without its conversation it is of no use, and may have been forgotten with its inbox.
      if (!conversationOf(id)) return undefined;
      const said = queue.get('thread', id)?.value;
      if (said) return { ...said, isCached: true };
      if (queue.get('forget', id)) return undefined;
      const thread = threadIn(select('select value from thread where id = ?', id));
      if (thread) queue.add({ kind: 'use', of: id, value: null });
      return thread;
    },
    places: () => {
      const rows = file()?.read(sql => sql('select name, value from place').all(), []) ?? [];
      const places = cachedPlaces(new Map(rows.map(({ name, value }) => [String(name), value])));
      for (const part of Object.values(places ?? {})) fromFile(part);
      return places;
    },
  };
}
