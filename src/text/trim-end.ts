/**
 * The text without the characters of `dropped` (one UTF-16 unit each) at its end. It looks at each character once;
 * `/x+$/` would look at a long run from every place in it.
 */
export function trimEnd<Text extends string>(text: Text, dropped: string): Text {
  let end = text.length;
  while (end > 0 && dropped.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end) as Text;
}
