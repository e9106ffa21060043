/** The keys of the filter language. */
export const filterKeys = ['status', 'assignee', 'tag', 'inbox', 'is', 'before', 'after', 'sort'] as const;
/** Keys that are known only if the help center supports them; otherwise each is refused with a sentence. */
export const moreKeys = ['from', 'by', 'has', 'due', 'sample'] as const;
/** A key that the page of numbers writes; no hint names it. */
const writtenKey = 'counted';
/** Keys whose values can be left out. */
export const excludableKeys: readonly FilterKey[] = ['status', 'assignee', 'tag', 'inbox', 'is', 'has'];
/** One of the keys of the filter language. */
export type FilterKey = (typeof filterKeys)[number] | (typeof moreKeys)[number] | typeof writtenKey;

/** A piece of a filter: a word to search for (`key` null), or a key with its value. */
export interface Token {
  readonly key: FilterKey | null;
  readonly value: string;
  /** As typed. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** It begins with `-`: its value is excluded. */
  readonly isNegative: boolean;
  /** Where it ends in the line, in UTF-16 units. */
  readonly end: number;
}

function isKey(name: string): name is FilterKey {
  return [...filterKeys, ...moreKeys, writtenKey].some(key => key === name);
}
// A quoted value ends at its quote or, if that is missing, at the end; a doubled quote is a literal one.
const piece = /(-(?=[\p{L}\p{N}"#]))?(?:([a-z]+):(?=\s|$)|(?:([a-z]+):)?(?:"((?:[^"]|"")*)(?:"(?=\s|$)|$)|(\S+)))/giu;

/** The pieces of a filter line, in order; a piece that is not a known key with a value is a plain word. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(piece)].map(match => {
    const [whole, minus, lonely, name = '', quoted, plain] = match;
    const key = (lonely ?? name).toLowerCase();
    const value = quoted?.replaceAll('""', '"') ?? plain ?? '';
    const isWord = name === '' && lonely === undefined;
    const token = { text: whole, isNegative: minus !== undefined, end: match.index + whole.length };
    if (isKey(key)) return { ...token, key, value, isQuoted: quoted !== undefined };
    return { ...token, key: null, value: isWord ? value : whole, isQuoted: isWord && quoted !== undefined };
  });
}

/** The piece of a filter line that is typed at its cursor. */
export interface FilterPiece extends Omit<Token, 'text' | 'end'> {
  /** Where it begins in the line, in UTF-16 units. */
  readonly start: number;
}

/** The piece before the cursor, as far as it is typed; an empty word after a blank. */
export function pieceAt(text: string, cursor: number): FilterPiece {
  const token = tokensOf(text.slice(0, cursor)).at(-1);
  if (token?.end !== cursor) return { key: null, value: '', isQuoted: false, isNegative: false, start: cursor };
  const { key, value, isQuoted, isNegative, text: typed } = token;
  const start = cursor - typed.length;
  // A `-` is a word until something follows.
  if (typed === '-') return { key, value: '', isQuoted, isNegative: true, start };
  return { key, value, isQuoted, isNegative, start };
}

/** A value in a form that is read back as one value: in quotes if needed. */
export function quoted(value: string): string {
  return value === '' || /[\s"]/u.test(value) ? inQuotes(value) : value;
}

/** A value in quotes, so that it is taken literally. */
export function inQuotes(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Words in a form in which each is read as a plain word. */
export function wordsText(words: string): string {
  return words
    .split(' ')
    .map(word => {
      const [token, ...more] = tokensOf(word);
      const isPlain = token && more.length === 0 && token.key === null && !token.isQuoted && token.value === word;
      const isWord =
        isPlain && !token.isNegative && readConversationNumber(word) === undefined && unknownKey(word) === undefined;
      return isWord ? word : inQuotes(word);
    })
    .join(' ');
}

/** Other programs' names for our keys: they are refused, with ours as the suggestion. */
export const meantKeys: ReadonlyMap<string, FilterKey> = new Map([
  ['in', 'inbox'],
  ['folder', 'inbox'],
  ['mailbox', 'inbox'],
  ['state', 'status'],
  ['to', 'assignee'],
  ['owner', 'assignee'],
  ['agent', 'assignee'],
  ['contact', 'from'],
  ['customer', 'from'],
  ['requester', 'from'],
  ['label', 'tag'],
  ['since', 'after'],
  ['newer', 'after'],
  ['until', 'before'],
  ['older', 'before'],
  ['order', 'sort'],
]);

/**
 * The name before the colon in a word such as `stauts:open`; undefined in any other. Neither `re:` in a subject nor a
 * URL counts.
 */
export function unknownKey(word: string): string | undefined {
  const name = /^([a-z]{2,20}):(?!\/\/)\S/i.exec(word)?.[1];
  return name !== undefined && (name.length > 2 || meantKeys.has(name.toLowerCase())) ? name : undefined;
}

/** The conversation that `#228` names; undefined if it names none. */
export function readConversationNumber(word: string): number | undefined {
  const digits = /^#(\d{1,15})$/.exec(word)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
