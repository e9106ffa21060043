import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary.ts';

/** A named pipe that tells, without a clock, when a process that was started in the background has ended. */
export interface HeldPipe {
  /** The command of a process that holds the pipe open, for the shell. It ends by itself only long after a test. */
  readonly holder: string;
  /** Resolves when the process has begun. */
  readonly held: Promise<unknown>;
  /** Resolves when the process has ended. */
  readonly letGo: Promise<unknown>;
}

export function openHeldPipe(): HeldPipe {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const stream = createReadStream(path);
  return {
    holder: `(echo begun; exec sleep 300) > ${path}`,
    held: once(stream, 'data'),
    letGo: once(stream, 'end'),
  };
}
