/** Whether a code point is in one of these sorted ranges: first, last, first, last. */
export function isInRanges(ranges: readonly number[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (ranges[middle * 2] ?? 0)) high = middle - 1;
    else if (codePoint > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** Gives each code point of these ranges a value in a table by code point. */
export function fillRanges(table: Uint8Array, ranges: readonly number[], value: number): void {
  for (let at = 0; at < ranges.length; at += 2) table.fill(value, ranges[at], ranges[at + 1]! + 1);
}
