import type { ApiError } from '../client/api-error.ts';
import type { Client } from '../client/client.ts';
import type { SafeText } from '../text/safe.ts';
import type { Cache } from './cache.ts';
import type { ChangeName, Title } from './change.ts';
import type { ArgsOf } from './changes/list.ts';
import type { WorldStore } from './changes/store.ts';
import type { Connector } from './connector.ts';
import type { DetailLine, Opened } from './detail/line.ts';
import type { SetTimer } from './detail/slices.ts';
import type { FileCopies } from './files/attached-file.ts';
import type { Storage } from './kept.ts';
import type { MailState } from './mail-state.ts';
import type { TokenHolder } from './token-holder.ts';
import type { ViewsEdit, ViewsEdited } from './view-edits.ts';
import type { DraftKey, Notice, Thread, World } from './world.ts';

/** The services of the program around the desk. */
export interface Hooks {
  quit(code: number): void;
  suspend(): void;
  repaint(): void;
  /**
   * Opens the text in the agent's own editor; resolves with the saved text. If the desk ends first, `keep` receives it.
   */
  editor(text: string, keep: (saved: string) => void): Promise<string>;
  /** Puts a text on the clipboard of the person's terminal; false if the terminal surely does not take it. */
  copy(text: string): boolean;
  /** Rings the terminal's bell; absent if the agent wants none. */
  ring?(): void;
  /** The address of a conversation at its help center; absent if it has none, as an embedded one. */
  linkTo?(conversationId: number): SafeText;
  /** Opens a link with the program of the settings; rejects with the reason. Absent without the setting. */
  openLink?(url: string): Promise<void>;
  /** Shows a text in the agent's own pager; resolves when it has ended. */
  pager(text: string): Promise<void>;
  /** Loads sample conversations into an embedded help center and returns their number; absent for any other. */
  samples?(): Promise<SafeText>;
  /** Imports mail into an embedded help center, reports its progress and returns the result; absent for any other. */
  importMail?(path: string, tell: (text: SafeText) => void): Promise<SafeText>;
  /** Reads how mail is set up for an embedded help center, and how it goes; absent for any other. */
  mailState?(): Promise<MailState>;
  /** Completes the path of a file or folder on this machine; absent if no path is ever asked for. */
  completePath?(typed: string, wanted?: 'folders'): Promise<CompletedPath>;
  /** Where attachments are saved; absent if there is no disk for them. */
  readonly disk?: Disk;
  /** Copies of the files that go with notes and replies; absent if there is no disk for them. */
  readonly copies?: FileCopies;
  /** Takes over drafts and changes of another token; absent if nothing is kept on a disk. */
  claimKept?(): void;
  /** Reads what the agent's other desks on this machine keep now; absent if nothing is kept on a disk. */
  lookAround?(): void;
  /** The agent knows that another desk has sent the beginning of this draft. */
  forgetSent?(key: DraftKey): void;
  /** Changes the saved views where they are kept, and returns all of them; rejects if they cannot be kept. */
  keepViews(edit: ViewsEdit): Promise<ViewsEdited>;
  /** The token for a help center elsewhere; absent for an embedded one, which has no sign-in. */
  readonly token?: TokenHolder;
  /** The way to other help centers; absent if this desk can go to none. */
  readonly connector?: Connector;
  /**
   * Ends this desk and starts one on the help center at this address in its place, which shows `said`; rejects if that
   * fails. Absent if nothing can take its place.
   */
  handOver?(url: string, said: SafeText): Promise<void>;
  /**
   * Asks for a mail account on the terminal, and starts this desk anew with it; rejects with a sentence if there is none.
   * Absent if mail is set up elsewhere.
   */
  setUpMail?(): Promise<void>;
  /** The totals of what went to the help center and came from it; absent if nothing counts it. */
  centerTraffic?(): CenterTraffic;
  /** The totals of what was written to the terminal; absent if nothing counts it. */
  traffic?(): Traffic;
}

/** A path completed as far as possible, and the names that can follow; folders end with a slash. */
export interface CompletedPath {
  readonly path: string;
  readonly names: readonly SafeText[];
}

