import { setImmediate as turn } from 'node:timers/promises';
import type { SetTimer } from '../../state/detail/slices.ts';
import { type Bounds, shrink, trim } from './bounds.ts';
import type { CacheFile } from './cache-file.ts';
import { type Item, itemKey, writeItem } from './items.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** What was said is written when nothing more has come for this long, or when it has waited for too long. */
const REST_MS = 1_000;
const MAX_REST_MS = 10_000;
/** After a write that failed: most often another desk was writing. */
const RETRY_MS = 5_000;
/** How long a transaction may take before keys get their turn. */
const SLICE_MS = 4;
/** More than this does not wait: the oldest is not kept. */
const MAX_WAITING = 20_000;
/** The end of the desk does not wait longer than this for the disk. */
const MAX_END_MS = 300;

type Kind = Item['kind'];
type ItemOf<K extends Kind> = Extract<Item, { readonly kind: K }>;

/** What waits to be written: of each thing the newest. It is written while the desk rests. */
export interface Queue {
  get<K extends Kind>(kind: K, of: ItemOf<K>['of']): ItemOf<K> | undefined;
  add(item: Item): void;
  /** Forgets a conversation, here and in the file. */
  forget(id: number): void;
  forgetInbox(id: number): void;
  clear(): void;
  /** A file is there: what waits goes into it. */
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
export function createQueue({ bounds, now, setTimer, file }: QueueOptions): Queue {
  const waiting = new Map<string, Item>();
  let cancel: (() => void) | undefined;
  let waitsSince = 0;
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
  /** Writes some of it; false if it failed. */
  const writeSome = (): boolean => {
    const done: string[] = [];
    const isWritten = file()?.write(sql => {
      done.length = 0;
      const until = performance.now() + SLICE_MS;
      for (const [key, item] of waiting) {
        // In order: what follows may say again what this one forgets.
        if (writeItem(sql, item, today())) break;
        done.push(key);
        if (performance.now() > until) break;
      }
    });
    if (isWritten) for (const key of done) waiting.delete(key);
    isTidy &&= isWritten !== true;
    return isWritten === true;
  };
  const work = (): void => {
    cancel = undefined;
    const at = file();
    if (!at) return;
    if (waiting.size > 0) later(writeSome() ? 0 : RETRY_MS);
    else if (!isTidy) {
      isTidy = !tidySome(at, bounds, today());
      if (!isTidy) later(REST_MS);
    }
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
    clear: () => waiting.clear(),
    wake,
    drain: async () => {
      while (waiting.size > 0 && writeSome()) await turn();
    },
    end: () => {
      cancel?.();
      const until = performance.now() + MAX_END_MS;
      while (waiting.size > 0 && performance.now() < until && writeSome());
    },
  };
}

/** Removes a little of what is too much; returns whether there is more to do. */
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
