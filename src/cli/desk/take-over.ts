import type { LifecycleCallbacks } from '../../terminal/early-terminal.ts';
import { STATUS_REPORT } from '../../terminal/input/status-report.ts';
import type { Lifecycle } from '../../terminal/lifecycle.ts';
import type { Stage } from '../../terminal/output/stage.ts';
import type { OwedAnswers } from '../../terminal/owed-answers.ts';
import type { FirstFrame } from '../shell.ts';
import { setTimer } from '../timer.ts';

/** The desk's window, which the first frame is handed over to. */
interface TakeOverOptions {
  readonly stage: Stage;
  readonly hands: LifecycleCallbacks;
  readonly owed: OwedAnswers;
  /** Whether a key still means what it meant on the frame with this aim. */
  readonly isStillMeant: (aim: string) => boolean;
  /** The bytes that were typed by now and are still unread. */
  readonly typedByNow: () => readonly Uint8Array[];
  /** Keys were dropped, because they were meant for the frame that was there before. */
  readonly onDropped: () => void;
}

/** The window's way in, when the terminal is ours already. */
export interface TakeOver {
  readonly lifecycle: Lifecycle;
  /** Whether the keys that were read now have to be dropped. */
  drops(): boolean;
  /** The stage writes, as soon as this returns; a question to the terminal counts already. */
  writes(): void;
  /** The terminal has answered. */
  answered(): void;
}

/** A terminal that does not answer has shown the frame by then. */
const MAX_DEAF_MS = 3_000;

/**
 * On `start`, the stage adopts the first frame, and the input so far is read as if it came then. If a key would now act
 * on something else, what was typed before the terminal showed the desk's own frame is dropped: the terminal's answer
 * stands behind it in the input. If the terminal is not asked, it is what was typed before the frame was written.
 */
export function takeOver({ terminal, aim }: FirstFrame, options: TakeOverOptions): TakeOver {
  const { stage, hands, owed, isStillMeant, typedByNow, onDropped } = options;
  let isDeaf = false;
  let answersBefore: number | undefined;
  const listen = (): void => {
    isDeaf = false;
  };
  // Bytes behind an answer were typed after it, also if both came in one read.
  const read = (bytes: Uint8Array): void => {
    for (const piece of isDeaf ? upToAnswers(bytes) : [bytes]) hands.onInput(piece);
  };
  const start = (): void => {
    const { painted, typed } = terminal.handOver({ ...hands, onInput: read });
    if (painted) {
      owed.asked(painted.bytes);
      isDeaf = !isStillMeant(aim);
      stage.enter(painted);
    }
    for (const bytes of typed) read(bytes);
    if (isDeaf) setTimer(listen, MAX_DEAF_MS);
  };
  return {
    lifecycle: { ...terminal.lifecycle, start },
    drops: () => {
      if (isDeaf) onDropped();
      return isDeaf;
    },
    writes: () => {
      if (!isDeaf || answersBefore !== undefined) return;
      answersBefore = owed.total().asked;
      if (owed.total().answered < answersBefore) return;
      for (const bytes of typedByNow()) read(bytes);
      queueMicrotask(listen);
    },
    answered: () => {
      if (answersBefore !== undefined && owed.total().answered >= answersBefore) listen();
    },
  };
}

/** The pieces of an input, each up to the end of an answer. */
function upToAnswers(bytes: Uint8Array): readonly Uint8Array[] {
  const pieces = Buffer.from(bytes).toString('latin1').split(STATUS_REPORT);
  return pieces.map((piece, index) => Buffer.from(index < pieces.length - 1 ? piece + STATUS_REPORT : piece, 'latin1'));
}
