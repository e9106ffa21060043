import type {
  Agent,
  Conversation,
  ConversationStatus,
  HistoryEntry,
  Inbox,
  Message,
  Note,
  Review,
  Tag,
} from '../client/model.ts';
import type { SafeText } from '../text/safe.ts';
import type { IdMap } from './id-map.ts';
import type { KeptElsewhere } from './kept-elsewhere.ts';
import type { Wire } from './link.ts';
import type { Overlay } from './overlay.ts';
import type { PendingChange, RefusedChange } from './pending.ts';
import type { Query } from './query.ts';

export type * from '../client/model.ts';
export type { Overlay } from './overlay.ts';
export type { PendingChange, RefusedChange } from './pending.ts';
export type { Query, Sort } from './query.ts';

/** What can be written and not sent yet. */
export type DraftKind = 'note' | 'title';
/** A draft: of what, and on which conversation. */
export type DraftKey = `${DraftKind}:${number}`;
/** What was written and not sent. A draft of a note on several conversations is the first one's. */
export type Drafts = ReadonlyMap<DraftKey, string>;

/** What was loaded of one conversation for the detail. */
export interface Thread {
  readonly messages: readonly Message[];
  readonly notes: readonly Note[];
  readonly reviews: readonly Review[];
  readonly history: readonly HistoryEntry[];
  /** Messages beyond the ones loaded; null: all are here. */
  readonly nextCursor: string | null;
  /** When the help center said so; milliseconds. */
  readonly asOf: number;
}

/** What the help center last said. Only answers change it. Conversations far from the cursor may be dropped again. */
export interface Base {
  readonly inboxes: readonly Inbox[];
  readonly statuses: readonly ConversationStatus[];
  readonly agents: readonly Agent[];
  readonly tags: readonly Tag[];
  readonly conversations: IdMap<Conversation>;
  readonly threads: IdMap<Thread>;
}

/** Where the pending changes make something else of what the base holds: touched ids only. */
export interface Patch {
  readonly conversations: IdMap<Conversation>;
  readonly threads: IdMap<Thread>;
}

/** What is seen: the base, and over it what the pending changes make of it. A world is one. */
export interface Visible {
  readonly base: Base;
  readonly patch: Patch;
}

/** One of the three parts of the screen that can have the keys. */
export type Pane = 'inboxes' | 'list' | 'detail';

/** The list pane: which conversations, in what order, and where the agent is in it. All by id, never by position. */
export interface List {
  readonly query: Query;
  /** Ids as the help center listed them, grown page by page. */
  readonly ids: readonly number[];
  /** Ids that the agent's own changes, once acknowledged, took out of this view; they keep their place in `ids`. */
  readonly taken: ReadonlySet<number>;
  /** Where each page began, so that rows dropped from memory can be read again. */
  readonly pages: readonly Page[];
  /** `ids` less what the agent's own changes took out of the view, plus what they brought back. What is drawn. */
  readonly rows: readonly number[];
  readonly cursorId: number | null;
  /** The cursor's place in `rows`; kept when its row leaves, so that the next one takes the place. */
  readonly cursorIndex: number;
  /** The first row drawn. */
  readonly top: number;
  readonly marks: ReadonlySet<number>;
  /** The id where a range (`V`) began; null: no range. The rows from there to the cursor count as marked. */
  readonly rangeFrom: number | null;
  /** Rows that left without the agent's doing, with the reason; they keep their place until the next jump. */
  readonly gone: ReadonlyMap<number, SafeText>;
  /** Rows that the agent's own changes took out over a slow link: they keep their place until the next jump. */
  readonly ghosts: ReadonlySet<number>;
  /** Arrivals that wait above the first row. */
  readonly newAbove: readonly number[];
  readonly nextCursor: string | null;
  /** `first`: nothing is here yet; `more`: a further page is under way. */
  readonly loading: 'no' | 'first' | 'more';
  /** How many there are in all, where the help center says so (an inbox's open count); else null. */
  readonly total: number | null;
  readonly asOf: number | null;
  /** The first page's version, for a conditional read. */
  readonly etag: string | null;
  /** Why the list could not be read. */
  readonly problem: SafeText | null;
}

/** One page of a list: the cursor that gives it (null: the first) and the first id that it had. */
export interface Page {
  readonly cursor: string | null;
  readonly firstId: number;
}

/** What the detail pane shows of a conversation. */
export type Section = 'thread' | 'notes' | 'history' | 'reviews';

/** Words looked for in the detail, and the line on which they were found last. */
export interface Find {
  readonly words: string;
  /** Among the lines at the width of then; null: the agent went elsewhere since. */
  readonly line: number | null;
  /** The passage that was opened to show it, and is folded again afterwards; null: none. */
  readonly foldKey: string | null;
}

