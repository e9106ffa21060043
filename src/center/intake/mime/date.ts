const earliest = Date.UTC(1985, 0, 1);
const DAY_MS = 86_400_000;

/** A time in the form of mail, in milliseconds; `undefined` if it cannot be read. */
export function parseMailDate(value: string): number | undefined {
  const clean = value
    .slice(0, 200)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '') return undefined;
  const ms = Date.parse(clean);
  if (!Number.isNaN(ms)) return ms;
  const core = /(\d{1,2} [a-z]{3} \d{2,4} \d{1,2}:\d{2}(?::\d{2})?)\s*([+-]\d{4})?/i.exec(clean);
  const again = core ? Date.parse(`${core[1]} ${core[2] ?? 'GMT'}`) : Number.NaN;
  return Number.isNaN(again) ? undefined : again;
}

function isPlausible(ms: number | undefined, latest: number): ms is number {
  return ms !== undefined && ms >= earliest && ms <= latest + DAY_MS;
}

/** The other times known of a mail. */
export interface Arrival {
  /** The newest Received field. */
  readonly received: string;
  /** The time of its file or its mbox; some programs write a constant there, so it is used last. */
  readonly fileTime: number | undefined;
  readonly now: number;
}

/** The time in the newest Received field; null if it has none or cannot be right. */
export function receivedTime(received: string, now: number): number | null {
  const stamp = parseMailDate(received.slice(received.lastIndexOf(';') + 1));
  return isPlausible(stamp, now) ? stamp : null;
}

/**
 * The time by which a mail is sorted, in milliseconds: its own date if that is plausible (not before mail was common,
 * not later than it was received), otherwise its arrival. Never in the future.
 */
export function sortingDate(date: string, { received, fileTime, now }: Arrival): number {
  const arrived = receivedTime(received, now) ?? undefined;
  const sent = parseMailDate(date);
  const known = isPlausible(sent, arrived ?? now) ? sent : (arrived ?? fileTime);
  return isPlausible(known, now) ? Math.min(known, now) : now;
}
