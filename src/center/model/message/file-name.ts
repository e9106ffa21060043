import { cleanText } from '../clean-text.ts';

/** The last path segment of a file's name, without control and direction characters; `file` if nothing is left. */
export function plainFileName(given: string): string {
  const segment = cleanText(given).split(/[/\\]/).at(-1) ?? '';
  const plain = segment.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '').trim();
  const name = [...plain].slice(0, 255).join('');
  return /^\.*$/.test(name) ? 'file' : name;
}

/** A media type that is safe to repeat in an answer, otherwise the one of plain bytes. */
export function plainContentType(given: string | undefined): string {
  const [type = ''] = (given ?? '').split(';').map(part => part.trim().toLowerCase());
  return /^[a-z0-9][a-z0-9.+-]{0,62}\/[a-z0-9][a-z0-9.+-]{0,62}$/.test(type) ? type : 'application/octet-stream';
}
