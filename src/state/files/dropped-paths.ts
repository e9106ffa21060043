/**
 * The paths in a text that a terminal pasted when files were dropped on it: words as a shell quotes them
 * (`'/home/ana/my file.pdf'`, `my\ file.pdf`), or `file:` addresses.
 */
export function droppedPaths(text: string): readonly string[] {
  return words(text).map(word => (word.startsWith('file:') ? ofAddress(word) : word));
}

/** Reads each character once. A quote without its end ends with the text. */
function words(text: string): readonly string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  let isEscaped = false;
  for (const character of text) {
    if (isEscaped) {
      word = (word ?? '') + character;
      isEscaped = false;
    } else if (character === '\\' && quote !== "'") isEscaped = true;
    else if (character === quote) quote = '';
    else if (quote === '' && (character === "'" || character === '"')) {
      quote = character;
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? found : [...found, word];
}

/** The address of a file on another machine stays as it is: there is no such file here. */
function ofAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname } = new URL(address);
  if (hostname !== '' && hostname !== 'localhost') return address;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return address;
  }
}
