/** What the answers tell about the way to the terminal; undefined until one has told it. */
export interface Link {
  readonly roundTripMs: number | undefined;
  readonly bytesPerSecond: number | undefined;
}

/** Works the link out from what is measured on it. */
export interface LinkEstimate {
  /** An answer took this long to a request before which (nearly) nothing was under way. */
  roundTrip(elapsedMs: number): void;
  /** Bytes that were written without a pause took this long, from the answer before them to the answer behind them. */
  passage(bytes: number, elapsedMs: number): void;
  current(): Link;
}

/** Of this many last round trips the shortest counts: the others waited for something else too. */
const KEPT_ROUND_TRIPS = 8;

/** Fewer bytes than this say more about the clock than about the link: they are counted together with the next. */
const MIN_PASSAGE = 80;

const WEIGHT = 0.3;
const MAX_BYTES_PER_SECOND = 10_000_000;

/** Works out round trip (ms) and rate (bytes/s) from measurements, the rate as a moving mean. */
export function createLinkEstimate(): LinkEstimate {
  const roundTrips: number[] = [];
  let msPerByte: number | undefined;
  let gathered = { bytes: 0, elapsedMs: 0 };
  return {
    roundTrip(elapsedMs) {
      roundTrips.push(elapsedMs);
      if (roundTrips.length > KEPT_ROUND_TRIPS) roundTrips.shift();
    },
    passage(bytes, elapsedMs) {
      // Two answers in one read: either the link is fast or the program was busy. Taken for fast while nothing is known.
      if (msPerByte === undefined && elapsedMs < 1) return;
      gathered = { bytes: gathered.bytes + bytes, elapsedMs: gathered.elapsedMs + elapsedMs };
      if (gathered.bytes < MIN_PASSAGE) return;
      const measured = gathered.elapsedMs / gathered.bytes;
      gathered = { bytes: 0, elapsedMs: 0 };
      msPerByte = msPerByte === undefined ? measured : msPerByte + WEIGHT * (measured - msPerByte);
    },
    current: () => ({
      roundTripMs: roundTrips.length === 0 ? undefined : Math.min(...roundTrips),
      bytesPerSecond: msPerByte === undefined ? undefined : Math.min(1000 / msPerByte, MAX_BYTES_PER_SECOND),
    }),
  };
}
