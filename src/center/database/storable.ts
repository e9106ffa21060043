/** A value that both databases store as it is. */
export type Storable = string | number | bigint | null | Uint8Array;

/**
 * The values of a statement as they are bound. Throws for a Date or another object: the one database would store NULL
 * for it without a word, the other some text of its own.
 */
export function storable(values: readonly unknown[]): Storable[] {
  return values.map(value => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value as Storable;
    throw new TypeError('Only text, numbers, bytes and null can be stored.');
  });
}
