import { requestOf } from './client.ts';
import type { World } from './world.ts';

/** One server-sent event. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

/** An open stream of events. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event that carries data; undefined if the stream has ended. Throws if none comes in time. */
  next(): Promise<ServerEvent | undefined>;
  /** The id that the service named last. */
  lastId(): string | undefined;
  close(): Promise<void>;
}

const PATIENCE_MS = 5_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No event came within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseBlock(block: string): ServerEvent & { hasData: boolean } {
  const fields = block.split('\n').map(line => /^(\w*): ?(.*)$/.exec(line));
  const fieldNamed = (name: string) => fields.find(field => field?.[1] === name)?.[2];
  const data = fieldNamed('data');
  const parsed = data === undefined ? undefined : (JSON.parse(data) as unknown);
  return { id: fieldNamed('id'), name: fieldNamed('event') ?? 'message', data: parsed, hasData: data !== undefined };
}

/** Opens `/events` with a token; close it after. */
export async function openEvents(
  world: World,
  token: string,
  lastEventId?: string,
  query: object = {},
): Promise<EventStream> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const request = requestOf(world.target, { method: 'GET', path: '/events', headers, query: { ...query } }, token);
  const response = await inTime(world.target.fetch(request));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let lastId: string | undefined;
  const block = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await inTime(reader.read());
      if (done) return undefined;
      text += value.replaceAll('\r\n', '\n');
    }
    const at = text.indexOf('\n\n');
    const found = text.slice(0, at);
    text = text.slice(at + 2);
    return found;
  };
  const next = async (): Promise<ServerEvent | undefined> => {
    const found = await block();
    if (found === undefined) return undefined;
    const { hasData, ...event } = parseBlock(found);
    lastId = event.id ?? lastId;
    return hasData ? event : next();
  };
  const { status } = response;
  return { status, headers: response.headers, next, lastId: () => lastId, close: () => reader.cancel() };
}