/** The detail pane: one conversation, read entry by entry. */
export interface Detail {
  readonly conversationId: number | null;
  /** The conversation that it showed before; null: none. */
  readonly formerId: number | null;
  readonly section: Section;
  /** The first line drawn, among the lines of the thread at the pane's width. */
  readonly top: number;
  /** The entry that keys act on, by key (`message:12`, `note:3`). */
  readonly entryKey: string | null;
  /** Folded passages that were opened, by entry key and number of the passage (`message:12/1`). */
  readonly opened: ReadonlySet<string>;
  /** It was opened with Enter. */
  readonly isEntered: boolean;
  /** What is looked for in it; null: nothing. */
  readonly find: Find | null;
  readonly loading: boolean;
  readonly problem: SafeText | null;
}

/** How much of each pane is on the screen; the layout writes it, keys read it. */
export interface Viewport {
  readonly columns: number;
  readonly rows: number;
  readonly listRows: number;
  readonly detailRows: number;
  readonly detailColumns: number;
  readonly inboxRows: number;
}

/** The one line that tells what happened, until another takes its place or the agent goes elsewhere. */
export interface Notice {
  readonly tone: 'done' | 'problem';
  readonly text: SafeText;
  /** The same in few cells, for a slow link and a narrow screen. */
  readonly short?: SafeText;
  /** Not of the box that is open: it stays when that closes. */
  readonly sticky?: true;
  /** What it is about, if it is to go once that is well again. */
  readonly topic?: 'unsent' | 'places';
  /** It says what can be done with a change as long as that is so, and is to go once it is not. */
  readonly promise?: NoticePromise;
}
/** A change by key, and the state in which it has to be for a notice to stay true. */
export interface NoticePromise {
  readonly key: string;
  readonly state: 'held' | 'asks' | 'refused';
}

/** What a help center may offer or not. */
export type Offer =
  | 'me'
  | 'agents'
  | 'statuses'
  | 'tags'
  | 'contacts'
  | 'notes'
  | 'messages'
  | 'history'
  | 'reviews'
  | 'read';

/** What of the help center's extensions is there for this run; a reason where one is not. */
export type Offers = Readonly<Partial<Record<Offer, SafeText | true>>>;

/** A change by name, with its arguments. */
export interface ChangeCall {
  readonly name: string;
  readonly args: unknown;
}

/** The changes that can be taken back, and those that were. The last one is the next. */
export interface Journal {
  readonly undo: readonly JournalEntry[];
  readonly redo: readonly JournalEntry[];
}
/** A change that can be taken back, or made again. */
export interface JournalEntry {
  /** What was done, as the notice said it: `Archived 2 conversations`. */
  readonly title: SafeText;
  readonly forward: readonly ChangeCall[];
  readonly inverse: readonly ChangeCall[];
  /** How many conversations it changed: those that already were so are not among them. */
  readonly count: number;
  /** The pending changes that carry it out: the forward ones in `undo`, the inverse ones in `redo`. */
  readonly keys: readonly string[];
  /** A held change (merge): taking it back drops it from `pending` as long as it waits. */
  readonly heldKey?: string;
}

/** Everything that the desk knows. Kept in one zustand store; pure values only. */
export interface World {
  readonly me: Agent | null;
  /** Where the help center is, as a person says it: `embedded help center` or its host. */
  readonly center: SafeText;
  readonly base: Base;
  readonly pending: readonly PendingChange[];
  /** What the help center refused and the agent has not dismissed yet; the newest last. */
  readonly refused: readonly RefusedChange[];
  readonly patch: Patch;
  readonly journal: Journal;
  readonly pane: Pane;
  /** The inbox pane's cursor: an inbox's id, or a view's name; null: nothing yet. */
  readonly inboxCursor: string | null;
  readonly list: List;
  readonly detail: Detail;
  /** Conversations with a message since they were last shown here; for a help center that says nothing of it. */
  readonly news: ReadonlySet<number>;
  /** Changes are refused (`--read-only`). */
  readonly isReadOnly: boolean;
  /** One pane over the whole screen (`w`). */
  readonly isWide: boolean;
  readonly overlays: readonly Overlay[];
  /** Keys of a sequence begun (`g`), waiting for the rest. */
  readonly prefix: readonly string[];
  readonly notice: Notice | null;
  readonly viewport: Viewport;
  /** What the link is taken for; on a slow one the desk is thrifty. */
  readonly link: 'fast' | 'slow';
  readonly wire: Wire;
  readonly offers: Offers;
  /** Why the inboxes could not be read; null: they were. */
  readonly placesProblem: SafeText | null;
  /** Kept when their box closes, and when the process ends. */
  readonly drafts: Drafts;
  readonly keptElsewhere: readonly KeptElsewhere[];
  /** Changes older than two seconds that are not sent yet. */
  readonly unsent: number;
  /** The time of the last draw's data, for ages; milliseconds. Moves only with data, never by a timer. */
  readonly now: number;
}
