import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { waitAfter } from '../../../state/calls/attempt.ts';
import { readEvents } from '../../../state/sync/event-stream.ts';

/** A stream without a sign of life for this long is dead. */
const QUIET_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Following {
  readonly stop: AbortSignal;
  /** Reads all that is new. */
  readonly read: () => Promise<void>;
  /** Says a sentence to a person. */
  readonly tell: (sentence: string) => void;
}

/**
 * Reads new events whenever the help center says that there are some, until it is stopped. While the help center cannot
 * be reached it tries again, at growing intervals. Throws the `ApiError` of a refusal.
 */
export async function followNews(client: Client, { stop, read, tell }: Following): Promise<void> {
  let [failures, isLost] = [0, false];
  const readAgain = async () => {
    await read();
    if (isLost) tell('The help center can be reached again.');
    [failures, isLost] = [0, false];
  };
  while (!stop.aborted) {
    let askedMs = 0;
    try {
      await listen(client, stop, readAgain);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof ApiError) || !error.isTransient || error.isSignedOut) throw error;
      if (!isLost) tell(`${error.reason} Trying again until it can be reached. Nothing is left out.`);
      isLost = true;
      askedMs = error.retryAfterMs ?? 0;
    }
    failures += 1;
    const pauseMs = Math.max(askedMs, waitAfter(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Reads at once, and after each event of one stream, until that ends: nothing can come in between. */
async function listen(client: Client, stop: AbortSignal, read: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  // The timer also keeps this process alive: an embedded help center alone would not.
  const quiet = setTimeout(() => over.abort(), QUIET_MS);
  const signal = AbortSignal.any([stop, over.signal]);
  let news = Promise.withResolvers<void>();
  const pump = async (body: ReadableStream<Uint8Array>) => {
    const bytes = body.pipeThrough(new TransformStream(), { signal });
    for await (const { name } of readEvents(bytes, () => quiet.refresh())) if (name !== '') news.resolve();
  };
  try {
    const { body } = await client.service.events({ query: {}, signal });
    if (!body) return;
    const end = () => {
      over.abort();
      news.resolve();
    };
    // A broken stream is opened again, like one that ended.
    void pump(body).then(end, end);
    do {
      news = Promise.withResolvers();
      await read();
      if (!signal.aborted) await news.promise;
    } while (!signal.aborted);
  } finally {
    clearTimeout(quiet);
    over.abort();
  }
}
