/** The keys of the filter language. */
export const filterKeys = ['status', 'assignee', 'tag', 'inbox', 'is', 'sort'] as const;
/** One of the keys of the filter language. */
type FilterKey = (typeof filterKeys)[number];

/** A piece of a filter: a word to look for (`key` null), or a key with its value. */
export interface Token {
  readonly key: FilterKey | null;
  readonly value: string;
  /** As it was typed. */
  readonly text: string;
  readonly isQuoted: boolean;
}

const isKey = (name: string): name is FilterKey => (filterKeys as readonly string[]).includes(name);
// A quoted value ends at its quote or, where that is missing, at the end; a doubled quote stands for itself.
const piece = /([a-z]+):(?=\s|$)|(?:([a-z]+):)?(?:"((?:[^"]|"")*)(?:"(?=\s|$)|$)|(\S+))/giu;

/** The pieces of a filter line, in order; what is no known key with a value is a word as it stands. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(piece)].map(([whole, lonely, name = '', quoted, plain]) => {
    const key = (lonely ?? name).toLowerCase();
    const value = quoted?.replaceAll('""', '"') ?? plain ?? '';
    if (isKey(key)) return { key, value, text: whole, isQuoted: quoted !== undefined };
    const isWord = name === '' && lonely === undefined;
    return { key: null, value: isWord ? value : whole, text: whole, isQuoted: isWord && quoted !== undefined };
  });
}

/** A value so that it is read back as one: in quotes where it has to be. */
export const quoted = (value: string): string =>
  value === '' || /[\s"]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** Words so that none of them is read as a key with a value. */
export const wordsText = (words: string): string =>
  words
    .split(' ')
    .map(word => {
      const [token, ...more] = tokensOf(word);
      const isPlain = token && more.length === 0 && token.key === null && !token.isQuoted && token.value === word;
      return isPlain && !nearKey(word) ? word : `"${word.replaceAll('"', '""')}"`;
    })
    .join(' ');

/** The key that a word with a colon probably means (`stauts:open`); undefined where it means none. */
export function nearKey(word: string): FilterKey | undefined {
  const name = /^([a-z]{3,10}):\S/i.exec(word)?.[1]?.toLowerCase();
  if (!name) return undefined;
  return filterKeys.find(key => key.length > 3 && distance(name, key) <= 2);
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
