import type { LifecycleCallbacks } from '../../terminal/early-terminal.ts';
import type { Key } from '../../terminal/input/key.ts';
import { createKeyParser } from '../../terminal/input/keys.ts';
import { typedByNow } from '../../terminal/input/read-now.ts';
import { createLifecycle, type Lifecycle } from '../../terminal/lifecycle.ts';
import type { Link } from '../../terminal/output/link-estimate.ts';
import type { Painting } from '../../terminal/output/queue.ts';
import { createStage, type PaintingOptions, paintingOf, type Stage } from '../../terminal/output/stage.ts';
import { createTtyWriter, writeNow } from '../../terminal/output/tty-writer.ts';
import { createOwedAnswers } from '../../terminal/owed-answers.ts';
import { clipboardBytes, ignoresClipboard } from '../../terminal/passed-through.ts';
import { asksTerminal, escapeDelayMs, isMultiplexed, terminalSize } from '../../terminal/tty.ts';
import { isEditingKey } from '../../text/edit.ts';
import type { Shell } from '../shell.ts';
import { setTimer } from '../timer.ts';
import { takeOver } from './take-over.ts';

interface WindowOptions {
  /** Saves the state that must not be lost, before it returns. */
  readonly saveState: () => void;
  /** Writes a report of a fault and returns its path. */
  readonly report: (error: unknown) => string | undefined;
  /** The terminal is asked how wide it draws a sign of doubtful width. */
  readonly measuresSigns: boolean;
  /** It draws it in two columns. */
  readonly onWideSigns: () => void;
  /** Receives each new measurement of the link. */
  readonly onLink: (link: Link) => void;
  /** Receives each frame, with its size. */
  readonly onFrame: (frame: string, columns: number, rows: number) => void;
  /** Whether a key still means what it meant on the first frame, which had this aim. If not, it is dropped. */
  readonly isStillMeant: (aim: string) => boolean;
  /** Keys were dropped. */
  readonly onDropped: () => void;
}

/** The terminal of the desk: a stage to draw on, keys to read, and the one way in and out. */
export interface Window {
  readonly stage: Stage;
  readonly lifecycle: Lifecycle;
  readonly color: boolean;
  onKeys(listener: (keys: readonly Key[]) => void): void;
  /**
   * The painting with which the next desk on this terminal can begin; undefined if it would draw this frame
   * differently.
   */
  paint(frame: string, columns: number, rows: number): Painting | undefined;
  /** Puts a text on the clipboard of the person's terminal; false if the terminal surely does not take it. */
  copy(text: string): boolean;
}

/** Connects the terminal room to this process's terminal; nothing is written before `lifecycle.start`. */
export function openWindow(shell: Shell, options: WindowOptions): Window {
  const { saveState, report, onLink, onFrame, isStillMeant, onDropped, measuresSigns, onWideSigns } = options;
  const { environment, stdin, stdout, firstFrame } = shell;
  const owed = createOwedAnswers(() => performance.now());
  const writer = firstFrame?.terminal.writer ?? createTtyWriter({ stdout, setTimer });
  const color = !environment.NO_COLOR;
  const drawing: PaintingOptions = {
    color,
    pacing: isMultiplexed(environment) ? 'timed' : 'acknowledged',
    asksTerminal: asksTerminal(environment),
    measuresSigns,
  };
  let isTaken = true;
  let isWide = false;
  const stage = createStage({
    write: (bytes, done) => {
      owed.asked(bytes);
      taking?.writes();
      writer.write(bytes, done);
    },
    writeSync: bytes => {
      isTaken = writeNow(1, bytes);
    },
    columns: () => terminalSize(stdout).columns,
    rows: () => terminalSize(stdout).rows,
    ...drawing,
    now: () => performance.now(),
    setTimer,
    onLink,
    onFrame,
  });
  let hear: (keys: readonly Key[]) => void = () => {};
  const keys = createKeyParser({
    escapeDelayMs: escapeDelayMs(environment),
    setTimer,
    onKeys: pressed => {
      if (taking?.drops()) return;
      stage.pressed(pressed.map(key => (key.kind === 'paste' ? 'paste' : key.name)));
      hear(pressed);
    },
    onAcknowledge: () => {
      owed.answered();
      taking?.answered();
      stage.acknowledged();
    },
    onMargins: stage.margins,
    onSignColumns: columns => {
      if (columns !== 2 || !measuresSigns) return;
      isWide = true;
      stage.recounted();
      onWideSigns();
    },
    // Alt chords are bound in text fields only, but reading them must not depend on the present place.
    isAltBound: isEditingKey,
  });
  const hands: LifecycleCallbacks = {
    onInput: bytes => keys.feed(bytes),
    enter: stage.enter,
    leave: () => {
      writer.drop();
      stage.leave();
    },
    // A terminal that takes no bytes sends no answers either.
    takeAnswers: timeoutMs => owed.swallow(isTaken ? timeoutMs : 0),
    saveState,
    report,
    tell: text => writeNow(2, text),
    onResize: stage.resized,
  };
  const taking = firstFrame && takeOver(firstFrame, { stage, hands, owed, isStillMeant, typedByNow, onDropped });
  const lifecycle = taking?.lifecycle ?? createLifecycle({ stdin, stdout, process, setTimer, ...hands });
  return {
    stage,
    lifecycle,
    color,
    copy: text => {
      const bytes = clipboardBytes(text, environment);
      if (bytes !== undefined) stage.send(bytes);
      return bytes !== undefined && !ignoresClipboard(environment);
    },
    onKeys: listener => {
      hear = listener;
    },
    // The next desk does not know yet that it has to draw as on a terminal with wide signs.
    paint: (frame, columns, rows) => (isWide ? undefined : paintingOf(frame, columns, rows, drawing)),
  };
}
