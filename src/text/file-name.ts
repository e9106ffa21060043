import { cut } from './cut.ts';
import { type SafeText, safeLine } from './safe.ts';
import { trimEnd } from './trim-end.ts';

/** In bytes of UTF-8, with room for a number: encrypted folders allow 143, most others 255. */
const MAX_BYTES = 120;
const MAX_ENDING_CHARACTERS = 16;
/** Only the end of a longer name is read: a path's last part stands there. */
const MAX_READ = 100_000;

const SAID_COLUMNS = 40;

const SEPARATOR = /[/\\\u2044\u2215\u29f8\u29f9\ufe68\uff0f\uff3c]/u;
const CONTROL = /\p{Cc}/gu;
/** Forbidden on Windows and on its disks; a colon also names a stream of a file there. */
const FORBIDDEN = /[<>:"|?*]/g;
const BLANKS = /\s+/g;
/** A hidden file, an option of a command, a home folder. */
const LEADING = /^[.\-~\s]+/;
/** Devices on Windows, with any ending. */
const DEVICE =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$|clock\$)(?=$|[. ])/i;
const ENDING = new RegExp(`\\.[^. ]{1,${MAX_ENDING_CHARACTERS}}$`, 'u');

/**
 * A file's name from outside as a name that is safe on any disk: one path segment without controls, invisible or
 * forbidden characters, not hidden, no option, no device, at most 120 bytes with its ending kept. `fallback` if nothing
 * is left. A second pass changes nothing.
 */
export function safeFileName(given: string, fallback: SafeText): SafeText {
  const segments = given.slice(-MAX_READ).split(SEPARATOR).map(cleaned);
  const name = segments.findLast(segment => segment !== '');
  if (name === undefined) return fallback;
  return shortened(DEVICE.test(name) ? `_${name}` : name);
}

/** The same name with a number before its ending: `receipt (2).pdf`. */
export function numberedFileName(name: SafeText, number: number): SafeText {
  const [ending = ''] = ENDING.exec(name) ?? [];
  const base = name.slice(0, name.length - ending.length);
  return `${base} (${number})${ending}` as SafeText;
}

/** A name as a part of a sentence, which has to keep room for the rest. */
export function saidFileName(name: SafeText): SafeText {
  return cut(name, SAID_COLUMNS);
}

function cleaned(segment: string): string {
  const visible = safeLine(segment.replace(CONTROL, ' ')).replace(FORBIDDEN, '_').replace(BLANKS, ' ');
  // A mark whose base is gone gets another one.
  return trimEnd(safeLine(visible.replace(LEADING, '')), '. ');
}

function shortened(name: string): SafeText {
  const [ending = ''] = ENDING.exec(name) ?? [];
  const base = upTo(name.slice(0, name.length - ending.length), MAX_BYTES - bytesOf(ending));
  // A character may be cut from its joiner.
  return safeLine(ending === '' ? trimEnd(base, '. ') : base + ending);
}

function upTo(text: string, bytes: number): string {
  let left = bytes;
  let end = 0;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
