import { render } from 'ink';
import type { ReactElement } from 'react';
import type { Bound } from '../keys/keymap.ts';
import type { Desk } from '../state/desk.ts';
import { followAhead } from '../state/sync/ahead.ts';
import { followParts } from '../state/sync/body-chunks.ts';
import { followCursor, followRows } from '../state/sync/follow-cursor.ts';
import { followReading } from '../state/sync/follow-reading.ts';
import { followNumbers } from '../state/sync/numbers.ts';
import { cutWith } from '../text/cut.ts';
import { ambiguousColumns, countAmbiguous } from '../text/unicode.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { fitDesk, followShape } from './fit-screen.ts';
import { type KeySource, listenForKeys } from './keyboard.ts';
import { boxOf, layoutOf } from './layout.ts';
import { followClock } from './panes/follow-clock.ts';
import { createTheme, type Theme } from './theme.ts';
import { DeskContext } from './use-world.ts';
import { ThemeContext } from './widgets/line.tsx';

export { fitDesk };

/** The options of the screen. */
export interface StartOptions {
  readonly desk: Desk;
  /** The bindings of the keys. */
  readonly bound: Bound;
  /** The output stage: receives one whole frame per write, reports its size and its changes. */
  readonly stdout: NodeJS.WriteStream;
  /** A stdin on which nothing ever arrives. */
  readonly stdin: NodeJS.ReadStream;
  readonly onKeys: KeySource;
  /** If false, bold, dim and inverse only. */
  readonly color: boolean;
  /** Signs in ASCII only. */
  readonly ascii: boolean;
  /** The columns of an ambiguous character on this terminal; absent for one. At 2 the signs have to be ASCII. */
  readonly ambiguous?: 1 | 2;
  /** Nothing beyond ASCII at all. */
  readonly isSevenBit?: boolean;
}

/** A running screen. */
export interface Started {
  /** The terminal gives ambiguous characters two columns: draws everything again so. */
  widen(): void;
  /** Removes the screen; nothing is drawn afterwards. */
  unmount(): void;
  /** Resolves when the screen is gone; rejects with an error from inside it. */
  readonly exited: Promise<void>;
}

/** Draws the desk and gives it the keys. */
export function startDesk(options: StartOptions): Started {
  const { desk, bound, stdout, stdin, onKeys, ascii, ambiguous = 1 } = options;
  const failure = Promise.withResolvers<void>();
  const refit = () => fitDesk(desk, stdout);
  refit();
  stdout.on('resize', refit);
  const ends = [
    followShape(desk, stdout),
    () => stdout.off('resize', refit),
    followCursor(desk, { isPreviewShown: () => isDetailShown(desk) }),
    followAhead(desk),
    followReading(desk),
    followParts(desk),
    followClock(desk),
    followRows(desk),
  ];
  const instance = render(screenOf(options, themeFor(options, ascii, ambiguous), failure.reject), {
    stdout,
    stdin,
    // Ink's name for writing each frame whole and at once, without codes that erase the former one.
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
  });
  listenForKeys({ desk, bound }, onKeys, failure.reject);
  ends.push(followNumbers(desk));
  const exited = Promise.race([failure.promise, instance.waitUntilExit().then(() => undefined)]);
  return {
    widen: () => instance.rerender(screenOf(options, themeFor(options, true, 2), failure.reject)),
    unmount: () => {
      for (const end of ends) end();
      instance.unmount();
    },
    exited,
  };
}

/** A new theme comes with other widths, so nothing that was drawn with the former one is kept. */
function screenOf({ desk }: StartOptions, theme: Theme, onError: (problem: unknown) => void): ReactElement {
  return (
    <ErrorBoundary onError={onError}>
      <ThemeContext value={theme}>
        <DeskContext value={desk}>
          <App key={ambiguousColumns()} />
        </DeskContext>
      </ThemeContext>
    </ErrorBoundary>
  );
}

function themeFor({ color, isSevenBit }: StartOptions, ascii: boolean, ambiguous: 1 | 2): Theme {
  countAmbiguous(ambiguous);
  cutWith(ascii ? '..' : '…');
  return createTheme({ color, ascii, isSevenBit });
}

function isDetailShown(desk: Desk): boolean {
  const world = desk.world();
  return boxOf(layoutOf(world.viewport, world), 'detail') !== undefined;
}
