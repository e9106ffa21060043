import type { IncomingMessage } from 'node:http';

/** A body must bring at least `bytes` in any `windowMs`, or its connection is closed. */
export interface Pace {
  readonly bytes: number;
  readonly windowMs: number;
}

/** 100 bytes a second in any 20 seconds. */
export const defaultPace: Pace = { bytes: 2_000, windowMs: 20_000 };

const LOOKS_A_WINDOW = 20;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Closes the connection of a request whose body is slower than the pace, so that slow senders hold no resources. */
export function cutSlowBody(incoming: IncomingMessage, pace: Pace): void {
  if (!hasBody(incoming)) return;
  const { socket } = incoming;
  const seen = [socket.bytesRead];
  const stop = (): void => {
    clearInterval(timer);
    incoming.off('end', stop).off('close', stop);
    socket.off('close', stop);
  };
  const timer = setInterval(() => {
    if (incoming.complete) return stop();
    seen.push(socket.bytesRead);
    if (seen.length > LOOKS_A_WINDOW && socket.bytesRead - seen.shift()! < pace.bytes) socket.destroy();
  }, pace.windowMs / LOOKS_A_WINDOW);
  timer.unref();
  // The connection may serve many more requests: no listener of this one may stay on it.
  incoming.once('end', stop).once('close', stop);
  socket.once('close', stop);
}
