import { cleanText } from '../text-key.ts';

const MAX_CHARACTERS = 255;
/** The extension of a file: `.pdf`. */
const ENDING = /\.[^. ]{1,16}$/u;

/**
 * The last path segment of a file's name, without control and direction characters, at most 255 characters with its
 * ending kept; `file` if nothing is left.
 */
export function plainFileName(given: string): string {
  const segment = cleanText(given).split(/[/\\]/).at(-1) ?? '';
  const plain = segment.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '').trim();
  const name = shortened(plain);
  return /^\.*$/.test(name) ? 'file' : name;
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const ending = [...(ENDING.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('');
}

/** A media type that is safe to repeat in an answer, otherwise the one of plain bytes. */
export function plainContentType(given: string | undefined): string {
  const [type = ''] = (given ?? '').split(';').map(part => part.trim().toLowerCase());
  return /^[a-z0-9][a-z0-9.+-]{0,62}\/[a-z0-9][a-z0-9.+-]{0,62}$/.test(type) ? type : 'application/octet-stream';
}
