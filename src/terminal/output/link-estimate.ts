/** The link to the terminal by the times of its answers; undefined until the first measurement. */
export interface Link {
  readonly roundTripMs: number | undefined;
  readonly bytesPerSecond: number | undefined;
}

/** Estimates the link from measurements. */
export interface LinkEstimate {
  /** The round trip of a request with (nearly) nothing under way before it. */
  roundTrip(elapsedMs: number): void;
  /** The time for bytes written without a pause, from the answer before them to the answer after them. */
  passage(bytes: number, elapsedMs: number): void;
  current(): Link;
}

/** The shortest of the last this many round trips counts: the others also waited for other output. */
const KEPT_ROUND_TRIPS = 8;

/** Fewer bytes than this say more about the clock than about the link: they are added to the next measurement. */
const MIN_PASSAGE = 80;

const WEIGHT = 0.3;
const MAX_BYTES_PER_SECOND = 10_000_000;

/** Estimates round trip (ms) and rate (bytes/s) from measurements, the rate as a moving mean. */
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
      // Two answers in one read: either the link is fast or the program was busy. Counts as fast while nothing is
      // known.
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