/** The disk of this machine, for attachments. Its methods reject with the reason, as a sentence. */
export interface Disk {
  /** Where to save if the agent has named no folder yet. */
  readonly folder: string;
  /** Why nothing can be saved in a folder, as the agent typed it; undefined if it can. */
  whyNot(folder: string): Promise<SafeText | undefined>;
  /** Begins a file in this folder, or (null) in a private one, which is removed when the desk ends. */
  begin(folder: string | null, name: SafeText, fallback: SafeText): Promise<ArrivingFile>;
  /** Opens a file with the program of the settings; absent without the setting. */
  open?(path: string): Promise<void>;
}

/** A file on its way to the disk: without its name before `finish`, and without a trace after `discard`. */
export interface ArrivingFile {
  write(part: Uint8Array): Promise<void>;
  /** Forgets what was written so far. */
  restart(): Promise<void>;
  /** Gives it its name. A file that has that name already keeps it, and this one gets a number. */
  finish(): Promise<SavedFile>;
  discard(): Promise<void>;
}

/** A file on the disk: its whole path, and its name. */
export interface SavedFile {
  readonly path: string;
  readonly name: SafeText;
}

/** Totals of the bytes on the way to the help center. */
export interface CenterTraffic {
  readonly sent: number;
  readonly received: number;
  /** Both, of the last minute. */
  readonly lastMinute: number;
}

/** How many bytes of the help center's may be read before the agent asks for them. */
export interface Allowance {
  /** In one run, while the cursor rests. */
  readonly ahead: number;
  /** Each time that conversations are taken along. */
  readonly along: number;
}

/** Totals of what the desk has written to the terminal. */
export interface Traffic {
  readonly totalBytes: number;
  readonly lastMinuteBytes: number;
  readonly frames: number;
  /** The last keys, those of one read together, the newest last; `bytes` up to the next keys. */
  readonly keys: readonly { readonly names: readonly string[]; readonly bytes: number }[];
}

/** The context of an action's `run`: the store, the functions that change it, and the world outside. */
export interface Desk extends Hooks {
  readonly store: WorldStore;
  readonly client: Client;
  readonly storage: Storage;
  readonly cache: Cache;
  readonly allowance: Allowance;
  readonly setTimer: SetTimer;
  /** Milliseconds since 1970, by a clock that can be set: for times on the screen. */
  now(): number;
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
  set(part: Partial<World>): void;
  notify(notice: Notice): void;
  /** Makes a change: shown at once, sent later. If it cannot be made (`whyNot`), a notice says so. */
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
    what: { readonly thread: Thread; readonly opened: Opened; readonly columns?: number },
    done: () => void,
    isWanted?: () => boolean,
  ): void;
  /** Wakes the outbox; `atOnce`: without waiting for the next retry. */
  wake(atOnce?: boolean): void;
  /** The link is back: wakes the outbox, but not before the time that the help center asked to wait. */
  linkIsBack(): void;
  /** Stops every timer and read, before the end. Unsent changes stay in the storage. */
  stop(): void;
  /** The kinds of reads; a newer read of a kind replaces the older one. */
  readonly reads: Reads;
  /** What is known of the way to the help center, from all calls of `client`. */
  readonly contact: Contact;
}

/** Hears of every answer and failure of the help center. */
export interface ContactListener {
  readonly heard: () => void;
  readonly failed: (error: ApiError) => void;
  /** The agent wants to know now whether it answers. */
  readonly asked?: () => void;
}

/** The signs of life of the help center. */
export interface Contact {
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
  listen(listener: ContactListener): () => void;
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
  /** Notes that the help center has just told of a change of these conversations that somebody made. */
  told(ids: Iterable<number>): void;
  stop(): void;
}
/** A read in progress. */
export interface Read {
  readonly signal: AbortSignal;
  /** False if a newer one has replaced it, or the desk has ended. */
  isCurrent(): boolean;
  /** Whether a change of this conversation was answered or told during this read: then the read's data is older. */
  isStale(id: number): boolean;
  /** Whether a change of any conversation was answered during this read. */
  isOvertaken(): boolean;
  end(): void;
}
