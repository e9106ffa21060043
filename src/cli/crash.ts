import { paths } from './paths.ts';
import { writeReport } from './report.ts';
import { secretsOf } from './secrets.ts';
import type { Shell } from './shell.ts';
import { exitCode } from './shell-error.ts';

/**
 * Ends a shell command after a bug: the error goes only into a report, because it may contain customers' text. Returns
 * the exit code.
 */
export function crash(shell: Shell, error: unknown): number {
  const path = reportCrash(shell, error);
  const report = path === undefined ? 'No report could be written.' : `A report of the fault is in ${path}.`;
  shell.stderr.write(`frontdesk stopped because of a bug. ${report}\n`);
  return exitCode.failed;
}

/** Writes the report and returns its path. */
export function reportCrash({ environment, now }: Shell, error: unknown): string | undefined {
  return writeReport(error, { folder: paths.state(), now: now(), environment, secrets: secretsOf(environment) });
}
