import type { Offers } from '../client/capabilities.ts';
import type {
  Agent,
  Conversation,
  ConversationStatus,
  Inbox,
  ListTotal,
  MailOut,
  Notify,
  Rule,
  SavedReply,
  Tag,
  Team,
} from '../client/model.ts';
import type { ConversationFilter } from '../contract/conversation-filter.ts';
import type { SafeBlock, SafeText } from '../text/safe.ts';
import type { Operation, PendingChange, RefusedChange } from './operations/operation.ts';
import type { Answering } from './world/answering.ts';
import type { WrittenDrafts } from './world/draft-kinds.ts';
import type { Elsewhere } from './world/elsewhere.ts';
import type { IdMap } from './world/id-map.ts';
import type { Wire } from './world/link.ts';
import type { Notice } from './world/notice.ts';
import type { Offline } from './world/offline.ts';
import type { KeyNames, Overlay } from './world/overlay.ts';
import type { OwnCommands } from './world/own-command.ts';
import type { PlaceTags } from './world/place-tags.ts';
import type { Presence } from './world/presence.ts';
import type { CountsByKey, Query, SavedView, Sort } from './world/query.ts';
import type { WorkQueue } from './world/queue.ts';
import type { SaidNumbers } from './world/said-numbers.ts';
import type { AttachmentSave } from './world/saving.ts';
import type { Speak } from './world/speak.ts';
import type { Find } from './world/text-search.ts';
import type { Thread } from './world/thread.ts';
import type { LayoutChoice, OwnLayout, Viewport } from './world/viewport.ts';

export type { Offers } from '../client/capabilities.ts';
export type * from '../client/model.ts';
export type { ChangeCall, Operation, PendingChange, RefusedChange } from './operations/operation.ts';
export type { Discarded, DraftFields, DraftKey, DraftKind, Drafts } from './world/draft-kinds.ts';
export type { Notice, NoticePromise } from './world/notice.ts';
export type { Offline } from './world/offline.ts';
export type { KeyNames, Overlay } from './world/overlay.ts';
export type { Counted, CountsByKey, Query, SavedView, Sort } from './world/query.ts';
export type { People, Thread } from './world/thread.ts';

/** The help center's last answers. Only answers change it. Conversations far from the cursor may be dropped again. */
export interface Base {
  readonly inboxes: readonly Inbox[];
  readonly statuses: readonly ConversationStatus[];
  readonly agents: readonly Agent[];
  readonly tags: readonly Tag[];
  /** How many conversations the views have. */
  readonly numbers: CountsByKey;
  /** The members of teams; null until they are needed, or if the help center does not list them. */
  readonly teams: readonly Team[] | null;
  /** The saved replies that the agent may use; null until they are needed, or if the help center has none of the kind. */
  readonly savedReplies: readonly SavedReply[] | null;
  /** The version of that list, for a conditional read. */
  readonly savedRepliesTag: string | null;
  /** The rules of the help center; null until an admin looks at them. */
  readonly rules: readonly Rule[] | null;
  /** The last answers about numbers that the agent looked at. */
  readonly workNumbers: readonly SaidNumbers[];
  readonly placeTags: PlaceTags;
  readonly conversations: IdMap<Conversation>;
  readonly threads: IdMap<Thread>;
}

/** The conversations that pending changes alter, as altered: touched ids only. */
export interface Patch {
  readonly conversations: IdMap<Conversation>;
  readonly threads: IdMap<Thread>;
}

/** The visible data: the base, with the pending changes applied. A world is one. */
export interface Visible {
  readonly base: Base;
  readonly patch: Patch;
}

/** One of the three parts of the screen that can have the keys. */
export type Pane = 'inboxes' | 'list' | 'detail';

