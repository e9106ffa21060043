import { bound } from '../../src/actions/index.ts';
import { createClient } from '../../src/client/client.ts';
import { createWorld } from '../../src/state/changes/store.ts';
import type { Desk } from '../../src/state/desk.ts';
import { createLineCache } from '../../src/state/detail/line-cache.ts';
import { emptyWorld } from '../../src/state/empty-world.ts';
import { noCache } from '../../src/state/kept/cache.ts';
import { memoryStorage } from '../../src/state/outbox/storage.ts';
import { clearDraft } from '../../src/state/outbox/written-words.ts';
import { createLiveness } from '../../src/state/sync/contact.ts';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Agent, ChangeCall, Conversation, Inbox, Message, Note, Thread, World } from '../../src/state/world.ts';
import { safeBlock, safeLine } from '../../src/text/safe.ts';
import { viewportOf } from '../../src/ui/layout.ts';
import { keyNames } from '../harness/key-names.ts';
import { operationsOf } from '../state/operations.ts';

/** Friday 20 November 2026, 09:44 on this machine’s clock, whatever its zone. */
export const NOW = new Date(2026, 10, 20, 9, 44).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function agent(id: number, name: string): Agent {
  return { id, name: safeLine(name), email: safeLine(`${id}@desk.example`), role: 'agent' } as Agent;
}

export function inbox(id: number, name: string, open = 0): Inbox {
  return {
    id,
    name: safeLine(name),
    description: safeBlock(''),
    slug: safeLine(`inbox-${id}`),
    sort: id,
    send_autoresponse: false,
    autoresponse_text: safeBlock(''),
    send_rating_request: false,
    rating_message: safeBlock(''),
    signature: safeBlock(''),
    quote: 'default',
    emails: [],
    team_ids: [],
    agent_ids: [1, 2, 3],
    kind: 'normal',
    subscribed: false,
    counts: { open, unassigned: 0, unresolved: open },
    unsent: 0,
    created_at: NOW,
    updated_at: NOW,
  };
}

export function conversation(id: number, title: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    title: safeLine(title),
    conversation_status_id: 1,
    status: safeLine('open'),
    inbox_id: 1,
    assign_to: null,
    disable_rating: false,
    tags: [],
    contacts: [id],
    requester: { id, name: safeLine('Zoë Quinn'), email: safeLine('zoe@customer.example') },
    archived: false,
    merged_into: null,
    message_count: 1,
    note_count: 0,
    preview: safeLine(''),
    created_at: NOW - HOUR,
    updated_at: NOW - HOUR,
    last_message_at: NOW - HOUR,
    waiting_since: null,
    participants: [],
    unread: null,
    version: 1,
    ...more,
  };
}

export function message(id: number, text: string, more: Partial<Message> = {}): Message {
  return {
    id,
    conversation_id: 1042,
    kind: 'contact',
    event: null,
    merged_with: null,
    author: { type: 'contact', id: 5, name: safeLine('Zoë Quinn'), email: safeLine('zoe@customer.example') },
    body_text: safeBlock(text),
    body_html: null,
    attachments: [],
    to: [],
    cc: [],
    automatic: false,
    created_at: NOW - 32 * MINUTE,
    ...more,
  } as Message;
}

export function note(id: number, text: string, more: Partial<Note> = {}): Note {
  return {
    id,
    conversation_id: 1042,
    agent_id: 1,
    details: safeBlock(text),
    attachments: [],
    created_at: NOW - 3 * MINUTE,
    ...more,
  };
}

export function thread(messages: readonly Message[], notes: readonly Note[] = []): Thread {
  return { messages, notes, reviews: [], history: [], nextCursor: null, version: null, asOf: NOW };
}

const TITLES: readonly (readonly [title: string, ageMs: number, assignee: number | null])[] = [
  ['Refund for order 7741', 2 * MINUTE, 1],
  ['Can’t log in after update', 9 * MINUTE, null],
  ['Invoice shows the wrong VAT', 31 * MINUTE, 2],
  ['Parcel went back to sender', HOUR, null],
  ['配送先を変更したい', 2 * HOUR, 1],
  ['Discount code not accepted', 3 * HOUR, null],
  ['Subscription: pause for a month or two, please', 5 * HOUR, 2],
  ['Where is my parcel?', 25 * HOUR, null],
  ['Data export for our audit', 30 * HOUR, 1],
];
const IDS = [1042, 1041, 1039, 1038, 1035, 1031, 1030, 1027, 1022];

export interface WorldSize {
  readonly columns: number;
  readonly rows: number;
}

/** A world without anything, read to the end. */
export function bareWorld(size: WorldSize, more: Partial<World> = {}): World {
  const empty = { ...emptyWorld(NOW, undefined, keyNames), bound };
  const operations = operationsOf([...(more.pending ?? []), ...(more.refused ?? [])]);
  const world = { ...empty, operations, viewport: viewportOf(size, { ...empty, ...more }), ...more };
  return { ...world, list: { ...world.list, asOf: world.list.asOf ?? NOW } };
}

