import type { ApiError } from '../../client/api-error.ts';
import { t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { noteLack } from '../degrade.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { type Quiet, watchQuiet } from './quiet.ts';

const NO_ROWS = t`This help center’s events do not say what changed.`;

/** A stream without a sign of life for this long is dead. */
const QUIET_MS = 60_000;

/** What reading the help center's events needs. */
export interface EventsReader {
  /** Where to resume; undefined for from now on. */
  readonly lastId: string | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onBegin: () => void;
  readonly onEvent: (event: StreamEvent) => void;
}

/**
 * How a stream of events ended: it was read; the help center has none; a web page came in its place; or it could not be
 * opened.
 */
export type EventsEnd = 'read' | 'absent' | 'page' | 'failed';

/** Reads the help center's events until they break off. */
export async function followEvents(desk: Desk, reader: EventsReader): Promise<EventsEnd> {
  const { lastId, onBegin, onEvent } = reader;
  const quiet = watchQuiet(desk, reader.signal, QUIET_MS);
  try {
    const query = desk.world().offers['service.events'] === undefined ? { rows: '1' as const } : {};
    const answer = await attempt(desk.client.service.events({ query, resumeAfter: lastId, signal: quiet.signal }));
    if ('error' in answer) {
      // Some help centers refuse what they do not know: the next time they are asked without it.
      if (!answer.error.isTransient && !answer.error.isAbsent) noteLack(desk, 'service.events', NO_ROWS);
      return endOf(answer.error);
    }
    const { body } = answer.value;
    if (!body || !isStream(answer.value)) return 'absent';
    onBegin();
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
