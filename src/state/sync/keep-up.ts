import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { catchUp, type News, poll } from './refresh.ts';
import { retryReads } from './retry-reads.ts';
import { tellReturn } from './tell-return.ts';

/** How often the desk asks for other agents' changes if it receives no events. */
const POLL_MS = 15_000;
/** Events that come within this time are handled together. */
const TOGETHER_MS = 300;
/** How soon a broken stream is resumed; one that broke at once waits for `POLL_MS`. */
const RESUME_MS = 2_000;
/** A stream without a sign of life for this long is dead. */
const QUIET_MS = 60_000;

/**
 * Keeps the desk up to date with other agents' changes: by the help center's events if `hasEvents` and it sends any,
 * otherwise by asking every 15 seconds. After a broken stream, missed changes are read. Returns a function that stops
 * it.
 */
export function keepUp(desk: Desk, { hasEvents }: { readonly hasEvents: boolean }): () => void {
  const ended = new AbortController();
  const timers = new Set<() => void>();
  const later = (run: () => Promise<void>, delayMs: number): void => {
    if (ended.signal.aborted) return;
    const cancel = desk.setTimer(() => {
      timers.delete(cancel);
      void run();
    }, delayMs);
    timers.add(cancel);
  };
  const ask = async (): Promise<void> => {
    await poll(desk);
    later(ask, POLL_MS);
  };
  const news = gatherNews(desk, later);
  let lastId: string | undefined;

  const follow = async (): Promise<void> => {
    const quiet = watch(desk, ended.signal);
    const answer = await attempt(desk.client.service.events({ resumeAfter: lastId, signal: quiet.signal }));
    const body = 'value' in answer && isStream(answer.value) ? answer.value.body : null;
    if (!body) quiet.stop();
    if ('value' in answer && !body) return ask();
    if ('error' in answer && answer.error.isAbsent) return ask();
    if (!body) return later(() => poll(desk).then(follow), POLL_MS);
    const began = desk.elapsed();
    // No event reports changes from before the first stream began.
    if (lastId === undefined) news({ id: undefined, name: 'reset', ids: [] });
    try {
      for await (const event of readEvents(
        body.pipeThrough(new TransformStream(), { signal: quiet.signal }),
        quiet.alive,
      )) {
        lastId = event.id ?? lastId;
        if (event.name !== '') news(event);
      }
    } catch {
      // A broken stream is resumed, like one that ended.
    }
    quiet.stop();
    later(follow, desk.elapsed() - began > POLL_MS ? RESUME_MS : POLL_MS);
  };

  const stopRetrying = retryReads(desk);
  const stopTelling = tellReturn(desk);
  if (hasEvents) void follow();
  else later(ask, POLL_MS);
  return () => {
    ended.abort();
    stopRetrying();
    stopTelling();
    for (const cancel of timers) cancel();
  };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** The desk tells itself to begin (without an id) just after it has read the places. */
function tellsOfPlaces({ id, name }: StreamEvent): boolean {
  return name === 'inbox.changed' || (name === 'reset' && id !== undefined);
}

/** Gathers events that come close together; never reads twice at once. */
function gatherNews(desk: Desk, later: (run: () => Promise<void>, delayMs: number) => void) {
  let waiting: News | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || !waiting) return;
    isLooking = true;
    const changed = waiting;
    waiting = undefined;
    await catchUp(desk, changed).finally(() => {
      isLooking = false;
    });
    if (waiting) later(look, TOGETHER_MS);
  };
  return (event: StreamEvent): void => {
    if (!waiting) later(look, TOGETHER_MS);
    const { ids, isOfPlaces } = waiting ?? { ids: [], isOfPlaces: false };
    waiting = { ids: new Set([...ids, ...event.ids]), isOfPlaces: isOfPlaces || tellsOfPlaces(event) };
  };
}

/** A signal that fires after `QUIET_MS` without a sign of life, or when `ended` does. */
function watch(desk: Desk, ended: AbortSignal) {
  const dead = new AbortController();
  let cancel = (): void => {};
  const alive = (): void => {
    cancel();
    cancel = desk.setTimer(() => dead.abort(), QUIET_MS);
  };
  const end = (): void => {
    cancel();
    dead.abort();
  };
  ended.addEventListener('abort', end);
  alive();
  return {
    signal: dead.signal,
    alive,
    stop: () => {
      cancel();
      ended.removeEventListener('abort', end);
    },
  };
}
