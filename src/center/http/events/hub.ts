import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { streamHeader } from '../../../contract/presence.ts';
import type { Store } from '../../database/store.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, tokenNameOf } from '../../model/access.ts';
import { newestErasure } from '../../model/erasure/erasure.ts';
import { eventRange, eventsAfter, type KeptEvent, newestEventId } from '../../model/events/log.ts';
import { readEventRows } from '../../model/events/rows.ts';
import { createRings, createVisibility, seenConversations, toldOf } from '../../model/events/visible-event.ts';
import type { Troubles } from '../../model/jobs/troubles.ts';
import { callersOfTokens } from '../../model/people/token.ts';
import type { Doing, PresenceHub } from '../../model/presence.ts';
import type { CenterSettings } from '../../model/settings.ts';
import type { EventHub } from '../context.ts';
import { erasedText, eventText, presenceText, textOf } from './event-text.ts';
import { createStreamSeats } from './seats.ts';

interface Stream {
  readonly id: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly caller: Caller;
  /** Gives the stream's seat back. */
  readonly leave: () => void;
  readonly hasRows: boolean;
  /** The kinds of presence that it wants. */
  readonly doings: readonly Doing[];
  /** The presence that it was sent, as text, by the conversation's id. */
  readonly presence: Map<number, string>;
  /** The counts of inboxes that it was sent, as text, by the inbox's id. */
  readonly counts: Map<number, string>;
  lastId: number;
  /** The id that its last sign of life named. */
  namedId: number;
  lastSent: number;
  /** More events wait than may be queued: it gets them after it has read the queue. */
  isBehind: boolean;
  /** It was sent all presence, or each change since. */
  knowsPresence: boolean;
}

/**
 * A reader with this many unread bytes is sent no more, and is dropped after a heartbeat's time. It may come back and
 * resume.
 */
const MAX_WAITING_BYTES = 262_144;
const EVENTS_AT_ONCE = 200;
/** After this many streams requests have a turn: first of all the answer to the write that causes the events. */
const STREAMS_AT_ONCE = 10;

const encoder = new TextEncoder();

/** The content of one round: events up to the newest, those that were read, and conversations with other presence. */
interface News {
  readonly newestId: number;
  readonly known: Map<number, KeptEvent[]>;
  readonly present: readonly number[];
}

interface HubContext {
  readonly presence: PresenceHub;
  readonly settings: CenterSettings;
  readonly now: () => number;
  readonly troubles: Troubles;
}

/** One look at the database for all streams: many idle streams cost next to nothing. */
function look(store: Store, streams: readonly Stream[], now: number) {
  const tokenIds = new Set(streams.flatMap(({ caller: { tokenId } }) => tokenId ?? []));
  return store.read(async db => ({
    newestId: await newestEventId(db),
    callers: await callersOfTokens(db, [...tokenIds], now),
  }));
}

/** The name of a failure here, for logs and `/health`. */
const TELLING = 'Telling desks of changes';

/**
 * Makes the hub. It looks for events after each commit and every `pollMs`, because other processes may write to the
 * same database and not all announce it. A stream ends within that time after its token does.
 */
