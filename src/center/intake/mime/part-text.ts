import { messageLimits } from '../../../contract/message.ts';
import { decodeCharset } from './charset.ts';
import { LongText } from './long-text.ts';
import { contentOf, footerOf, type MimePart } from './tree.ts';

/**
 * This many characters are changed together: the memory for one replacement in all of a long text would end the thread.
 */
const PIECE = 65_536;

const { characters: MAX_CHARACTERS } = messageLimits;

/** Cuts a text to the service's limit for a message, with a mark in place of the rest. */
export function cutMessage(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 4).toWellFormed()}\n[…]` : text;
}

/** A bit more of a text than `most` characters, with line feeds at the ends of its lines and without NUL. */
function plainLines(text: string, most: number): string {
  const out = new LongText();
  for (let at = 0; at < text.length && out.length <= most; ) {
    const [end = ''] = /^\r?\n/.exec(text.slice(at + PIECE, at + PIECE + 2)) ?? [];
    const next = at + PIECE + end.length;
    const piece = text.slice(at, next).replace(/\r\r?\n|\r/g, '\n');
    out.add(piece.replaceAll('\0', '\ufffd'));
    at = next;
  }
  return out.toString();
}

/** RFC 3676: a line that ends with a space continues in the next one, except for the signature's delimiter. */
function unflow(text: string, deletesSpace: boolean): string {
  const out = new LongText();
  let end = '';
  for (let at = 0; at <= text.length && out.length <= MAX_CHARACTERS; ) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed;
    const line = text.slice(text[at] === ' ' ? at + 1 : at, next);
    const isSoft = line.endsWith(' ') && line !== '-- ' && !line.startsWith('>');
    out.add(end);
    out.add(isSoft && deletesSpace ? line.slice(0, -1) : line);
    end = isSoft ? '' : '\n';
    at = next + 1;
  }
  return out.toString();
}

/** HTML may name its charset itself. As in browsers, UTF-16 is ignored there: its name could not have been read. */
function charsetOf(part: MimePart, bytes: Buffer): string | undefined {
  const label = part.type.params.get('charset');
  if (label || part.type.value !== 'text/html') return label;
  const named = /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?([\w.:-]{1,40})/i.exec(
    bytes.toString('latin1', 0, 4_096),
  )?.[1];
  return named && !/^utf-?16/i.test(named) ? named : undefined;
}

/** The text of a leaf in its charset, with line feeds, cut to the service's limit. */
export function readPartText(part: MimePart): string {
  const bytes = contentOf(part).subarray(0, MAX_CHARACTERS * 4);
  const text = [bytes, ...footerOf(part)].map(piece => decodeCharset(piece, charsetOf(part, piece))).join('\n');
  const { params } = part.type;
  // Of flowed lines, any number may become one.
  if (params.get('format')?.toLowerCase() !== 'flowed') return cutMessage(plainLines(text, MAX_CHARACTERS));
  return cutMessage(unflow(plainLines(text, Number.POSITIVE_INFINITY), params.get('delsp')?.toLowerCase() === 'yes'));
}
