/** A clock that stands still until it is moved, with timers. */
export interface VirtualClock {
  now(): number;
  setTimer(fn: () => void, ms: number): () => void;
  /** Moves on to this time (ms); whatever is due on the way happens at its own time, microtasks after each. */
  runTo(ms: number): Promise<void>;
}

export function createVirtualClock(): VirtualClock {
  let nowMs = 0;
  let order = 0;
  const timers = new Map<number, { at: number; fn: () => void }>();
  const next = () =>
    [...timers].sort(([first, a], [second, b]) => a.at - b.at || first - second).find(([, { at }]) => at >= 0);
  return {
    now: () => nowMs,
    setTimer(fn, ms) {
      const id = order++;
      timers.set(id, { at: nowMs + ms, fn });
      return () => void timers.delete(id);
    },
    async runTo(ms) {
      await settled();
      for (let due = next(); due !== undefined && due[1].at <= ms; due = next()) {
        nowMs = Math.max(nowMs, due[1].at);
        timers.delete(due[0]);
        due[1].fn();
        await settled();
      }
      nowMs = ms;
    },
  };
}

/** Resolves when the microtasks that are queued now, and theirs, have run. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

export interface LinkTraits {
  readonly bytesPerSecond: number;
  /** There and back. */
  readonly roundTripMs: number;
}

export interface VirtualLink {
  write(bytes: string, done: () => void): void;
  /** When the last byte written so far is on the screen. */
  shownAt(): number;
  /** All that was written. */
  written(): string;
  /** So many of the next answers never come. */
  loseAnswers(count: number): void;
}

const REQUEST = '\x1b[5n';

/** An SSH connection: takes everything at once into a queue without end, and answers when a request is processed. */
export function createVirtualLink(clock: VirtualClock, traits: LinkTraits, answer: () => void): VirtualLink {
  const oneWayMs = traits.roundTripMs / 2;
  let freeAt = 0;
  let all = '';
  let toLose = 0;
  const answerUnlessLost = (): void => {
    if (toLose > 0) toLose--;
    else answer();
  };
  return {
    write(bytes, done) {
      all += bytes;
      freeAt = Math.max(freeAt, clock.now());
      for (const piece of bytes.split(/(?<=\x1b\[5n)/)) {
        freeAt += (Buffer.byteLength(piece) / traits.bytesPerSecond) * 1000;
        if (piece.endsWith(REQUEST)) clock.setTimer(answerUnlessLost, freeAt + traits.roundTripMs - clock.now());
      }
      done();
    },
    shownAt: () => freeAt + oneWayMs,
    written: () => all,
    loseAnswers(count) {
      toLose = count;
    },
  };
}
