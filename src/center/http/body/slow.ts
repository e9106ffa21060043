import type { IncomingMessage } from 'node:http';

/** A body must bring at least `bytes` in any `windowMs`, or its connection is closed. */
export interface BodyPace {
  readonly bytes: number;
  readonly windowMs: number;
}

/** 100 bytes a second in any 20 seconds. */
export const defaultPace: BodyPace = { bytes: 2_000, windowMs: 20_000 };

const LOOKS_A_WINDOW = 20;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the bytes that have come of a body so far. The socket does not count them on Bun. */
function countBytes(incoming: IncomingMessage): () => number {
  let bytes = 0;
  const { push } = incoming;
  incoming.push = (chunk: Uint8Array | null, ...rest) => {
    bytes += chunk?.length ?? 0;
    return push.call(incoming, chunk, ...rest);
  };
  return () => bytes;
}

/** Closes the connection of a request whose body is slower than the pace, so that slow senders hold no resources. */
export function cutSlowBody(incoming: IncomingMessage, pace: BodyPace): void {
  if (!hasBody(incoming)) return;
  const { socket } = incoming;
  const received = countBytes(incoming);
  const seen = [0];
  const stop = (): void => {
    clearInterval(timer);
    incoming.off('end', stop).off('close', stop);
    socket.off('close', stop);
  };
  const timer = setInterval(() => {
    if (incoming.complete) return stop();
    seen.push(received());
    if (seen.length > LOOKS_A_WINDOW && received() - seen.shift()! < pace.bytes) socket.destroy();
  }, pace.windowMs / LOOKS_A_WINDOW);
  timer.unref();
  // The connection may serve many more requests: no listener of this one may stay on it.
  incoming.once('end', stop).once('close', stop);
  socket.once('close', stop);
}
