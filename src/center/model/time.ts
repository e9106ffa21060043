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

/** Milliseconds since 1970 of a `RequestTimestamp`; UTC if it has no offset. */
export function milliseconds(text: string): number {
  return Date.parse(zone.test(text.slice(10)) ? text : `${text}Z`);
}
