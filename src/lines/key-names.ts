/** Keys that have a name of their own, in lower case; any other key is one character, or `ctrl-` and one. */
const NAMES = new Set([
  'enter',
  'esc',
  'tab',
  'shift-tab',
  'space',
  'up',
  'down',
  'left',
  'right',
  'pgup',
  'pgdn',
  'home',
  'end',
]);

/** The key that a word names: `Enter`, `ctrl-d`, `e`; undefined if it names none. */
export function keyNamed(word: string): string | undefined {
  const name = word.toLowerCase();
  if (NAMES.has(name) || /^ctrl-.$/.test(name)) return name;
  return [...word].length === 1 ? word : undefined;
}