/** The list pane: which conversations, in what order, and the cursor. Everything by id, never by position. */
export interface List {
  readonly query: Query;
  /** The query as the help center was asked for it: all pages of a list must be asked for alike. */
  readonly filter: ConversationFilter;
  /** Ids in the help center's order, growing page by page. */
  readonly ids: readonly number[];
  /** Ids that the agent's own acknowledged changes took out of this view; they keep their place in `ids`. */
  readonly removedByMe: ReadonlySet<number>;
  /** The start of each page, so that rows dropped from memory can be read again. */
  readonly pages: readonly ListPage[];
  /** The rows as drawn: `ids` without those that own changes took out of the view, and with those they brought in. */
  readonly rows: readonly number[];
  readonly cursorId: number | null;
  /** The cursor's index in `rows`; kept when its row leaves, so that the next row takes its place. */
  readonly cursorIndex: number;
  /** Where the cursor of a restored place goes as soon as that row is read; null when it is there or has moved. */
  readonly restoredCursor: RestoredCursor | null;
  /** The first row drawn. */
  readonly top: number;
  /** The first row drawn when the cursor last rested: of rows that came since, a slow link draws the names alone. */
  readonly restedTop: number;
  /** The marked rows. */
  readonly marks: ReadonlySet<number>;
  /** Marked conversations that this list does not show, each with the query of the list in which it was marked. */
  readonly away: ReadonlyMap<number, Query>;
  /** The id where a range (`V`) began, or null. The rows from there to the cursor count as marked. */
  readonly rangeFrom: number | null;
  /** Its index in `rows` when it was last looked for. */
  readonly rangeIndex: number;
  /** Rows that left without the agent's doing, with the reason; they keep their place until the next jump. */
  readonly gone: ReadonlyMap<number, SafeText>;
  /** Rows that the agent's own changes took out over a slow link: they keep their place until the next jump. */
  readonly ghosts: ReadonlySet<number>;
  /** New conversations that wait above the first row. */
  readonly newAbove: readonly number[];
  readonly nextCursor: string | null;
  /** `first`: nothing is here yet; `more`: a further page is being read. */
  readonly loading: 'no' | 'first' | 'more';
  /** The number of all conversations that match, if it is known; otherwise null. */
  readonly total: number | null;
  /** There are more than `total`: the help center counts no further. */
  readonly isTotalMore: boolean;
  readonly asOf: number | null;
  /** It holds the kept conversations that match: it could not be read. */
  readonly isOfflineSearch: boolean;
  /** It is as an earlier desk read it: this one has not read it yet. */
  readonly isCached: boolean;
  /** The limit with which the first page was read. */
  readonly firstLimit: number;
  /** The first page's version, for a conditional read. */
  readonly etag: string | null;
  /** Why the list could not be read. */
  readonly problem: SafeText | null;
}

/** The place of a list's cursor: its conversation, its index among the rows, and its line in the pane. */
export interface RestoredCursor {
  readonly id: number | null;
  readonly index: number;
  readonly line: number;
}

/** One page of a list: its cursor (null for the first page) and its first id. */
export interface ListPage {
  readonly cursor: string | null;
  readonly firstId: number;
}

/** The part of a conversation that the detail pane shows. */
export type Section = 'thread' | 'notes' | 'history' | 'reviews' | 'contacts';

/** The detail pane: one conversation, read entry by entry. */
export interface Detail {
  readonly conversationId: number | null;
  /** The conversation that it showed before; null if none. */
  readonly formerId: number | null;
  readonly section: Section;
  /** The first line drawn, an index in the thread's lines at the pane's width. */
  readonly top: number;
  /** The entry that keys act on, by key (`message:12`, `note:3`). */
  readonly entryKey: string | null;
  /** The entry that the pane itself began at; with another one the agent has chosen. */
  readonly startKey: string | null;
  /** Opened passages, by entry key and number of the passage (`message:12/1`). */
  readonly opened: ReadonlySet<string>;
  /** The messages and notes that are marked, by key. */
  readonly marked: ReadonlySet<string>;
  /** It was opened with Enter. */
  readonly isEntered: boolean;
  /** The search in it; null if none. */
  readonly find: Find | null;
  readonly loading: boolean;
  readonly problem: SafeText | null;
  /** The help center shows it to the agent no more. */
  readonly isLost: boolean;
}

/** A copied text, and its kind in a few words: `#1042`, `the title of #1042`. */
export interface Copied {
  readonly what: SafeText;
  readonly text: SafeBlock;
}

/** The parts of a world that follow from its base and its operations: the store derives them, and nothing sets them. */
export type Derived = 'pending' | 'refused' | 'patch' | 'inboxes' | 'numbers';

/** The times of a world, in milliseconds. */
interface Times {
  /**
   * The help center's time as of which ages are drawn: on a fast link all of them are current, on a slow one as of the
   * last drawing, or when something fell due.
   */
  readonly now: number;
  /** By how much this machine's clock is ahead of the help center's; 0 if that is a minute or less. */
  readonly clockAheadMs: number;
}

