/** A value that both databases store unchanged. */
export type Storable = string | number | bigint | null | Uint8Array;

/**
 * The values of a statement as they are bound. Throws for a Date or another object: one database would silently store
 * NULL for it, the other some text.
 */
export function storable(values: readonly unknown[]): Storable[] {
  return values.map(value => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value as Storable;
    throw new TypeError('Only text, numbers, bytes and null can be stored.');
  });
}
