import { occurrences, STATUS_REPORT } from './input/status-report.ts';
import { createLifecycle, type Lifecycle, type LifecycleOptions } from './lifecycle.ts';
import type { EarlyPainting, Painting } from './output/queue.ts';
import { createTtyWriter, type TtyWriter, writeNow } from './output/tty-writer.ts';
import { LEAVE } from './output/way-in.ts';
import { createOwedAnswers } from './owed-answers.ts';

type Surroundings = Pick<LifecycleOptions, 'process' | 'setTimer'> & {
  readonly stdin: LifecycleOptions['stdin'];
  readonly stdout: LifecycleOptions['stdout'] & Pick<NodeJS.WriteStream, 'write'>;
};

/** The functions of a lifecycle on each way in and out. */
export type LifecycleCallbacks = Omit<LifecycleOptions, keyof Surroundings>;

/** The desk takes over the painting, undefined while the terminal is not ours, and the input so far. */
interface HandedOver {
  readonly painted: EarlyPainting | undefined;
  readonly typed: readonly Uint8Array[];
}

/**
 * The terminal, taken and painted before the desk is loaded. Every way out gives it back; the input is kept until the
 * desk takes over.
 */
export interface EarlyTerminal {
  readonly painting: Painting;
  readonly lifecycle: Lifecycle;
  readonly writer: TtyWriter;
  /** From now on these hands act. */
  handOver(hands: LifecycleCallbacks): HandedOver;
  /** Prints a text on stderr after the end: now it would be lost among the painting. */
  tell(text: string): void;
  /** Replaces the function that reports a fault. */
  reportWith(report: LifecycleCallbacks['report']): void;
}

const CTRL_C = 0x03;
const CTRL_Z = 0x1a;

/** Takes the terminal and paints it. */
export function openEarlyTerminal(
  painting: Painting,
  { process, setTimer, stdin, stdout }: Surroundings,
): EarlyTerminal {
  const writer = createTtyWriter({ stdout, setTimer });
  const owed = createOwedAnswers(() => performance.now());
  const typed: Uint8Array[] = [];
  const later: string[] = [];
  let painted: EarlyPainting | undefined;
  let isTaken = true;
  let report: LifecycleCallbacks['report'] = () => undefined;
  let hands: LifecycleCallbacks = {
    onInput: bytes => {
      for (let count = occurrences(Buffer.from(bytes).toString('latin1'), STATUS_REPORT); count > 0; count--)
        owed.answered();
      if (bytes.includes(CTRL_C)) process.emit('SIGINT', 'SIGINT');
      typed.push(bytes.filter(byte => byte !== CTRL_Z));
      if (bytes.includes(CTRL_Z)) lifecycle.suspend();
    },
    enter: () => {
      painted = paint(painting, writer);
      owed.asked(painting.bytes);
    },
    leave: () => {
      painted = undefined;
      writer.drop();
      isTaken = writeNow(1, LEAVE);
    },
    takeAnswers: timeoutMs => owed.swallow(isTaken ? timeoutMs : 0),
    saveState: () => {},
    report: error => report(error),
    tell: text => writeNow(2, text),
  };
  const lifecycle = createLifecycle({ process, setTimer, stdin, stdout, ...through(() => hands) });
  lifecycle.start();
  process.on('exit', () => {
    if (later.length > 0) writeNow(2, later.join(''));
  });
  return {
    painting,
    lifecycle,
    writer,
    handOver: next => {
      hands = next;
      return { painted, typed };
    },
    tell: text => void later.push(text),
    reportWith: next => {
      report = next;
    },
  };
}

/** The hands of the moment at each call. */
function through(hands: () => LifecycleCallbacks): LifecycleCallbacks {
  return {
    onInput: bytes => hands().onInput(bytes),
    enter: () => hands().enter(),
    leave: () => hands().leave(),
    takeAnswers: timeoutMs => hands().takeAnswers?.(timeoutMs),
    saveState: () => hands().saveState(),
    report: error => hands().report(error),
    tell: text => hands().tell(text),
    onResize: () => hands().onResize?.(),
  };
}

function paint(painting: Painting, writer: TtyWriter): EarlyPainting {
  const { promise, resolve } = Promise.withResolvers<void>();
  const atMs = performance.now();
  writer.write(painting.bytes, resolve);
  return { ...painting, atMs, onTaken: done => void promise.then(done) };
}
