/** Signs that look like a Latin letter in most fonts; i, l, 1 and their look-alikes are one class. */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'aаαɑ',
    'bвβьЬ',
    'cсϲ',
    'dԁ',
    'eеεєё',
    'gɡԍ',
    'hнһ',
    'i1lіιıӏ|!ł',
    'jј',
    'kкκ',
    'mм',
    'nոηпν',
    'o0оοσөօ',
    'pрρ',
    'qԛ',
    'rг',
    's5ѕ$',
    'tтτ',
    'uυսц',
    'vѵ',
    'wѡωԝшщ',
    'xхχ',
    'yуүγ',
    'z2ʐ',
  ].flatMap(([first, ...others]) => others.map(other => [other, first!])),
);

/** Names are compared by this many of their first characters. */
const MAX_COMPARED = 200;

/**
 * A text as a hurried reader sees it: without case, accents, width, blanks and signs, and with look-alike letters made
 * the same. Two names with the same key can be mistaken for each other.
 */
export function lookAlikeKey(text: string): string {
  const folded = text.slice(0, MAX_COMPARED).normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const letters = [...folded].map(letter => LIKE[letter] ?? letter).join('');
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
