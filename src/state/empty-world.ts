import { type SafeText, safeLine, t } from '../text/safe.ts';
import { IdMap } from './id-map.ts';
import { unmeasured } from './link.ts';
import { unresolved } from './views.ts';
import type { Detail, KeyNames, List, Query, Thread, World } from './world.ts';

/** A list of which nothing is known yet. */
export function emptyList(query: Query): List {
  return {
    query,
    filter: {},
    ids: [],
    removedByMe: new Set(),
    pages: [],
    rows: [],
    cursorId: null,
    cursorIndex: 0,
    restoredCursor: null,
    top: 0,
    restedTop: 0,
    marks: new Set(),
    away: new Map(),
    rangeFrom: null,
    rangeIndex: 0,
    gone: new Map(),
    ghosts: new Set(),
    newAbove: [],
    nextCursor: null,
    loading: 'no',
    total: null,
    isTotalMore: false,
    isOfflineSearch: false,
    asOf: null,
    isCached: false,
    firstLimit: 0,
    etag: null,
    problem: null,
  };
}

/** A detail pane that shows nothing. */
export const emptyDetail: Detail = {
  conversationId: null,
  formerId: null,
  section: 'thread',
  top: 0,
  entryKey: null,
  startKey: null,
  opened: new Set(),
  marked: new Set(),
  isEntered: false,
  find: null,
  loading: false,
  problem: null,
};

/** A conversation of which nothing is loaded. */
export const emptyThread: Thread = {
  messages: [],
  notes: [],
  reviews: [],
  history: [],
  nextCursor: null,
  version: null,
  asOf: 0,
};

/** The world before anything is known. `now` in milliseconds. */
export function emptyWorld(
  now: number,
  center: SafeText = safeLine('help center'),
  keyNames: KeyNames = {} as KeyNames,
): World {
  return {
    me: null,
    mailOut: null,
    notify: null,
    lastEventId: null,
    center,
    base: {
      inboxes: [],
      statuses: [],
      agents: [],
      tags: [],
      numbers: new Map(),
      teams: null,
      conversations: IdMap.empty(),
      threads: IdMap.empty(),
    },
    operations: [],
    pending: [],
    refused: [],
    patch: { conversations: IdMap.empty(), threads: IdMap.empty() },
    inboxes: [],
    savedViews: [],
    numbers: new Map(),
    pane: 'list',
    inboxCursor: null,
    list: emptyList(unresolved),
    detail: emptyDetail,
    news: new Set(),
    keyNames,
    isReadOnly: false,
    isWide: false,
    layout: 'auto',
    ownLayouts: {},
    afterReply: t`closed`,
    isStacked: false,
    overlays: [],
    typedOn: null,
    prefix: [],
    notice: null,
    viewport: {
      columns: 80,
      rows: 24,
      listRows: 21,
      detailRows: 18,
      behindRows: 6,
      detailColumns: 36,
      inboxRows: 21,
      hasInboxes: false,
      canStack: true,
      border: null,
    },
    link: 'fast',
    wire: unmeasured('auto'),
    isLive: false,
    offline: null,
    offers: {},
    placesProblem: null,
    drafts: new Map(),
    saving: [],
    isTakingAlong: false,
    viewSorts: {},
    saveFolder: null,
    copied: null,
    filterLines: [],
    keptElsewhere: [],
    draftsElsewhere: new Map(),
    sentElsewhere: new Map(),
    unsent: 0,
    now,
  };
}
