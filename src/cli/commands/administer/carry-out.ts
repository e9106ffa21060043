import type { OneReply, PlainReply } from '../../../client/call.ts';
import { isApiError } from '../../../state/calls/attempt.ts';
import { type SafeText, safeJson, t } from '../../../text/safe.ts';
import { exitCodeOf } from '../../elsewhere/with-client.ts';
import { commandFailure } from '../../output/failure.ts';
import type { CommandOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import { exitCode } from '../../shell-error.ts';

/** One thing that a command changes. */
export interface AdministrationStep {
  /** The changed resource: `Inbox Returns`. */
  readonly what: SafeText;
  /** The change, as it stands after “was” and after “would be”: `created`. */
  readonly done: SafeText;
  /** It as JSON, as far as it is known without the change. */
  readonly row: object;
  /** Makes the change; its answer may show the resource as it is then. */
  readonly run: () => Promise<OneReply<object | null> | PlainReply>;
}

/**
 * Makes the changes one after another, or with `isDry` says what they would be. After a refusal the others go on: it is
 * named on stderr, and the exit code is 1. If the help center is lost, the rest is not tried.
 */
export async function carryOutSteps(
  output: CommandOutput,
  isDry: boolean,
  steps: readonly AdministrationStep[],
): Promise<number> {
  const rows: object[] = [];
  let hasFailed = false;
  for (const step of steps) {
    const { what, done } = step;
    try {
      const reply = isDry ? undefined : await step.run();
      rows.push((reply && 'data' in reply ? reply.data : null) ?? step.row);
    } catch (error) {
      const isPassable = isApiError(error) && exitCodeOf(error) === exitCode.failed;
      if (!isPassable) throw error;
      tellFailure(output, what, error);
      hasFailed = true;
      continue;
    }
    if (output.form === 'text') output.shell.stdout.write(`${what} ${isDry ? t`would be` : t`was`} ${done}.\n`);
  }
  if (output.form !== 'text') await printRows(output, { rows });
  else if (isDry) output.shell.stdout.write('Nothing was changed (--dry-run).\n');
  return hasFailed ? exitCode.failed : exitCode.done;
}

function tellFailure({ form, shell }: CommandOutput, what: SafeText, error: Error): void {
  const { code, message, details } = commandFailure(error)!;
  const sentence = `${what}: ${message}`;
  shell.stderr.write(
    form === 'text' ? `frontdesk: ${sentence}\n` : `${safeJson({ error: { code, message: sentence, details } })}\n`,
  );
}
