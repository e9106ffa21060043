/**
 * The address that a sub-address belongs to: `support@ours` for `support+anything@ours`. Null for any other address.
 * Addresses are in their form for comparing.
 */
export function baseOf(address: string): string | null {
  const plus = address.indexOf('+');
  const at = address.lastIndexOf('@');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : null;
}
