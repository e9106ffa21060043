/** The longest that a line waits, in milliseconds. */
const WAIT_MS = 10;

/**
 * Writes lines to a stream, those of a few milliseconds at once: a write for each request would cost a busy service as
 * much as a part of its work. What waits is written before the process ends by itself.
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
