import { Console } from 'node:console';
import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { safeBlock } from '../../text/safe.ts';
import { errorLines } from '../error-lines.ts';

/** A log larger than this, in bytes, is started again. */
const MAX_BYTES = 1_000_000;

/**
 * While the desk has the terminal, nothing else may write on it: output of `console` and Node's warnings go to
 * `frontdesk.log` in `folder` (mode 0600), as time and place without the words, which may be a customer's.
 */
export function redirectConsole(folder: string, now: () => number): void {
  const path = join(folder, 'frontdesk.log');
  const note = (error: Error): void => {
    const text = [new Date(now()).toISOString(), ...errorLines(error)].join('\n');
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) truncateSync(path);
      appendFileSync(path, `${safeBlock(text)}\n`, { mode: 0o600 });
    } catch {
      // The desk works without its log.
    }
  };
  const sink = new Writable({
    write: (_chunk, _encoding, done) => {
      note(Object.assign(new Error(), { name: 'console' }));
      done();
    },
  });
  globalThis.console = new Console(sink);
  process.removeAllListeners('warning');
  process.on('warning', note);
}