/** Everything that the desk knows. Kept in one zustand store; pure values only. */
export interface World extends Answering, Elsewhere, Times, WrittenDrafts {
  readonly me: Agent | null;
  /** Whether the help center sends mail to customers; null if it does not say. */
  readonly mailOut: MailOut | null;
  /** How the agent hears of customers' messages in subscribed inboxes; null if the help center does not say. */
  readonly notify: Notify | null;
  /** The newest event before the places were read; null if the help center does not say it. */
  readonly lastEventId: string | null;
  /** The epoch, which a restore of the help center changes; null if it has none, undefined if it is not known yet. */
  readonly epoch: string | null | undefined;
  /** The newest erasure of which nothing is kept (0: none yet), and the conversations that went in this run. */
  readonly erased: number;
  readonly erasedConversations: ReadonlySet<number>;
  /** The place of the help center, for a person: `embedded help center` or its host. */
  readonly center: SafeText;
  readonly base: Base;
  /** The acts of the agent, and of the desk for the agent, in their order. */
  readonly operations: readonly Operation[];
  /** The calls of the operations that are not answered yet. */
  readonly pending: readonly PendingChange[];
  /** Changes that the help center refused and the agent has not dismissed yet; the newest last. */
  readonly refused: readonly RefusedChange[];
  readonly patch: Patch;
  /** The inboxes as shown: their counts include the agent's own changes. */
  readonly inboxes: readonly Inbox[];
  /** The views that the agent saved, in their order; the first ones have the digits after those of the given views. */
  readonly savedViews: readonly SavedView[];
  /** The numbers of the views as shown, by `countKey`: with the agent's own changes. */
  readonly numbers: ReadonlyMap<string, ListTotal>;
  readonly pane: Pane;
  /** The inbox pane's cursor: an inbox's id, or a view's name; null at the start. */
  readonly inboxCursor: string | null;
  readonly list: List;
  readonly detail: Detail;
  /** Conversations with a message since they were last shown here; for a help center that does not report this. */
  readonly news: ReadonlySet<number>;
  /** The names of actions' keys in sentences; never changes. */
  readonly keyNames: KeyNames;
  /** All that the agent can do: a `Bound` of `keys/keymap.ts`. */
  readonly bound?: unknown;
  /** Changes are refused (`--read-only`). */
  readonly isReadOnly: boolean;
  /** One pane over the whole screen (`w`). */
  readonly isWide: boolean;
  /** The agent's choice. */
  readonly layout: LayoutChoice;
  /** How much line mode says. */
  readonly speak: Speak;
  /** How the agent arranged list and detail, by the columns of the screen. */
  readonly ownLayouts: Readonly<Record<string, OwnLayout>>;
  /** The detail is below the list if there is room. The meaning of `auto` changes only with the place. */
  readonly isStacked: boolean;
  readonly overlays: readonly Overlay[];
  /** A box for text did not open: letters typed until this moment of `elapsed` are not taken for keys. */
  readonly typedOn: { readonly untilMs: number; readonly isSaid: boolean } | null;
  /** The keys of an unfinished sequence (`g`). */
  readonly prefix: readonly string[];
  readonly notice: Notice | null;
  readonly viewport: Viewport;
  /** The state of the link; on a slow one the desk saves bytes. */
  readonly link: 'fast' | 'slow';
  readonly wire: Wire;
  /** A stream of events reports every change: the known data of a conversation are current. */
  readonly isLive: boolean;
  readonly presence: Presence;
  /** The agent works through waiting conversations; null if not. */
  readonly queue: WorkQueue | null;
  /** Null while the help center can be used. */
  readonly offline: Offline | null;
  readonly offers: Offers;
  /** Why the inboxes, or the names of agents, statuses or tags, could not be read; null if they were. */
  readonly placesProblem: SafeText | null;
  /** The attachment that is being saved, and those that wait for their turn. */
  readonly saving: readonly AttachmentSave[];
  /** Conversations are being taken along for a time without a link. */
  readonly isTakingAlong: boolean;
  readonly commands: OwnCommands;
  /** The orders that the agent chose for given views, by their ids. */
  readonly viewSorts: Readonly<Record<string, Sort>>;
  /** The folder where attachments were saved last, as the agent typed it; null if none was. */
  readonly saveFolder: string | null;
  /** The text that was copied last; null if none was. */
  readonly copied: Copied | null;
  /** The filter lines of this run, each once, the newest last. */
  readonly filterLines: readonly string[];
  /** Changes older than two seconds that are not sent yet. */
  readonly unsent: number;
}
