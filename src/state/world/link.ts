/** The link as the terminal's answers show it; undefined until the first measurement. */
export interface Measured {
  readonly roundTripMs: number | undefined;
  /** Bytes a second. */
  readonly bytesPerSecond: number | undefined;
}

/** The measured link. Its figures are never drawn as they change: a frame brings an answer, and that another frame. */
export interface Wire extends Measured {
  /** The agent's choice; `auto` follows the measured rate. */
  readonly setting: 'auto' | 'fast' | 'slow';
  /** The number of consecutive measurements that contradict the present state. */
  readonly contrary: { readonly sinceMs: number; readonly count: number } | null;
}

/**
 * When `auto` changes the state. The round trip does not count: thrift saves bytes, and bytes do not shorten it.
 * Between the two rates the state stays. Step down fast, because a full frame takes seconds; step up slowly, because a
 * change repaints all rows and one idle moment of a shared line proves nothing.
 */
const SLOW_BELOW_BYTES_PER_SECOND = 3_000;
const FAST_FROM_BYTES_PER_SECOND = 6_000;
const DWELL = {
  fast: { ms: 1_000, count: 2 },
  slow: { ms: 30_000, count: 3 },
} as const;

/** The state of the link, and the reason. */
export interface LinkState {
  readonly link: 'fast' | 'slow';
  readonly wire: Wire;
}

/** The link before any measurement: fast, unless the agent chose otherwise. */
export function linkAtStart(setting: Wire['setting']): LinkState {
  return {
    link: setting === 'slow' ? 'slow' : 'fast',
    wire: unmeasured(setting),
  };
}

/** A link without a measurement. */
export function unmeasured(setting: Wire['setting']): Wire {
  return {
    setting,
    roundTripMs: undefined,
    bytesPerSecond: undefined,
    contrary: null,
  };
}

/** The link after a new measurement. `nowMs`: of any steady clock. */
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
