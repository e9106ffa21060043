/** One event of a stream of server-sent events, with the fields that the desk uses. */
export interface StreamEvent {
  /** Where to resume after it; undefined if the stream numbers nothing. */
  readonly id: string | undefined;
  /** `message` if the stream names none; empty for a sign of life that only carries an id. */
  readonly name: string;
  /** The conversations that it names: in `ids`, except for `inbox.changed`, and in `conversation_ids`. */
  readonly ids: readonly number[];
  /** A customer wrote in an inbox that the agent is subscribed to. */
  readonly isRing: boolean;
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

function toldIn(name: string, data: string): Pick<StreamEvent, 'ids' | 'isRing'> {
  try {
    const { ids, conversation_ids: conversations, rings } = JSON.parse(data) as Record<string, unknown>;
    const named = [name === 'inbox.changed' ? [] : ids, conversations].flat();
    return {
      ids: named.filter(id => Number.isSafeInteger(id)) as number[],
      isRing: Array.isArray(rings) && rings.length > 0,
    };
  } catch {
    return { ids: [], isRing: false };
  }
}
