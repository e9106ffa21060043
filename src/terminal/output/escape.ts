/** A control character or escape sequence found in a line: its end, and its codes if it is a colour sequence. */
export interface Escape {
  readonly end: number;
  readonly sgr: readonly number[] | undefined;
}

/**
 * Introducers of a control string (DCS, SOS, OSC, PM, APC) in their 7-bit form, after ESC; the 8-bit form is 0x40 more.
 */
const STRINGS = 'PX]^_';

const CSI = /[0-?]*[ -/]*[@-~]?/y;
const OTHER = /[ -/]*[0-~]?/y;
const STRING_END = /\x07|\x9c|\x1b\\/g;
const SGR_PARAMETERS = /^[\d;]*$/;

/** Reads the control at `at`, 7-bit or 8-bit. An unterminated one extends to the line's end. */
export function readEscape(line: string, at: number): Escape {
  const code = line.charCodeAt(at);
  if (code !== 0x1b) return code >= 0x80 ? readBody(line, at + 1, String.fromCharCode(code - 0x40)) : plain(at + 1);
  if (at + 1 === line.length) return plain(at + 1);
  const introducer = line[at + 1]!;
  if (introducer === '[' || STRINGS.includes(introducer)) return readBody(line, at + 2, introducer);
  return plain(endOf(OTHER, line, at + 1));
}

function readBody(line: string, from: number, introducer: string): Escape {
  if (introducer === '[') {
    const end = endOf(CSI, line, from);
    const parameters = line.slice(from, end - 1);
    if (line[end - 1] !== 'm' || end === from || !SGR_PARAMETERS.test(parameters)) return plain(end);
    return { end, sgr: parameters.split(';').map(Number) };
  }
  if (!STRINGS.includes(introducer)) return plain(from);
  STRING_END.lastIndex = from;
  return plain(STRING_END.test(line) ? STRING_END.lastIndex : line.length);
}

function endOf(pattern: RegExp, line: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(line);
  return Math.max(pattern.lastIndex, from);
}

function plain(end: number): Escape {
  return { end, sgr: undefined };
}
