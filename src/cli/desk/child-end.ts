import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Waits for the end of a program. Returns how it failed: `ended with code 1`. Rejects if it cannot be started. */
export async function howFailed(child: ChildProcess): Promise<string | undefined> {
  const [code, signal] = await once(child, 'exit');
  return code === 0 ? undefined : `ended with code ${code ?? signal}`;
}
