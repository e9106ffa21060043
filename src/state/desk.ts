import type { ApiError } from '../client/api-error.ts';
import type { Client } from '../client/client.ts';
import type { ChangeName, Title } from './changes/change.ts';
import type { ArgsOf } from './changes/list.ts';
import type { WorldStore } from './changes/store.ts';
import type { DetailLine, Opened } from './detail/line.ts';
import type { Room } from './detail/line-cache.ts';
import type { SetTimer } from './detail/slices.ts';
import type { Host } from './host.ts';
import type { Cache } from './kept/cache.ts';
import type { Storage } from './kept/storage.ts';
import type { Derived, Notice, Thread, World } from './world.ts';

/** How much a desk may read ahead, in bytes of the help center's, and how long it remembers. */
export interface ReadAheadAllowance {
  /** In one run, while the cursor rests. */
  readonly ahead: number;
  /** Each time that conversations are taken along. */
  readonly along: number;
  /** How long the agent's acts can be listed and taken back, in milliseconds; absent: without end. */
  readonly journalMs?: number;
}

/** The context of an action's `run`: the store, the functions that change it, and the world outside. */
export interface Desk {
  /** The services of the program around it. */
  readonly hooks: Host;
  readonly store: WorldStore;
  readonly client: Client;
  readonly storage: Storage;
  readonly cache: Cache;
  readonly allowance: ReadAheadAllowance;
  readonly setTimer: SetTimer;
  /** Milliseconds since 1970, by this machine's clock, which can be set: for data that is kept on this machine. */
  now(): number;
  /** The same by the help center's clock: for times from and to it. */
  centerNow(): number;
  /** Milliseconds on a monotonic clock: for every wait. */
  elapsed(): number;
  /** Milliseconds since the machine started, its sleep included: for how long ago something was. */
  uptime(): number;
  /** From 0 up to 1, so that many desks do not act at the same moment. */
  random(): number;
  newKey(): string;
  /** The world as it is now. */
  world(): World;
  /** Sets some fields of the world; derived fields stay as they are. */
  set(part: Partial<Omit<World, Derived>>): void;
  notify(notice: Notice): void;
  /** Makes a change: shown at once, sent later. If it cannot be made (`whyInvalidArgs`), a notice says so. */
  commit<N extends ChangeName>(name: N, args: ArgsOf<N>): void;
  /** The same change with different arguments for each, as one: one notice under `title`, one `z`. */
  commitEach<N extends ChangeName>(name: N, each: readonly ArgsOf<N>[], title: Title): void;
  /** Undoes the agent's own last change; makes it again. */
  undo(): void;
  redo(): void;
  /**
   * The lines of the detail as it is now, at the width of its pane; computed once and cached. With `opened`: as if
   * these passages were opened.
   */
  detailLines(opened?: Opened): readonly DetailLine[];
  /**
   * Works out the lines of a thread with these passages opened, at these columns (default: the detail's), while keys
   * are served, and then calls `done`; at once if there is little to do. `isWanted` as in `inSlices`.
   */
  prepareLines(
    what: { readonly thread: Thread; readonly opened: Opened; readonly room?: Room },
    done: () => void,
    isWanted?: () => boolean,
  ): void;
  /**
   * Asks for the help center’s epoch if the link has failed since it was read: the help center may be a restored one.
   * Resolves with the failure if it cannot be read now.
   */
  sureOfEpoch(): Promise<ApiError | undefined>;
  /** Wakes the outbox; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  /** The link is back: wakes the outbox, but not before the time that the help center asked to wait. */
  linkIsBack(): void;
  /** Stops every timer and read, before the end. Unsent changes stay in the storage. */
  stop(): void;
  /** The kinds of reads; a newer read of a kind replaces the older one. */
  readonly reads: Reads;
  /** The state of the link to the help center, from all calls of `client`. */
  readonly contact: Liveness;
}

/** Hears of every answer and failure of the help center. */
export interface LivenessListener {
  readonly heard: () => void;
  readonly failed: (error: ApiError) => void;
  /** The agent wants to know now whether it answers. */
  readonly asked?: () => void;
}

/** The signs of life of the help center. */
export interface Liveness {
  /** The last one: in milliseconds since 1970 and on the clock of `elapsed`; the desk's start if there was none. */
  last(): { readonly at: number; readonly elapsed: number };
  /** Whether there ever was one. */
  hasHeard(): boolean;
  /** The failure of the last call; null if the help center answered since, or no call has failed. */
  failure(): ApiError | null;
  /** Whether the last reads were answered so quickly that much can be asked for at once. */
  isQuick(): boolean;
  /** Notes a sign of life, such as a byte of a stream. */
  heard(): void;
  /** Asks for a sign of life at once, if anybody listens. */
  ask(): void;
  /** While the desk is offline, reads fail at once with this error; null: they are sent. A sign of life ends it. */
  lose(error: ApiError | null): void;
  /** Returns a function that ends it. */
  listen(listener: LivenessListener): () => void;
  /** Gives up the calls that got no byte after this moment of `elapsed`: their connections are lost. */
  giveUpSilent(since: number): void;
}

/** The reads in progress, by kind. */
export interface Reads {
  /** Starts a read and aborts the earlier one of the same kind. */
  begin(kind: string): Read;
  /** Resolves when no read of this kind is in progress. */
  ended(kind: string): Promise<void>;
  /** Notes that the help center has just answered a change of these conversations. */
  answered(ids: Iterable<number>): void;
  /** Notes that the help center has just reported a change of these conversations. */
  told(ids: Iterable<number>): void;
  stop(): void;
}
/** A read in progress. */
export interface Read {
  readonly signal: AbortSignal;
  /** False if a newer one has replaced it, or the desk has ended. */
  isCurrent(): boolean;
  /** Whether a change of this conversation was answered or reported during this read: then the read's data is older. */
  isStale(id: number): boolean;
  /** Whether a change of any conversation was answered during this read. */
  isOvertaken(): boolean;
  end(): void;
}
