import * as v from 'valibot';
import type { FailureCode } from '../../client/api-error.ts';
import { described } from '../../contract/described.ts';
import { Id } from '../../contract/schema.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { exitCode } from '../shell-error.ts';
import type { Output } from './output.ts';
import { printRows } from './rows.ts';

/** What came of a change for one of the things that it was to change. */
export const Result = described({
  id: [Id, 'The id of what was to be changed.'],
  result: [
    v.picklist(['done', 'unchanged', 'failed', 'unknown']),
    '`unchanged`: it was so before. `unknown`: no answer came; the same command again is safe.',
  ],
  code: [v.nullable(v.string()), 'The kind of refusal; null if there was none.'],
  message: [v.nullable(v.string()), 'The reason in the help center’s words; null if there is none.'],
});
export interface Result {
  readonly id: number;
  readonly result: 'done' | 'unchanged' | 'failed' | 'unknown';
  readonly code?: FailureCode | undefined;
  readonly message?: SafeText | undefined;
}

/**
 * Prints what came of a change: as JSON one entry for each id; as text `summary` on stdout, and a line on stderr for each
 * that failed. Returns the exit code. The schema of `output` is `Result`.
 */
export async function printResults(output: Output, results: readonly Result[], summary: SafeText): Promise<number> {
  const failed = results.filter(({ result }) => result === 'failed' || result === 'unknown');
  if (output.form === 'text') {
    output.shell.stdout.write(`${summary}\n`);
    for (const { id, message = t`it is not known whether it was done.` } of failed)
      output.shell.stderr.write(`${id}: ${message}\n`);
  } else await printRows(output, { rows: results, columns: [] });
  return failed.length === 0 ? exitCode.done : exitCode.failed;
}
