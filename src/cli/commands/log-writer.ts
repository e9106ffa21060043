import { setTimeout as sleep } from 'node:timers/promises';

/** The longest delay of a line, in milliseconds. */
const WAIT_MS = 10;
/** If this much is unread, further lines are lost: neither memory nor the service waits for the reader. */
const MAX_UNREAD_BYTES = 1_048_576;
/** How long the end waits for the reader, in milliseconds. */
const END_WAIT_MS = 1_000;

interface LogStream {
  write(text: string): unknown;
  readonly writableLength?: number;
}

interface LogWriter {
  /** Takes one line, for JSON with its parts. */
  log(line: string, parts?: object): void;
  /** Writes waiting lines. Resolves with false if there is no reader. */
  end(): Promise<boolean>;
}

/**
 * Writes lines to a stream, those of a few milliseconds together: one write per request would cost a busy service a
 * part of its capacity. Waiting lines are written before the process ends normally.
 */
export function createLogWriter(stream: LogStream, form: 'text' | 'json' = 'text'): LogWriter {
  let waiting: string[] = [];
  let lost = 0;
  const add = (line: string, parts: object = { message: line }): void => {
    waiting.push(form === 'text' ? line : JSON.stringify({ time: new Date().toISOString(), ...parts }));
  };
  const unread = () => stream.writableLength ?? 0;
  const flush = (): void => {
    if (unread() > MAX_UNREAD_BYTES) lost += waiting.length;
    else {
      if (lost > 0) add(`${lost} lines of the log were lost, because nothing read it.`);
      lost = 0;
      stream.write(`${waiting.join('\n')}\n`);
    }
    waiting = [];
  };
  return {
    log: (line, parts) => {
      if (waiting.length === 0) setTimeout(flush, WAIT_MS);
      add(line, parts);
    },
    end: async () => {
      await sleep(WAIT_MS + 1);
      for (let left = END_WAIT_MS / WAIT_MS; left > 0 && unread() > 0; left -= 1) await sleep(WAIT_MS);
      return unread() === 0;
    },
  };
}
