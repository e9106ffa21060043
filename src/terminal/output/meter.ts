/** The keys of one read, and the bytes written from then until the next keys. */
export interface KeyCost {
  readonly names: readonly string[];
  readonly bytes: number;
}

/** The totals of the output so far. */
export interface Meter {
  readonly totalBytes: number;
  readonly lastMinuteBytes: number;
  readonly lastFrameBytes: number;
  readonly frames: number;
  /** The last few reads that contained keys, the newest last. */
  readonly keys: readonly KeyCost[];
}

/** Counts the bytes sent to the terminal. */
export interface MeterCounter {
  /** Notes one write; `isFrame` if it changed the screen. */
  count(bytes: number, isFrame: boolean, nowMs: number): void;
  /** Notes the keys of one read, by name. */
  pressed(names: readonly string[]): void;
  read(nowMs: number): Meter;
}

const SECONDS = 60;
const KEPT_KEYS = 10;

/** Counts the bytes in total, per second over the last minute, and for the last keys. */
export function createMeter(): MeterCounter {
  const bySecond = new Map<number, number>();
  const keys: { names: readonly string[]; bytes: number }[] = [];
  let totalBytes = 0;
  let lastFrameBytes = 0;
  let frames = 0;

  const dropOld = (nowMs: number): void => {
    for (const second of bySecond.keys()) if (second <= Math.floor(nowMs / 1000) - SECONDS) bySecond.delete(second);
  };

  return {
    count(bytes, isFrame, nowMs) {
      dropOld(nowMs);
      const second = Math.floor(nowMs / 1000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + bytes);
      totalBytes += bytes;
      const last = keys.at(-1);
      if (last !== undefined) last.bytes += bytes;
      if (!isFrame) return;
      lastFrameBytes = bytes;
      frames++;
    },
    pressed(names) {
      keys.push({ names, bytes: 0 });
      if (keys.length > KEPT_KEYS) keys.shift();
    },
    read(nowMs) {
      dropOld(nowMs);
      const lastMinuteBytes = [...bySecond.values()].reduce((sum, bytes) => sum + bytes, 0);
      return { totalBytes, lastMinuteBytes, lastFrameBytes, frames, keys: keys.map(key => ({ ...key })) };
    },
  };
}
