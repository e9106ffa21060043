import type { ApiError } from '../../client/api-error.ts';
import { type doings, streamHeader } from '../../contract/presence.ts';
import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import type { ToldCounts } from '../list/event-data.ts';
import type { Present } from '../world/presence.ts';
import { type Quiet, watchQuiet } from './timers.ts';

/** The data of an event beside the ids of conversations. */
export interface EventContent {
  /** Rows, as they came. */
  readonly rows: readonly unknown[];
  readonly counts: readonly ToldCounts[];
  /** The conversations that the agent has read, without any other change. */
  readonly read: readonly number[];
  /** The versions that the answer to a write of this token had. */
  readonly versions: ReadonlyMap<number, number>;
}

/** One event of a stream of server-sent events, with the fields that the desk uses. */
export interface StreamEvent {
  /** Where to resume after it; undefined if the stream numbers nothing. */
  readonly id: string | undefined;
  /** `message` if the stream names none; empty for a sign of life that only carries an id. */
  readonly name: string;
  /** The conversations that it names: in `ids`, except for `inbox.changed`, and in `conversation_ids`. */
  readonly ids: readonly number[];
  /** Their data, so that they need not be read; absent if it only names them. */
  readonly told?: EventContent | undefined;
  /** A customer wrote in an inbox that the agent is subscribed to. */
  readonly isRing: boolean;
  /** The other agents who are on this conversation now. */
  readonly present?: Present & { readonly id: number };
  /** The newest erasure. */
  readonly erased?: number | undefined;
}

/** A stream with a longer block, without the end of an event or a comment, is not a stream of events. */
const MAX_CHARACTERS = 1_048_576;

/**
 * The events of a body as they arrive; `onBytes` is called at each sign of life. Ends if the body is not a stream of
 * events. An event that is cut off is left out.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
  // Loaded at the first stream, so that the first frame need not wait for the parser.
  const { createParser } = await import('eventsource-parser');
  let length = 0;
  let isOver = false;
  let events: StreamEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_CHARACTERS,
    onComment: () => {
      length = 0;
    },
    // Called before `onEvent` for the same block, which may have no data: that is a sign of life.
    onId: id => events.push({ id, name: '', ids: [], isRing: false }),
    onEvent: ({ id, event = 'message', data }) => {
      if (id !== undefined) events.pop();
      events.push({ id, name: event, ...toldIn(event, data) });
    },
    onError: ({ type }) => {
      isOver ||= type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    onBytes();
    const text = decoder.decode(bytes, { stream: true });
    length += text.length;
    parser.feed(text);
    const whole = events;
    events = [];
    if (whole.length > 0) length = 0;
    yield* whole;
    if (isOver || length > MAX_CHARACTERS) return;
  }
}

type Content = Readonly<Record<string, unknown>>;

function toldIn(name: string, data: string): Omit<StreamEvent, 'id' | 'name'> {
  try {
    const content = JSON.parse(data) as Content;
    const { ids, conversation_ids: conversations, rings } = content;
    if (name === 'erased') return { ids: [], isRing: false, erased: idsIn([content.id])[0] };
    if (name === 'presence') return { ids: [], isRing: false, ...presentIn(content) };
    return {
      ids: idsIn([name === 'inbox.changed' ? [] : ids, conversations].flat()),
      isRing: Array.isArray(rings) && rings.length > 0,
      told: contentOf(content, name === 'inbox.changed' ? content.conversation_rows : content.rows),
    };
  } catch {
    return { ids: [], isRing: false };
  }
}

function contentOf({ read, versions, inbox_counts: counts }: Content, rows: unknown): EventContent | undefined {
  if ([rows, read, versions, counts].every(part => part === undefined)) return undefined;
  return {
    rows: listOf(rows),
    counts: listOf(counts).flatMap(countsIn),
    read: idsIn(listOf(read)),
    versions: new Map(Object.entries(versions ?? {}).map(([id, version]) => [Number(id), Number(version)])),
  };
}

function presentIn({ id, answers, reads }: Content): Pick<StreamEvent, 'present'> {
  const [known] = idsIn([id]);
  return known === undefined
    ? {}
    : { present: { id: known, answers: idsIn(listOf(answers)), reads: idsIn(listOf(reads)) } };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function idsIn(values: readonly unknown[]): readonly number[] {
  return values.filter(id => Number.isSafeInteger(id)) as number[];
}

function countsIn(value: unknown): readonly ToldCounts[] {
  const { id, open, unassigned, unresolved } = (value ?? {}) as Record<keyof ToldCounts, unknown>;
  const isWhole = [id, open, unassigned, unresolved].every(count => Number.isSafeInteger(count));
  return isWhole ? [{ id, open, unassigned, unresolved } as ToldCounts] : [];
}

/** A stream without a sign of life for this long is dead. */
const QUIET_MS = 60_000;

/** The tools for reading the help center's events. */
export interface EventsReader {
  /** Where to resume; undefined for from now on. */
  readonly lastId: string | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** The other agents of whom the stream tells; absent if of none. */
  readonly presence?: (typeof doings)[number];
  /** It has begun; its id, if it has one. */
  readonly onBegin: (streamId: string | null) => void;
  readonly onEvent: (event: StreamEvent) => void;
}

/**
 * How a stream of events ended: it was read; the help center has none; a web page came in its place; or it could not be
 * opened.
 */
export type EventsEnd = 'read' | 'absent' | 'page' | 'failed';

/** Reads the help center's events until they break off. */
export async function followEvents(desk: Desk, reader: EventsReader): Promise<EventsEnd> {
  const { lastId, presence, onBegin, onEvent } = reader;
  const quiet = watchQuiet(desk, reader.signal, QUIET_MS);
  try {
    const query = { rows: '1' as const, erased: desk.world().erased, ...(presence ? { presence } : {}) };
    const request = { query, resumeAfter: lastId, signal: quiet.signal };
    const answer = await attempt(desk.client.service.events(request));
    if ('error' in answer) return endOf(answer.error);
    const { body, headers } = answer.value;
    if (!body || !isStream(answer.value)) return 'absent';
    onBegin(headers.get(streamHeader));
    await readAll(body, quiet, onEvent);
    return 'read';
  } finally {
    quiet.stop();
  }
}

function endOf({ isAbsent, portal }: ApiError): EventsEnd {
  if (isAbsent) return 'absent';
  return portal === null ? 'failed' : 'page';
}

/** A broken stream is resumed, like one that ended. */
async function readAll(body: ReadableStream<Uint8Array>, quiet: Quiet, onEvent: (event: StreamEvent) => void) {
  try {
    const bytes = body.pipeThrough(new TransformStream(), { signal: quiet.signal });
    for await (const event of readEvents(bytes, quiet.alive)) onEvent(event);
  } catch {
    // The caller sees that it ended.
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}