export function createEventHub(store: Store, { presence, settings, now, troubles }: HubContext): EventHub {
  const streams = new Set<Stream>();
  const seats = createStreamSeats(settings);
  let timer: NodeJS.Timeout | undefined;
  let isServing = false;
  let isWoken = false;
  /** The conversations whose presence has changed since the streams were last served. */
  let changed = new Set<number>();

  const forget = (stream: Stream): void => {
    streams.delete(stream);
    stream.leave();
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const endStream = (stream: Stream): void => {
    if (!streams.has(stream)) return;
    forget(stream);
    stream.controller.close();
  };

  const send = (stream: Stream, text: string): void => {
    // The reader may leave while the database is read.
    if (!streams.has(stream)) return;
    stream.lastSent = performance.now();
    stream.controller.enqueue(encoder.encode(text));
  };

  /** A sign of life, as short as can be; it names the place to resume at if that has moved. */
  const beat = (stream: Stream): void => {
    send(stream, stream.namedId === stream.lastId ? ':\n\n' : `id: ${stream.lastId}\n:\n\n`);
    stream.namedId = stream.lastId;
  };

  const isQuiet = (stream: Stream): boolean => performance.now() - stream.lastSent >= settings.heartbeatMs;

  const hold = (stream: Stream): void => {
    stream.isBehind = true;
    if (!isQuiet(stream)) return;
    forget(stream);
    // Ends the connection, and drops the queue.
    stream.controller.error(new Error('The reader of the events is too slow; it may come back and resume.'));
  };

  const tell = async (db: Db, stream: Stream, caller: Caller, events: readonly KeptEvent[]): Promise<void> => {
    const sees = await createVisibility(db, caller, events);
    const ringsOf = await createRings(db, caller, events);
    const told = events.map(event => toldOf(event, sees, ringsOf, caller));
    const rows = stream.hasRows ? await readEventRows(db, caller, told) : undefined;
    let text = '';
    let { lastId } = stream;
    stream.isBehind = false;
    for (const [at, { id, replied = [] }] of events.entries()) {
      stream.isBehind = text.length > MAX_WAITING_BYTES;
      if (stream.isBehind) break;
      text += textOf(id, told[at]!, rows, stream.counts);
      for (const [agentId, answered] of replied) if (agentId === caller.agentId) presence.answered(stream.id, answered);
      lastId = id;
    }
    if (text !== '') send(stream, text);
    stream.lastId = lastId;
    if (events.length === EVENTS_AT_ONCE && !stream.isBehind) isWoken = true;
  };

  const serve = async (stream: Stream, caller: Caller, newestId: number, known: Map<number, KeptEvent[]>) => {
    if ((stream.controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) return hold(stream);
    if (stream.lastId >= newestId) return isQuiet(stream) ? beat(stream) : undefined;
    await store.read(async db => {
      const events = known.get(stream.lastId) ?? (await eventsAfter(db, stream.lastId, EVENTS_AT_ONCE));
      known.set(stream.lastId, events);
      if (events.length > 0) await tell(db, stream, caller, events);
    });
  };

  const tellPresence = async (stream: Stream, caller: Caller, ids: readonly number[]): Promise<void> => {
    const { agentId } = caller;
    if (agentId === null || stream.isBehind || (stream.controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) return;
    const asked = stream.knowsPresence ? ids : presence.ids();
    stream.knowsPresence = true;
    if (asked.length === 0) return;
    const seen = await store.read(db => seenConversations(db, caller, asked));
    const news = [...seen].map(id => [id, presenceText(id, presence.on(id), agentId, stream.doings)] as const);
    const text = news.filter(([id, one]) => (stream.presence.get(id) ?? presenceText(id, [], agentId, [])) !== one);
    for (const [id, one] of text) stream.presence.set(id, one);
    if (text.length > 0) send(stream, text.map(([, one]) => one).join(''));
  };

  /** Returns whether everything was sent; a stream that fails holds up no other. */
  const isTold = async (stream: Stream, caller: Caller, { newestId, known, present }: News): Promise<boolean> => {
    try {
      await serve(stream, caller, newestId, known);
      if (stream.doings.length > 0) await tellPresence(stream, caller, present);
      return true;
    } catch (error) {
      // The next tick tells it from the same event on, and all counts and presence.
      stream.counts.clear();
      stream.knowsPresence = false;
      troubles.failed(TELLING, error);
      return false;
    }
  };

  const serveAll = async (): Promise<void> => {
    isServing = true;
    try {
      do {
        isWoken = false;
        const all = [...streams];
        const { newestId, callers } = await look(store, all, now());
        // Most streams are at the same event, which is then read once.
        const news: News = { newestId, known: new Map(), present: [...changed] };
        changed = new Set();
        let isGood = true;
        for (const [at, stream] of all.entries()) {
          if (at % STREAMS_AT_ONCE === STREAMS_AT_ONCE - 1) await setImmediate();
          const { tokenId } = stream.caller;
          const caller = tokenId === null ? stream.caller : callers.get(tokenId);
          if (!caller) endStream(stream);
          else if (streams.has(stream) && !(await isTold(stream, caller, news))) isGood = false;
        }
        if (isGood) troubles.ended(TELLING);
      } while (isWoken);
    } catch (error) {
      // Nothing was sent, so nothing is lost: the next tick asks again.
      troubles.failed(TELLING, error);
    } finally {
      isServing = false;
    }
  };

  const wake = (): void => {
    isWoken = streams.size > 0;
    if (isWoken && !isServing) void serveAll();
  };

  const begin = (stream: Stream): void => {
    streams.add(stream);
    timer ??= setInterval(wake, Math.min(settings.pollMs, settings.heartbeatMs)).unref();
  };

  store.onChange?.(wake);
  presence.onChange(id => {
    changed.add(id);
    wake();
  });
  return {
    wake,
    open: async (caller, lastId, { hasRows, doings, erased: known }) => {
      const id = randomBytes(6).toString('base64url');
      const free = seats.take(tokenNameOf(caller));
      const end = caller.agentId === null ? () => undefined : presence.begin(id, caller.agentId);
      const leave = () => {
        free();
        end();
      };
      const begins = async (db: Db) => ({ ...(await eventRange(db)), erased: await newestErasure(db) });
      const { first, last, erased } = await store.read(begins).catch(error => {
        leave();
        throw error;
      });
      const isLost = lastId !== undefined && (lastId > last || lastId < first - 1);
      let stream: Stream;
      const body = new ReadableStream<Uint8Array>(
        {
          start: controller => {
            const from = isLost ? last : (lastId ?? last);
            const sent = { lastId: from, namedId: from, lastSent: performance.now(), isBehind: false };
            const told = { counts: new Map(), presence: new Map(), knowsPresence: false };
            stream = { id, controller, caller, hasRows, doings, leave, ...told, ...sent };
            begin(stream);
            send(stream, `retry: 2000\nid: ${stream.lastId}\n\n`);
            if (isLost) send(stream, eventText(last, 'reset', {}));
            if (known !== undefined && erased > known) send(stream, erasedText(stream.lastId, erased));
          },
          pull: () => {
            if (stream.isBehind) wake();
          },
          cancel: () => forget(stream),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      );
      wake();
      return new Response(body, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          [streamHeader]: id,
        },
      });
    },
    size: () => streams.size,
    close: () => {
      for (const stream of [...streams]) endStream(stream);
    },
  };
}
