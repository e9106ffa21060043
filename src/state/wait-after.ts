/** The wait after so many failures in a row, in milliseconds: `firstMs`, doubled at each further one up to `lastMs`. */
export function waitAfter(failures: number, firstMs: number, lastMs: number): number {
  return Math.min(lastMs, firstMs * 2 ** (failures - 1));
}
