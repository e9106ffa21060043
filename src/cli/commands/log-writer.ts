/** The longest delay of a line, in milliseconds. */
const WAIT_MS = 10;

/**
 * Writes lines to a stream, those of a few milliseconds together: one write per request would cost a busy service a
 * part of its capacity. Waiting lines are written before the process ends normally.
 */
export function createLogWriter(stream: { write(text: string): unknown }): (line: string) => void {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    stream.write(text);
  };
  return line => {
    if (waiting === '') setTimeout(flush, WAIT_MS);
    waiting += `${line}\n`;
  };
}
