import { knownKind } from './known-kinds.ts';

/** Each Latin letter, and the letters that look like it in most fonts; i, l, 1 and their look-alikes are one class. */
const LIKE: ReadonlyMap<string, string> = new Map(
  `
    aаαɑ bвβьЬ cсϲ dԁ eеεєё gɡԍ hнһ i1lіιıӏ|!ł jј kкκ mм nոηпν o0оοσөօ pрρ
    qԛ rг s5ѕ$ tтτ uυսц vѵ wѡωԝшщ xхχ yуүγ z2ʐ
  `
    .trim()
    .split(/\s+/)
    .flatMap(([first, ...others]) => others.map(other => [other, first!] as const)),
);

/** Names are compared by this many of their first characters. */
const MAX_COMPARED = 200;

/**
 * A text as a hurried reader sees it: without case, accents, width, blanks and signs, and with look-alike letters made
 * the same. Two names with the same key can be mistaken for each other.
 */
export function lookAlikeKey(text: string): string {
  const folded = text.slice(0, MAX_COMPARED).normalize('NFKD').toLowerCase().normalize('NFKD');
  const letters = Array.from(folded, letter => LIKE.get(letter) ?? letter).filter(isLetterOrDigit);
  return letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

function isLetterOrDigit(sign: string): boolean {
  if (sign <= '\x7f') return /[\da-z]/.test(sign);
  const kind = knownKind(sign.codePointAt(0)!);
  if (kind !== undefined) return kind === 'letter';
  // Kana, ideographs, the parts of Hangul, and all letters with two cases.
  const isCommon = /[\u1100-\u11ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]/.test(sign) || sign !== sign.toUpperCase();
  return isCommon || /[\p{L}\p{N}]/u.test(sign);
}
