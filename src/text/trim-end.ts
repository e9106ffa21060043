/**
 * The text without those of the characters in `dropped` (one UTF-16 unit each) that stand at its end. It looks at each
 * character once; `/x+$/` looks at a run that something follows from every place in it.
 */
export function trimEnd<Text extends string>(text: Text, dropped: string): Text {
  let end = text.length;
  while (end > 0 && dropped.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end) as Text;
}
