import { occurrences, STATUS_REPORT, STATUS_REQUEST } from './input/status-report.ts';
import { type LifecycleOptions, withRawInput } from './lifecycle.ts';
import { DROP_MARGINS, TRY_MARGINS } from './output/way-in.ts';

/** A terminal's answers about itself. A missing field: it did not answer. */
export interface Probed {
  /** From a question to its answer; undefined if the terminal answered nothing in time. */
  readonly roundTripMs: number | undefined;
  /** The columns that each sign took. */
  readonly columns: ReadonlyMap<string, number>;
  /** Left and right margins are there, as a trial has shown. */
  readonly hasMargins: boolean;
  /** It shows a frame at once (mode 2026). */
  readonly isSynchronized: boolean;
  /** It says that programs may write its clipboard. */
  readonly takesCopies: boolean;
}

interface ProbeOptions extends Pick<LifecycleOptions, 'stdin' | 'process' | 'setTimer'> {
  readonly write: (bytes: string) => void;
  readonly timeoutMs: number;
  /** How wide the terminal draws these. */
  readonly signs: readonly string[];
  /** Ask also for features that a multiplexer or the Linux console has not, and might print. */
  readonly asksAll: boolean;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}

/**
 * The alternate screen takes the output of a terminal that prints an unknown question. Autowrap is off for the trials.
 */
const ENTER = '\x1b[?1049h\x1b[H\x1b[?7l';
const LEAVE = '\x1b[?69l\x1b[m\x1b[H\x1b[J\x1b[?7h\x1b[?1049l';

/**
 * Its type (DA1; 52 means a clipboard that may be written), whether it has synchronized output, whether it has a way to
 * write the clipboard (XTGETTCAP `Ms`). The clipboard itself is never read.
 */
const ASK_ALL = '\x1b[c\x1b[?2026$p\x1bP+q4d73\x1b\\';

/** A sign at the start of line 3, and where the cursor is after it. */
function measuring(sign: string): string {
  return `\x1b[3;1H${sign}\x1b[6n`;
}

const CURSOR = /\x1b\[(\d+);(\d+)R/g;
/** The cursor's place after the trial of margins. */
const AT_MARGIN = '2;2';

/**
 * Asks the terminal, and gives it back as it was. It waits until the terminal has answered all, or for `timeoutMs`;
 * keys typed meanwhile are lost.
 */
export function probeTerminal(options: ProbeOptions): Promise<Probed> {
  const { write, now, setTimer, timeoutMs, signs, asksAll } = options;
  let seen = '';
  let arrived = (): void => undefined;
  const answered = async (times: number, giveUpAt: number): Promise<boolean> => {
    while (occurrences(seen, STATUS_REPORT) < times && now() < giveUpAt) {
      await new Promise<void>(resolve => {
        const cancel = setTimer(resolve, giveUpAt - now());
        arrived = () => {
          cancel();
          resolve();
        };
      });
    }
    return occurrences(seen, STATUS_REPORT) >= times;
  };
  const work = async (): Promise<Probed> => {
    const askedAt = now();
    const giveUpAt = askedAt + timeoutMs;
    write(ENTER + STATUS_REQUEST);
    if (!(await answered(1, giveUpAt))) return nothingSaid;
    const roundTripMs = now() - askedAt;
    write(signs.map(measuring).join('') + (asksAll ? ASK_ALL + TRY_MARGINS + DROP_MARGINS : '') + STATUS_REQUEST);
    await answered(2, giveUpAt);
    return { ...readAnswers(seen, signs), roundTripMs };
  };
  const onInput = (bytes: Uint8Array): void => {
    seen += Buffer.from(bytes).toString('latin1');
    arrived();
  };
  return withRawInput(options, { onInput, leave: () => write(LEAVE), work });
}

const nothingSaid: Probed = {
  roundTripMs: undefined,
  columns: new Map(),
  hasMargins: false,
  isSynchronized: false,
  takesCopies: false,
};

function readAnswers(seen: string, signs: readonly string[]): Omit<Probed, 'roundTripMs'> {
  const places = [...seen.matchAll(CURSOR)].map(([, row, column]) => ({ row, column: Number(column) }));
  const measured = places.filter(({ row }) => row === '3');
  return {
    columns: new Map(measured.slice(0, signs.length).map(({ column }, at) => [signs[at]!, column - 1])),
    hasMargins: places.some(({ row, column }) => `${row};${column}` === AT_MARGIN),
    isSynchronized: /\x1b\[\?2026;[12]\$y/.test(seen),
    takesCopies: /\x1b\[\?[\d;]*\b52\b[\d;]*c/.test(seen) || /\x1bP1\+r4d73/i.test(seen),
  };
}
