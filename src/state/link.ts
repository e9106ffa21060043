/** What the terminal's answers tell of the way to it; undefined until one has told it. */
export interface Measured {
  readonly roundTripMs: number | undefined;
  /** Bytes a second. */
  readonly bytesPerSecond: number | undefined;
}

/**
 * The wire as the desk knows it. Its figures are never drawn as they change: a frame brings an answer, that a frame.
 */
export interface Wire extends Measured {
  /** What the agent asked for; `auto` follows the measured rate. */
  readonly setting: 'auto' | 'fast' | 'slow';
  /** Measurements that speak against what the link is taken for, without one between them that does not. */
  readonly contrary: { readonly sinceMs: number; readonly count: number } | null;
}

/**
 * When `auto` changes its mind. The round trip does not count: what thrift saves is bytes, and bytes do not shorten it.
 * Between the two rates it stays as it is. Down soon, for a full frame takes seconds; up late, for a change of the link
 * repaints all rows, and one idle moment of a shared line is no better line.
 */
const SLOW_BELOW_BYTES_PER_SECOND = 3_000;
const FAST_FROM_BYTES_PER_SECOND = 6_000;
const DWELL = {
  fast: { ms: 1_000, count: 2 },
  slow: { ms: 30_000, count: 3 },
} as const;

/** What the link is taken for, and why. */
export interface LinkState {
  readonly link: 'fast' | 'slow';
  readonly wire: Wire;
}

/** The link before anything is measured: fast, unless the agent says otherwise. */
export function linkAtStart(setting: Wire['setting']): LinkState {
  return {
    link: setting === 'slow' ? 'slow' : 'fast',
    wire: unmeasured(setting),
  };
}

/** Nothing is measured yet. */
export function unmeasured(setting: Wire['setting']): Wire {
  return {
    setting,
    roundTripMs: undefined,
    bytesPerSecond: undefined,
    contrary: null,
  };
}

/** What a new measurement makes of the wire and of what the link is taken for. `nowMs`: of any steady clock. */
export function withMeasurement(
  { link, wire }: LinkState,
  { roundTripMs, bytesPerSecond }: Measured,
  nowMs: number,
): LinkState {
  const measured = { ...wire, roundTripMs, bytesPerSecond };
  if (wire.setting !== 'auto' || bytesPerSecond === undefined) return { link, wire: measured };
  const speaksAgainst =
    link === 'fast' ? bytesPerSecond < SLOW_BELOW_BYTES_PER_SECOND : bytesPerSecond >= FAST_FROM_BYTES_PER_SECOND;
  if (!speaksAgainst) return { link, wire: { ...measured, contrary: null } };
  const contrary = { sinceMs: wire.contrary?.sinceMs ?? nowMs, count: (wire.contrary?.count ?? 0) + 1 };
  const isSure = contrary.count >= DWELL[link].count && nowMs - contrary.sinceMs >= DWELL[link].ms;
  if (!isSure) return { link, wire: { ...measured, contrary } };
  return { link: link === 'fast' ? 'slow' : 'fast', wire: { ...measured, contrary: null } };
}
