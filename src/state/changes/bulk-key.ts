/**
 * The idempotency key of a request for these of the conversations of a change. It depends on them, because the help
 * center refuses a key that comes back with another body, and an attempt without an answer is repeated with its own.
 */
export function bulkKey(key: string, ids: readonly number[]): string {
  return `${key}:of-${ids.length}-${fingerprint(ids)}`;
}

/** FNV-1a over the ids, twice with different starts: 64 bits. */
function fingerprint(ids: readonly number[]): string {
  const hash = (start: number): string => {
    let value = start;
    for (const id of ids)
      for (const part of [id & 0xffff, (id >>> 16) & 0xffff, Math.floor(id / 2 ** 32)])
        value = Math.imul(value ^ part, 0x01000193);
    return (value >>> 0).toString(36);
  };
  return `${hash(0x811c9dc5)}-${hash(0x2f0b4a17)}`;
}
