/** A longer text is not a mistyped name, and the cost grows with its length. */
const MAX_LETTERS = 40;

/**
 * The name that a mistyped word probably means, without regard to case; undefined if it resembles no name. One letter
 * may be wrong in words of up to six letters, two in longer ones.
 */
export function nearest<Name extends string>(typed: string, names: readonly Name[]): Name | undefined {
  const wanted = typed.toLowerCase();
  const wrong = wanted.length > 6 ? 2 : 1;
  if (wanted.length < 2 || wanted.length > MAX_LETTERS) return undefined;
  let best: Name | undefined;
  let least = wrong + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > wrong) continue;
    const away = distance(wanted, name.toLowerCase());
    if (away < least) [best, least] = [name, away];
  }
  return best;
}

/** How many letters differ: added, dropped, changed or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}
