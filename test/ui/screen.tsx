import { render } from 'ink';
import type { ReactElement } from 'react';
import type { Desk } from '../../src/state/desk.ts';
import { muteStdin } from '../../src/terminal/mute-stdin.ts';
import { createInkStdout } from '../../src/terminal/output/ink-stdout.ts';
import { cutWith } from '../../src/text/cut.ts';
import { width } from '../../src/text/width.ts';
import { App } from '../../src/ui/app.tsx';
import { createTheme } from '../../src/ui/theme.ts';
import { DeskContext } from '../../src/ui/use-world.ts';
import { ThemeContext } from '../../src/ui/widgets/line.tsx';

/** What Ink writes when it ends; no frame. */
const SHOW_CURSOR = '\x1b[?25h';
const ESCAPES = /\x1b\[[\d;]*m/g;

/** A drawn screen: its frames as Ink wrote them. */
export interface Drawn {
  /** The newest frame, with its escape sequences. */
  raw(): string;
  /** The newest frame as text, one row a line. */
  rows(): string[];
  /** How many frames were drawn. */
  count(): number;
  settle(): Promise<void>;
  end(): void;
}

/** Draws the app, or a part of it, on a screen of the world's size. */
export function draw(desk: Desk, options: { ascii?: boolean; color?: boolean; part?: ReactElement } = {}): Drawn {
  const { ascii = false, color = true, part = <App /> } = options;
  cutWith(ascii ? '..' : '…');
  const frames: string[] = [];
  const { columns, rows } = desk.world().viewport;
  const stdout = createInkStdout({
    columns: () => columns,
    rows: () => rows,
    onChunk: chunk => void (chunk === SHOW_CURSOR || frames.push(chunk)),
  });
  const instance = render(
    <ThemeContext value={createTheme({ ascii, color })}>
      <DeskContext value={desk}>{part}</DeskContext>
    </ThemeContext>,
    { stdout, stdin: muteStdin(), debug: true, patchConsole: false, exitOnCtrlC: false, interactive: true },
  );
  const raw = () => frames.at(-1) ?? '';
  return {
    raw,
    rows: () => raw().replace(ESCAPES, '').split('\n'),
    count: () => frames.length,
    settle: () => new Promise(resolve => setImmediate(() => setImmediate(resolve))),
    end: () => {
      instance.unmount();
      cutWith('…');
    },
  };
}

/** Draws once and returns the rows. */
export function rowsOf(desk: Desk, options: { ascii?: boolean; color?: boolean } = {}): string[] {
  const drawn = draw(desk, options);
  const rows = drawn.rows();
  drawn.end();
  return rows;
}

/** The widest row, in columns. */
export function widest(rows: readonly string[]): number {
  return Math.max(...rows.map(width));
}
