/** One event of a stream of server-sent events, as far as the desk follows them. */
export interface StreamEvent {
  /** Where to resume after it; undefined: the stream numbers nothing. */
  readonly id: string | undefined;
  /** `message` where the stream names none; empty for a sign of life that only carries an id. */
  readonly name: string;
  /** The conversations that it names: under `ids`, but for `inbox.changed`, and under `conversation_ids`. */
  readonly ids: readonly number[];
}

/** More than this without the end of an event is no stream of events. */
const MAX_CHARACTERS = 1_048_576;
const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/;

/** The events of a body as they come, one for each block; `onBytes` is called at each sign of life. */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  // Kept in pieces until a blank line is there: joining them at each one would read a long event again and again.
  let waiting: string[] = [];
  let length = 0;
  let tail = '';
  for await (const bytes of body) {
    onBytes();
    const text = decoder.decode(bytes, { stream: true });
    waiting.push(text);
    length += text.length;
    const isWhole = BLANK_LINE.test(tail + text);
    tail = (tail + text).slice(-3);
    if (isWhole) {
      const blocks = waiting.join('').split(BLANK_LINE);
      const rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
      waiting = [rest];
      length = rest.length;
      tail = rest.slice(-3);
    }
    if (length > MAX_CHARACTERS) return;
  }
}

function eventOf(block: string): StreamEvent {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const [field, value] = colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    const former = fields.get(field);
    fields.set(field, field === 'data' && former !== undefined ? `${former}\n${value}` : value);
  }
  const data = fields.get('data');
  const name = data === undefined ? '' : (fields.get('event') ?? 'message');
  return { id: fields.get('id'), name, ids: data === undefined ? [] : idsOf(name, data) };
}

function idsOf(name: string, data: string): readonly number[] {
  try {
    const { ids, conversation_ids: conversations } = JSON.parse(data) as Record<string, unknown>;
    return [name === 'inbox.changed' ? [] : ids, conversations]
      .flat()
      .filter(id => Number.isSafeInteger(id)) as number[];
  } catch {
    return [];
  }
}