/** The help center that the pictures in the design show. */
export function sampleWorld(size: WorldSize, more: Partial<World> = {}): World {
  const conversations = TITLES.map(([title, ago, assignee], index) =>
    conversation(IDS[index]!, title, {
      assign_to: assignee,
      last_message_at: NOW - ago,
      tags: index === 0 ? [safeLine('refund'), safeLine('vip')] : [],
    }),
  );
  const base = bareWorld(size, more);
  const letter =
    'Hello, I sent the shoes back two weeks ago and still have no money. The parcel number was RR 4471 9920 1 DE.';
  const agentAuthor = { type: 'agent', id: 1, name: safeLine('Ana Ortiz'), email: null };
  const world: World = {
    ...base,
    me: agent(1, 'Ana Ortiz'),
    base: {
      ...base.base,
      agents: [agent(1, 'Ana Ortiz'), agent(2, 'Bob Stone'), agent(3, 'Doris Orfanos')],
      inboxes: [inbox(1, 'Support', 24), inbox(2, 'Billing', 4), inbox(3, 'Returns', 11), inbox(4, 'Spam', 0)],
      statuses: [
        { id: 1, name: safeLine('open'), kind: 'open' },
        { id: 2, name: safeLine('closed'), kind: 'closed' },
        { id: 3, name: safeLine('waiting'), kind: 'custom' },
      ] as World['base']['statuses'],
      tags: [
        { id: 1, name: safeLine('refund') },
        { id: 2, name: safeLine('vip') },
      ] as unknown as World['base']['tags'],
      conversations: IdMap.of(conversations.map(found => [found.id, found] as const)),
      threads: IdMap.of([
        [
          1042,
          thread(
            [
              message(1, letter),
              message(
                2,
                'Thank you, Zoë. I can see the parcel; it reached our warehouse on the 14th. I will come back today.',
                { kind: 'agent', author: agentAuthor, created_at: NOW - 4 * MINUTE } as Partial<Message>,
              ),
            ],
            [note(1, 'Warehouse confirms. Refund needs Bob’s approval.')],
          ),
        ] as const,
      ]),
    },
    list: {
      ...base.list,
      ids: IDS,
      rows: IDS,
      cursorId: 1042,
      cursorIndex: 0,
      nextCursor: null,
      total: 312,
      marks: new Set([1038, 1035]),
      newAbove: [1050, 1051, 1052],
    },
    detail: { ...base.detail, conversationId: 1042 },
    news: new Set([1041, 1038]),
    inboxCursor: '1',
    ...more,
  };
  const shown = { ...world, inboxes: world.base.inboxes };
  return more.list ? { ...shown, list: more.list } : shown;
}

/** What a desk was asked to do, beside changing its world. */
export interface Asked {
  readonly commits: { readonly name: string; readonly args: unknown }[];
  readonly calls: string[];
}

/** A desk without a help center: it keeps its world and records its calls. */
export function fakeDesk(world: World): { readonly desk: Desk; readonly asked: Asked } {
  const store = createWorld({ ...world, inboxes: world.base.inboxes });
  const asked: Asked = { commits: [], calls: [] };
  const note = (call: string) => () => void asked.calls.push(call);
  const linesOf = createLineCache();
  const commit = (call: ChangeCall): void => {
    asked.commits.push(call);
    store.setState({ drafts: clearDraft(store.getState().drafts, call) });
  };
  const desk: Desk = {
    store,
    client: createClient({
      baseUrl: 'http://center.example',
      token: () => undefined,
      // A help center that never answers: what a key does at once is all that is seen.
      fetch: () => new Promise(() => undefined),
    }),
    storage: memoryStorage(),
    cache: noCache,
    allowance: { ahead: 0, along: 0 },
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    now: () => NOW,
    centerNow: () => NOW,
    elapsed: () => NOW,
    uptime: () => 0,
    random: () => 0,
    newKey: () => 'key',
    world: () => store.getState(),
    set: part => store.setState(part),
    notify: notice => store.setState({ notice }),
    commit: (name, args) => commit({ name, args } as never),
    commitEach: (name, each) => {
      for (const args of each) commit({ name, args } as never);
    },
    undo: note('undo'),
    redo: note('redo'),
    detailLines: opened => linesOf(store.getState(), opened),
    prepareLines: (_what, done) => done(),
    sureOfEpoch: () => Promise.resolve(undefined),
    wake: note('wake'),
    linkIsBack: note('link is back'),
    contact: createLiveness({ now: () => NOW, elapsed: () => NOW, isOffline: () => false }),
    stop: note('stop'),
    hooks: {
      quit: code => void asked.calls.push(`quit ${code}`),
      suspend: note('suspend'),
      keepViews: async edit => edit(store.getState().savedViews),
      repaint: note('repaint'),
      copy: text => {
        asked.calls.push(`copy ${text}`);
        return true;
      },
      pager: async text => void asked.calls.push(`pager ${text}`),
      editor: async text => `${text} from the editor`,
    },
    reads: {
      begin: () => ({
        signal: new AbortController().signal,
        isCurrent: () => false,
        isStale: () => false,
        isOvertaken: () => false,
        end: () => undefined,
      }),
      ended: async () => undefined,
      answered: () => undefined,
      told: () => undefined,
      stop: () => undefined,
    },
  };
  return { desk, asked };
}
