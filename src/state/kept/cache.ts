import type { Base, Conversation, List, Query, Thread, World } from '../world.ts';

/** A list as the help center last said it. */
export interface CachedList extends Pick<List, 'ids' | 'filter' | 'nextCursor' | 'firstLimit' | 'etag'> {
  /** When it was read; milliseconds. */
  readonly asOf: number;
  /** The conversations of its first rows. Further down, and where some were forgotten, `conversations` has the others. */
  readonly conversations: readonly Conversation[];
}

/** The data around the lists. */
export interface CachedPlaces
  extends Pick<
      Base,
      'inboxes' | 'statuses' | 'agents' | 'tags' | 'teams' | 'savedReplies' | 'savedRepliesTag' | 'workNumbers'
    >,
    Pick<World, 'me' | 'mailOut' | 'notify' | 'offers' | 'epoch' | 'erased'> {
  readonly inboxesTag: string | null;
  readonly statusesTag: string | null;
  readonly agentsTag: string | null;
  readonly tagsTag: string | null;
}

/** Conversations of the cache that match a query. */
export interface CacheMatches {
  readonly conversations: readonly Conversation[];
  /** There are more than were asked for. */
  readonly isMore: boolean;
}

/** The help center's answers that were not cached yet. */
export interface CacheUpdate {
  readonly conversations?: readonly Conversation[];
  readonly threads?: readonly (readonly [number, Thread])[];
  readonly list?: { readonly query: Query } & Omit<CachedList, 'conversations'>;
  /** Those that changed. */
  readonly places?: Partial<CachedPlaces>;
}

/**
 * The desk's memory of its help center from one run to the next: only answers, never a pending change. Unreadable parts
 * are gaps, and failed writes are lost; nothing throws.
 */
export interface Cache {
  /** Whether it keeps anything. */
  readonly isOn: boolean;
  /** A list of this query; `rows` of its conversations are read with it. Undefined if it was never kept. */
  list(query: Query, rows: number): CachedList | undefined;
  /** Those of these conversations that are kept, in this order. */
  conversations(ids: readonly number[]): readonly Conversation[];
  /** Marked as `isCached`. */
  thread(id: number): Thread | undefined;
  places(): CachedPlaces | undefined;
  /**
   * The kept conversations that belong to a query, in its order; words are looked for in titles, people and kept texts.
   * It works while keys are served. `isWanted` is asked between the slices; once it says no, nothing is found.
   */
  find(query: Query, world: World, limit: number, isWanted?: () => boolean): Promise<CacheMatches>;
  keep(said: CacheUpdate): void;
  /** Whether this value came from here: the help center has not said it to this desk. */
  isOwn(value: object): boolean;
  /** These conversations are gone, or may no longer be seen. */
  forget(ids: readonly number[]): void;
  /** The same of contacts that were erased: at once, without remains in its files; all lists and the frames go too. */
  erase(ids: readonly number[]): void;
  /** The conversations of these inboxes may no longer be seen. */
  forgetInboxes(ids: readonly number[]): void;
  /** Forgets everything. */
  clear(): void;
  /**
   * The help center no longer took the agent's token: nothing is read from here, also by later desks, until `uncover`.
   * `isErased`: the cache is erased at once.
   */
  cover(isErased: boolean): void;
  isCovered(): boolean;
  /** The help center has taken a token of the same agent. */
  uncover(): void;
}

/** Remembers nothing: for an embedded help center, and where the settings turn the cache off. */
export const noCache: Cache = {
  isOn: false,
  list: () => undefined,
  conversations: () => [],
  thread: () => undefined,
  places: () => undefined,
  find: () => Promise.resolve({ conversations: [], isMore: false }),
  keep: () => {},
  isOwn: () => false,
  forget: () => {},
  erase: () => {},
  forgetInboxes: () => {},
  clear: () => {},
  cover: () => {},
  isCovered: () => false,
  uncover: () => {},
};
