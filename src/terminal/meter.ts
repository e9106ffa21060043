/** What has gone to the terminal so far. */
export interface Meter {
  readonly totalBytes: number;
  readonly lastMinuteBytes: number;
  readonly lastFrameBytes: number;
  readonly frames: number;
}

export interface MeterCounter {
  /** Notes one write; `isFrame` where it changed what is shown. */
  count(bytes: number, isFrame: boolean, nowMs: number): void;
  read(nowMs: number): Meter;
}

const SECONDS = 60;

/** Counts bytes over all, and by the second over the last minute. */
export function createMeter(): MeterCounter {
  const bySecond = new Map<number, number>();
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
      if (!isFrame) return;
      lastFrameBytes = bytes;
      frames++;
    },
    read(nowMs) {
      dropOld(nowMs);
      const lastMinuteBytes = [...bySecond.values()].reduce((sum, bytes) => sum + bytes, 0);
      return { totalBytes, lastMinuteBytes, lastFrameBytes, frames };
    },
  };
}
