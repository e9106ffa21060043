/** Cuts rows into pieces that fit one statement: databases allow some 30,000 values in one. */
export function chunks<T>(rows: readonly T[], size = 1_000): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
