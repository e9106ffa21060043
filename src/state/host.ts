import type { Client } from '../client/client.ts';
import type { SafeBlock, SafeText } from '../text/safe.ts';
import type { FileCopies } from './files/attached-file.ts';
import type { MailState } from './mail/lines.ts';
import type { ViewsEdit, ViewsEdited } from './query/view-edits.ts';
import type { DraftKey, Message } from './world.ts';

/** The services of the program around the desk. */
export interface Host {
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
  /** Those whom the agent's own address book knows by these words; rejects with the reason. Absent without the setting. */
  addressBook?(typed: string, signal: AbortSignal): Promise<Message['to']>;
  /** Runs a command of the agent's with this text on its standard input; absent if nothing can run one. An abort ends it. */
  runCommand?(run: string, stdin: string, signal: AbortSignal): Promise<CommandEnd>;
  /**
   * A command may open a box this long after its start, in milliseconds; absent: as long as the agent does nothing
   * else.
   */
  readonly opensForMs?: number;
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
  /** Reads the state of the agent's other desks on this machine; absent if nothing is kept on a disk. */
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
   * Asks for a mail account on the terminal, and restarts this desk with it; rejects with a sentence if there is none.
   * Absent if mail is set up elsewhere.
   */
  setUpMail?(): Promise<void>;
  /** The bytes to and from the help center; absent if they are not counted. */
  centerTraffic?(): CenterTraffic;
  /** The bytes to the terminal; absent if they are not counted. */
  traffic?(): Traffic;
}

/** The result of a command. `failed`: a clause that says how it failed. */
export interface CommandEnd {
  readonly output: SafeBlock;
  /** It printed more than is taken. */
  readonly isCut: boolean;
  readonly failed: SafeText | undefined;
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
  /** Forgets the bytes written so far. */
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

/** Totals of the bytes that the desk has written to the terminal. */
export interface Traffic {
  readonly totalBytes: number;
  readonly lastMinuteBytes: number;
  readonly frames: number;
  /** The last keys, those of one read together, the newest last; `bytes` up to the next keys. */
  readonly keys: readonly { readonly names: readonly string[]; readonly bytes: number }[];
}

/** The desk's token for a help center elsewhere, which can be replaced while the desk runs. */
export interface TokenHolder {
  /** Where the next start reads it, for a person: `FRONTDESK_TOKEN`. */
  readonly source: SafeText;
  /** A client with another token, which the desk does not use yet. */
  clientWith(token: string): Client;
  /** Uses this token from now on. */
  take(token: string): void;
  /** Writes the present token where the next start reads it; throws the reason. Absent if it is not in a file. */
  keep?(): void;
  /** It is a file of the desk's own: no question is asked before. */
  readonly isOwnFile?: true;
  /** Reads the token again from its source; undefined if that still has the same. */
  renew?(): Promise<string | undefined>;
}

/** The agent who signed in, and where. */
interface DeskSignIn {
  readonly who: SafeText;
  readonly place: SafeText;
  /** The address as it was understood. */
  readonly url: string;
  /** The place that the next start opens, as a sentence. */
  readonly next: SafeText;
}

/** Why the sign-in failed. */
interface Refusal {
  readonly reason: SafeText;
  /** The address and the password do not match. */
  readonly isWrong: boolean;
}

/** The way to a help center elsewhere that this desk is not on. */
export interface Connector {
  /** Why signing in at this address is not possible, as a sentence; undefined if it may be tried. */
  whyNot(address: string): SafeText | undefined;
  /** Signs in there and saves it, so that the next desk opens that help center. The password is kept nowhere. */
  signIn(address: string, email: string, password: string): Promise<DeskSignIn | Refusal>;
}
