/**
 * The way that a request takes: an `ordinary` one waits until the one before it is answered, and so does one for
 * `files`; a `free` one waits for nobody.
 */
export type LaneName = 'ordinary' | 'files' | 'free';

/** What the turn of a request depends on. */
export interface Turn {
  readonly lane: LaneName;
  /** It goes after all that are not in the background. */
  readonly isBackground: boolean;
  /** Takes the request out of the queue. */
  readonly signal: AbortSignal | undefined;
}

/** The queues before one help center: each new connection costs a slow link seconds. */
export interface Lanes {
  /**
   * Resolves when it is this request's turn, with a function that lets the next one begin; with undefined if it was
   * taken out of the queue before.
   */
  enter(turn: Turn): Promise<(() => void) | undefined>;
}

/** Makes the queues, in which nobody waits yet. */
export function createLanes(): Lanes {
  const lanes = { ordinary: createLane(), files: createLane() };
  return {
    enter: turn => (turn.lane === 'free' ? Promise.resolve(() => undefined) : lanes[turn.lane](turn)),
  };
}

type Begin = () => void;

function createLane(): Lanes['enter'] {
  const urgent = new Set<Begin>();
  const background = new Set<Begin>();
  let isTaken = false;
  const next = (): void => {
    const queue = urgent.size > 0 ? urgent : background;
    const [begin] = queue;
    isTaken = begin !== undefined;
    if (begin) queue.delete(begin);
    begin?.();
  };
  const leaving = (): (() => void) => {
    let hasLeft = false;
    return () => {
      // The connection is free a moment after its answer has ended: a request before that would open another one.
      if (!hasLeft) setImmediate(next);
      hasLeft = true;
    };
  };
  return ({ isBackground, signal }) => {
    if (signal?.aborted) return Promise.resolve(undefined);
    if (!isTaken) {
      isTaken = true;
      return Promise.resolve(leaving());
    }
    const queue = isBackground ? background : urgent;
    return new Promise(resolve => {
      const begin = (): void => {
        signal?.removeEventListener('abort', drop);
        resolve(leaving());
      };
      const drop = (): void => {
        queue.delete(begin);
        resolve(undefined);
      };
      queue.add(begin);
      signal?.addEventListener('abort', drop, { once: true });
    });
  };
}
