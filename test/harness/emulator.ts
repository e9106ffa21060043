import { createRequire } from 'node:module';
import { StringDecoder } from 'node:string_decoder';
import type { IUnicodeVersionProvider, Terminal as Xterm } from '@xterm/headless';
import type { TerminalModes } from './modes.ts';

const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

/** One cell of the screen. `char` is empty in the right half of a wide character. */
export interface Cell {
  readonly char: string;
  readonly width: number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly overline: boolean;
  /** `default`, a palette index, or `#rrggbb`. */
  readonly foreground: string;
  readonly background: string;
}

/** A real terminal emulator without a window; its answers go to `answer`, as over a real link. */
export interface Emulator {
  write(bytes: Uint8Array | string, done?: () => void): void;
  resize(columns: number, rows: number): void;
  screen(): readonly string[];
  cell(x: number, y: number): Cell;
  cursor(): { x: number; y: number; visible: boolean };
  modes(): TerminalModes;
  /** The lines that have left the screen over its upper edge. */
  scrolledAway(): number;
  dispose(): void;
}

/**
 * Opens an emulator of this size. It answers `ESC[5n` with `ESC[0n` and similar questions. `widths`: its table of
 * widths, if its old one does not suffice.
 */
export function createEmulator(
  columns: number,
  rows: number,
  answer: (bytes: string) => void,
  widths?: IUnicodeVersionProvider,
): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
  if (widths) {
    terminal.unicode.register(widths);
    terminal.unicode.activeVersion = widths.version;
  }
  const extra = followModes(terminal);
  // Its own decoder loses a character whose second byte is 0x80 if a read ends behind that byte.
  const decoder = new StringDecoder('utf8');
  terminal.onData(answer);
  terminal.onBinary(answer);
  const line = (y: number) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + y);
  // Tests look far more often than anything changes.
  let seen: readonly string[] | undefined;
  const look = () =>
    Array.from({ length: terminal.rows }, (_, y) => (line(y)?.translateToString(true) ?? '').trimEnd());
  return {
    write: (bytes, done) =>
      terminal.write(typeof bytes === 'string' ? bytes : decoder.write(Buffer.from(bytes)), () => {
        seen = undefined;
        done?.();
      }),
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      seen = undefined;
    },
    screen: () => {
      seen ??= look();
      return seen;
    },
    cell: (x, y) => readCell(line(y)?.getCell(x), x, y),
    cursor: () => {
      const { cursorX, cursorY } = terminal.buffer.active;
      return { x: cursorX, y: cursorY, visible: extra.cursorShown };
    },
    modes: () => ({
      alternateScreen: terminal.buffer.active.type === 'alternate',
      cursorShown: extra.cursorShown,
      bracketedPaste: terminal.modes.bracketedPasteMode,
      wraparound: terminal.modes.wraparoundMode,
      insert: terminal.modes.insertMode,
      origin: terminal.modes.originMode,
      applicationCursor: terminal.modes.applicationCursorKeysMode,
      applicationKeypad: terminal.modes.applicationKeypadMode,
      mouse: terminal.modes.mouseTrackingMode,
      focusEvents: terminal.modes.sendFocusMode,
      synchronizedOutput: terminal.modes.synchronizedOutputMode,
      kittyFlagsPushed: extra.kittyFlagsPushed,
    }),
    scrolledAway: () => terminal.buffer.active.baseY,
    dispose: () => terminal.dispose(),
  };
}

/** The two modes that the emulator does not tell: is the cursor shown, and how deep is the kitty keyboard stack. */
function followModes(terminal: Xterm): { cursorShown: boolean; kittyFlagsPushed: number } {
  const seen = { cursorShown: true, kittyFlagsPushed: 0 };
  const { parser } = terminal;
  for (const final of ['h', 'l']) {
    parser.registerCsiHandler({ prefix: '?', final }, params => {
      if (params.includes(25)) seen.cursorShown = final === 'h';
      return false;
    });
  }
  parser.registerCsiHandler({ prefix: '>', final: 'u' }, () => {
    seen.kittyFlagsPushed += 1;
    return true;
  });
  parser.registerCsiHandler({ prefix: '<', final: 'u' }, params => {
    seen.kittyFlagsPushed = Math.max(0, seen.kittyFlagsPushed - Math.max(1, Number(params[0] ?? 1)));
    return true;
  });
  return seen;
}

type XtermCell = NonNullable<ReturnType<NonNullable<ReturnType<Xterm['buffer']['active']['getLine']>>['getCell']>>;

function readCell(cell: XtermCell | undefined, x: number, y: number): Cell {
  if (!cell) throw new RangeError(`There is no cell at column ${x}, row ${y}.`);
  const hex = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`;
  return {
    char: cell.getChars(),
    width: cell.getWidth(),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
    overline: cell.isOverline() !== 0,
    foreground: cell.isFgDefault() ? 'default' : cell.isFgRGB() ? hex(cell.getFgColor()) : String(cell.getFgColor()),
    background: cell.isBgDefault() ? 'default' : cell.isBgRGB() ? hex(cell.getBgColor()) : String(cell.getBgColor()),
  };
}
