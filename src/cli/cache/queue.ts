import { setImmediate as turn } from 'node:timers/promises';
import type { SetTimer } from '../../state/detail/slices.ts';
import { type Bounds, shrink, trim } from './bounds.ts';
import type { CacheFile } from './cache-file.ts';
import { type Item, itemKey, writeItem } from './items.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
type Kind = Item['kind'];

/** Values are written when nothing more has come for this long, or when they have waited for too long. */
const REST_MS = 1_000;
const MAX_REST_MS = 10_000;
/** Lists and places change with every change of a conversation. Each time is not worth a write: the end writes the last. */
const SELDOM: readonly Kind[] = ['list', 'place'];
const SELDOM_MS = 30_000;
/** After a write that failed: most often another desk was writing. */
const RETRY_MS = 5_000;
/** How long a transaction may take before keys get their turn. */
const SLICE_MS = 4;
/** More than this does not wait: the oldest is not kept. */
const MAX_WAITING = 20_000;
/** The end of the desk does not wait longer than this for the disk. */
const MAX_END_MS = 300;

type ItemOf<K extends Kind> = Extract<Item, { readonly kind: K }>;

/** Values that wait to be written: of each kind the newest. They are written while the desk rests. */
export interface WriteQueue {
  get<K extends Kind>(kind: K, of: ItemOf<K>['of']): ItemOf<K> | undefined;
  add(item: Item): void;
  /** Forgets a conversation, here and in the file. */
  forget(id: number): void;
  forgetInbox(id: number): void;
  /** Forgets all lists: their keys contain the words of searches. */
  forgetLists(): void;
  clear(): void;
  /** A file exists: waiting values go into it. */
  wake(): void;
  /** Writes all of it while keys are served. */
  drain(): Promise<void>;
  /** Writes all of it, as far as there is time. */
  end(): void;
}

interface QueueOptions {
  readonly bounds: Bounds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** Undefined while it is not known whose it is. */
  readonly file: () => CacheFile | undefined;
}

/** Makes one. */
export function createQueue({ bounds, now, setTimer, file }: QueueOptions): WriteQueue {
  const waiting = new Map<string, Item>();
  let cancel: (() => void) | undefined;
  let waitsSince = 0;
  let seldomAt = Number.NEGATIVE_INFINITY;
  let isTidy = true;
  const today = (): number => Math.floor(now() / DAY_MS);
  const later = (ms: number): void => {
    cancel?.();
    cancel = setTimer(work, ms);
  };
  const wake = (): void => {
    if (waiting.size > 0) later(Math.max(0, Math.min(REST_MS, waitsSince + MAX_REST_MS - now())));
  };
  const put = (item: Item): void => {
    const key = itemKey(item);
    if (waiting.size === 0) waitsSince = now();
    if (waiting.size >= MAX_WAITING && !waiting.has(key)) waiting.delete(waiting.keys().next().value!);
    waiting.set(key, item);
    wake();
  };
  const forget = (of: number): void => {
    for (const kind of ['conversation', 'thread'] as const) waiting.delete(itemKey({ kind, of }));
    put({ kind: 'forget', of, value: null });
  };
  const due = (isAll: boolean): readonly (readonly [string, Item])[] => {
    const all = [...waiting];
    return isAll || now() - seldomAt >= SELDOM_MS ? all : all.filter(([, { kind }]) => !SELDOM.includes(kind));
  };
  /** Writes some of this; false if it failed. */
  const writeSome = (items: readonly (readonly [string, Item])[]): boolean => {
    const done: Item[] = [];
    const isWritten = file()?.write(sql => {
      done.length = 0;
      const until = performance.now() + SLICE_MS;
      for (const [, item] of items) {
        // In order: a later item may restore a part that this one forgets.
        if (writeItem(sql, item, today())) break;
        done.push(item);
        if (performance.now() > until) break;
      }
    });
    if (!isWritten) return false;
    for (const item of done) waiting.delete(itemKey(item));
    if (done.some(({ kind }) => SELDOM.includes(kind))) seldomAt = now();
    isTidy = false;
    return true;
  };
  const work = (): void => {
    cancel = undefined;
    const at = file();
    if (!at) return;
    const items = due(false);
    if (items.length > 0) later(writeSome(items) ? 0 : RETRY_MS);
    else if (!isTidy) {
      isTidy = !tidySome(at, bounds, today());
      later(REST_MS);
    } else if (waiting.size > 0) later(seldomAt + SELDOM_MS - now());
  };
  return {
    get: <K extends Kind>(kind: K, of: ItemOf<K>['of']) => waiting.get(itemKey({ kind, of })) as ItemOf<K> | undefined,
    add: put,
    forget,
    forgetInbox: of => {
      for (const { kind, of: id, value } of [...waiting.values()])
        if (kind === 'conversation' && value.inbox_id === of) forget(id);
      put({ kind: 'forgetInbox', of, value: null });
    },
    forgetLists: () => {
      for (const [key, { kind }] of [...waiting]) if (kind === 'list') waiting.delete(key);
      put({ kind: 'forgetLists', of: 'all', value: null });
    },
    clear: () => waiting.clear(),
    wake,
    drain: async () => {
      while (waiting.size > 0 && writeSome(due(true))) await turn();
    },
    end: () => {
      cancel?.();
      const until = performance.now() + MAX_END_MS;
      while (waiting.size > 0 && performance.now() < until && writeSome(due(true)));
    },
  };
}

/** Removes a little of the excess; returns whether there is more to do. */
function tidySome(file: CacheFile, bounds: Bounds, day: number): boolean {
  let isMore = false;
  file.write(sql => {
    isMore = trim(sql, bounds, day);
  });
  if (isMore) return true;
  file.tidy(sql => {
    isMore = shrink(sql);
  });
  return isMore;
}
