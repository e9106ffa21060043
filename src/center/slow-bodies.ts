import type { IncomingMessage } from 'node:http';

/** A body must bring at least `bytes` over any `windowMs`, else its connection is cut. */
export interface Pace {
  readonly bytes: number;
  readonly windowMs: number;
}

/** 100 bytes a second over any 20 seconds. */
export const defaultPace: Pace = { bytes: 2_000, windowMs: 20_000 };

const looksAWindow = 20;

/** Cuts the connection of a request whose body comes slower than the pace, so that slow senders hold nothing. */
export const cutSlowBody = (incoming: IncomingMessage, pace: Pace): void => {
  const { socket } = incoming;
  const seen = [socket.bytesRead];
  const timer = setInterval(() => {
    if (incoming.complete || socket.destroyed) return clearInterval(timer);
    seen.push(socket.bytesRead);
    if (seen.length > looksAWindow && socket.bytesRead - seen.shift()! < pace.bytes) {
      clearInterval(timer);
      socket.destroy();
    }
  }, pace.windowMs / looksAWindow);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
};
