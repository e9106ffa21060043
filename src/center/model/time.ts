const zone = /(Z|[+-]\d\d:?\d\d)$/;

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

/** A time in an answer: UTC, `YYYY-MM-DDThh:mm:ss`. Every row has several, so it is formatted by hand. */
export function timestamp(milliseconds: number): string {
  const at = new Date(milliseconds);
  const day = `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${day}T${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

const SECOND_MS = 1_000;

/** The latest time that a database holds: it never comes, and is the last in the order. */
export const LATEST = 8.64e15;

/** The beginning of the second that contains a time, both in milliseconds. A conversation's times are such. */
export function secondOf(at: number): number {
  return at - (at % SECOND_MS);
}

/** The last millisecond of the second that begins then. */
export function secondEnd(second: number): number {
  return second + SECOND_MS - 1;
}

/** Milliseconds since 1970 of a `RequestTimestamp`; UTC if it has no offset. */
export function milliseconds(text: string): number {
  return Date.parse(zone.test(text.slice(10)) ? text : `${text}Z`);
}
