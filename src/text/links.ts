import { cut } from './cut.ts';
import type { SafeText } from './safe.ts';
import { trimEnd } from './trim-end.ts';
import { width } from './width.ts';

const LINK = /\bhttps?:\/\/[^\s<>"“”]+/gi;
/** Signs that end the sentence around a link and do not belong to the link. */
const TRAILING = ".,;:!?'’)]}>";
/** A longer link is a row of signs that no one reads. */
const LONG_LINK = 60;
/** The part of a shortened link that its end takes, in cells, and the least that stands behind its host. */
const END = 12;
const MIN_PATH = END + 4;

/** The web links of a text, in order. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(LINK)].map(([link]) => trimmed(link));
}

/**
 * Shortens the long links of a line in the middle, so that each fits in `columns`. A line without long links stays as it
 * is. The host stays whole, because it says where a link leads; if it leaves no room, the link stays whole too.
 */
export function withShortLinks(line: SafeText, columns: number): SafeText {
  const room = Math.min(LONG_LINK, columns);
  if (line.length <= room || !line.includes('://')) return line;
  return line.replace(LINK, found => {
    const link = trimmed(found) as SafeText;
    return shortened(link, room) + found.slice(link.length);
  }) as SafeText;
}

function shortened(link: SafeText, room: number): SafeText {
  const host = /^[^/]*\/\/[^/?#]*/.exec(link)?.[0] ?? link;
  if (width(link) <= room || width(host as SafeText) + MIN_PATH > room) return link;
  const end = link.slice(-END);
  return /^[\x21-\x7e]+$/.test(end) ? (`${cut(link, room - END)}${end}` as SafeText) : cut(link, room);
}

/** Keeps a closing bracket if the link contains its opening one. */
function trimmed(link: string): string {
  const bare = trimEnd(link, TRAILING);
  const rest = link.slice(bare.length);
  const isOpen = bare.split('(').length > bare.split(')').length;
  return isOpen && rest.startsWith(')') ? `${bare})` : bare;
}
