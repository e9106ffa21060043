import * as v from 'valibot';
import type { FailureCode } from '../../client/api-error.ts';
import { described } from '../../contract/described.ts';
import { Id } from '../../contract/schema.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { exitCode } from '../shell-error.ts';
import type { CommandOutput } from './output.ts';
import { printRows } from './rows.ts';

/** The result of a change for one of its resources. */
export const Result = described({
  id: [Id, 'The id of what was to be changed.'],
  result: [
    v.picklist(['done', 'planned', 'unchanged', 'failed', 'unknown']),
    '`planned`: without `--dry-run` it would be done. `unchanged`: it was so before. `unknown`: no answer came.',
  ],
  code: [v.nullable(v.string()), 'The kind of refusal; null if there was none.'],
  message: [v.nullable(v.string()), 'The reason in the help center’s words; null if there is none.'],
});
export interface Result {
  readonly id: number;
  readonly result: 'done' | 'planned' | 'unchanged' | 'failed' | 'unknown';
  readonly code?: FailureCode | 'refused' | 'not_sent' | 'unconfirmed' | undefined;
  readonly message?: SafeText | undefined;
}

/**
 * Prints the results of a change: as JSON one entry for each id; as text `summary` on stdout, and on stderr a line for
 * each that failed. Unsent ones are counted in the summary alone. Returns the exit code. The schema of `output` is
 * `Result`.
 */
export async function printResults(
  output: CommandOutput,
  results: readonly Result[],
  summary?: SafeText,
): Promise<number> {
  const { shell, form } = output;
  const failed = results.filter(({ result }) => result === 'failed' || result === 'unknown');
  if (form !== 'text') await printRows(output, { rows: results });
  else {
    if (summary !== undefined) shell.stdout.write(`${summary}\n`);
    for (const { id, code, message = t`no reason was given` } of failed)
      if (code !== 'not_sent') shell.stderr.write(`${id}: ${message}\n`);
  }
  return failed.length === 0 ? exitCode.done : exitCode.failed;
}
