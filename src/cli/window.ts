import type { Key } from '../terminal/key.ts';
import { createKeys } from '../terminal/keys.ts';
import { createLifecycle, type Lifecycle } from '../terminal/lifecycle.ts';
import { createOwedAnswers } from '../terminal/owed-answers.ts';
import { createStage, type Stage } from '../terminal/stage.ts';
import { escapeDelayMs, isMultiplexed, terminalSize } from '../terminal/tty.ts';
import { writeNow } from '../terminal/write-now.ts';
import type { Shell } from './shell.ts';
import { setTimer } from './timer.ts';

interface WindowOptions {
  /** Keeps what must not be lost, before it returns. */
  readonly saveState: () => void;
  /** Writes a report of a fault and gives its path. */
  readonly report: (error: unknown) => string | undefined;
}

/** The terminal as the desk has it: a stage to draw on, keys to hear, and the one way in and out. */
export interface Window {
  readonly stage: Stage;
  readonly lifecycle: Lifecycle;
  readonly color: boolean;
  onKeys(listener: (keys: readonly Key[]) => void): void;
}

/** Wires the terminal room to this process's terminal; nothing is written before `lifecycle.start`. */
export const openWindow = (shell: Shell, { saveState, report }: WindowOptions): Window => {
  const { environment, stdin, stdout } = shell;
  const owed = createOwedAnswers();
  const color = !environment.NO_COLOR;
  const stage = createStage({
    write: (bytes, done) => {
      owed.asked(bytes);
      stdout.write(bytes, () => done());
    },
    writeSync: bytes => writeNow(1, bytes),
    columns: () => terminalSize(stdout).columns,
    rows: () => terminalSize(stdout).rows,
    color,
    pacing: isMultiplexed(environment) ? 'timed' : 'acknowledged',
    now: () => performance.now(),
    setTimer,
  });
  let hear: (keys: readonly Key[]) => void = () => {};
  const keys = createKeys({
    escapeDelayMs: escapeDelayMs(environment),
    setTimer,
    onKeys: pressed => hear(pressed),
    onAcknowledge: () => {
      owed.answered();
      stage.acknowledged();
    },
  });
  const lifecycle = createLifecycle({
    stdin,
    stdout,
    process,
    setTimer,
    onInput: bytes => keys.feed(bytes),
    enter: stage.enter,
    leave: stage.leave,
    takeAnswers: () => owed.swallow(),
    saveState,
    report,
    tell: text => writeNow(2, text),
    onResize: stage.resized,
  });
  return {
    stage,
    lifecycle,
    color,
    onKeys: listener => {
      hear = listener;
    },
  };
};
