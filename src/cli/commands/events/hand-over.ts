import { setTimeout as sleep } from 'node:timers/promises';
import { waitAfter } from '../../../state/calls/attempt.ts';
import { t } from '../../../text/safe.ts';
import { PROGRAM_VARIABLE } from '../../elsewhere/open-client.ts';
import { writeAndWait } from '../../output/write.ts';
import { runProgram } from '../../run-program.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import type { Event } from './event.ts';

/** How long a command may take for one event. */
const LIMIT_MS = 60_000;
const MAX_OUTPUT_BYTES = 65_536;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Runs the command with an event on standard input until it has ended with 0. Returns false if it was stopped before.
 * Throws a sentence after too many tries.
 */
export async function handOver(
  shell: Shell,
  { id, type, conversation }: Event,
  line: string,
  { exec, tries, stop }: { readonly exec: string; readonly tries: number; readonly stop: AbortSignal },
): Promise<boolean> {
  const environment = { ...shell.environment, [PROGRAM_VARIABLE]: 'exec' };
  const event = t`event ${Number.parseInt(id, 10)} (${type} of #${conversation.id})`;
  for (let attempt = 1; ; attempt += 1) {
    if (stop.aborted) return false;
    const run = await runProgram(exec, { environment, stdin: line, limitMs: LIMIT_MS, maxBytes: MAX_OUTPUT_BYTES });
    await writeAndWait(shell.stdout, run.output);
    const failed = run.isCut ? t`printed more than 64 KiB` : run.failed;
    if (failed === undefined) return true;
    if (attempt >= tries)
      throw new ShellError(
        `The command ${failed} for ${event}, at ${attempt === 1 ? 'the only try' : `the last of ${attempt} tries`}. It stopped there: this event comes first ` +
          'at the next start, and none is left out. To pass it by, let the command end with 0 for it.',
        exitCode.failed,
      );
    const pauseMs = waitAfter(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    shell.stderr.write(`frontdesk: The command ${failed} for ${event}. Trying again in ${pauseMs / 1_000} s.\n`);
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
