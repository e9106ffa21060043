import type { Client } from '../client/client.ts';
import type { SafeText } from '../text/safe.ts';
import type { ChangeName, Title } from './change.ts';
import type { ArgsOf } from './changes/list.ts';
import type { DetailLine } from './detail/line.ts';
import type { SetTimer } from './detail/slices.ts';
import type { Storage } from './kept.ts';
import type { WorldStore } from './store.ts';
import type { Notice, Thread, World } from './world.ts';

/** What only the program round the desk can do; handed in. */
export interface Hooks {
  quit(code: number): void;
  suspend(): void;
  repaint(): void;
  /** Opens the text in the agent's own editor; resolves with what was saved. If the desk ends first, `keep` gets it. */
  editor(text: string, keep: (saved: string) => void): Promise<string>;
  /** Shows a text in the agent's own pager; resolves when it has ended. */
  pager(text: string): Promise<void>;
  /** Loads sample conversations into an embedded help center and says how many; absent elsewhere. */
  samples?(): Promise<SafeText>;
  /** Imports mail into an embedded help center, telling how far it is, and says what came of it; absent elsewhere. */
  importMail?(path: string, tell: (text: SafeText) => void): Promise<SafeText>;
  /** Completes the path of a file or folder on this machine; absent where none is asked for. */
  completePath?(typed: string): Promise<CompletedPath>;
  /** Takes up what an earlier version kept without noting whose it is; absent where nothing is kept on a disk. */
  claimKept?(): void;
  /** What was written to the terminal so far; absent where nobody counts. */
  traffic?(): Traffic;
}

/** A path as far as it can be completed, and the names that it can go on to; folders end with a slash. */
export interface CompletedPath {
  readonly path: string;
  readonly names: readonly SafeText[];
}

/** What the desk has written to the terminal. */
export interface Traffic {
  readonly totalBytes: number;
  readonly lastMinuteBytes: number;
  readonly frames: number;
  /** The last keys, those of one read together, the newest last; `bytes` until the next were pressed. */
  readonly keys: readonly { readonly names: readonly string[]; readonly bytes: number }[];
}

/** What an action's `run` gets: the store, the doors to it, and the world outside. */
export interface Desk extends Hooks {
  readonly store: WorldStore;
  readonly client: Client;
  readonly storage: Storage;
  readonly setTimer: SetTimer;
  /** Milliseconds since 1970, by a clock that may be set: for what is shown. */
  now(): number;
  /** Milliseconds on a clock that nobody sets: for every wait. */
  elapsed(): number;
  newKey(): string;
  /** The world as it is now. */
  world(): World;
  /** Puts some fields of the world; nothing else is derived. */
  set(part: Partial<World>): void;
  notify(notice: Notice): void;
  /** Makes a change: seen at once, sent by and by. Where it cannot be made (`whyNot`), a notice says so. */
  commit<N extends ChangeName>(name: N, args: ArgsOf<N>): void;
  /** The same change with other arguments for each, as one: one notice under `title`, one `z`. */
  commitEach<N extends ChangeName>(name: N, each: readonly ArgsOf<N>[], title: Title): void;
  /** Takes the agent's own last change back; makes it again. */
  undo(): void;
  redo(): void;
  /**
   * The lines of the detail as it is now, at the width of its pane; worked out once and kept. With `opened`: as it would
   * be with these passages opened; those are not kept.
   */
  detailLines(opened?: ReadonlySet<string>): readonly DetailLine[];
  /**
   * Works out the lines that a thread has with these passages opened, at these columns (absent: the detail's), between
   * the keys, and then calls `done`; at once where it is little or known. `isWanted` as in `inSlices`.
   */
  prepareLines(
    what: { readonly thread: Thread; readonly opened: ReadonlySet<string>; readonly columns?: number },
    done: () => void,
    isWanted?: () => boolean,
  ): void;
  /** Wakes the outbox; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  /** Stops every timer and read, for the end. What is not sent stays in the storage. */
  stop(): void;
  /** What is under way, by kind; a newer read of the same kind puts the older one aside. */
  readonly reads: Reads;
}

/** The reads that are under way, by kind. */
export interface Reads {
  /** Starts a read: aborts the one of the same kind before it. */
  begin(kind: string): Read;
  /** Remembers that the help center has just answered a change of these conversations. */
  answered(ids: Iterable<number>): void;
  stop(): void;
}
/** A read that was started. */
export interface Read {
  readonly signal: AbortSignal;
  /** False: a newer one has taken its place, or the desk has ended. */
  isCurrent(): boolean;
  /** A change of this conversation was answered while this read was under way: what it says is older. */
  isStale(id: number): boolean;
  end(): void;
}
