/**
 * Writes lines to a stream, those of one turn of the event loop at once: a write for each request would cost a busy
 * service more than the request's own work.
 */
export const createLogWriter = (stream: { write(text: string): unknown }): ((line: string) => void) => {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    stream.write(text);
  };
  return line => {
    if (waiting === '') setImmediate(flush);
    waiting += `${line}\n`;
  };
};
