import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeText } from '../runtime/node-or-bun.ts';
import { safeBlock } from '../text/safe.ts';
import { errorLines } from './error-lines.ts';
import { paths } from './paths.ts';
import { secretValues } from './secrets.ts';
import type { Shell } from './shell.ts';
import { exitCode } from './shell-error.ts';
import { versionText } from './version.ts';

/** The facts of a report besides the error. */
interface ReportContext {
  readonly folder: string;
  readonly now: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: readonly (string | undefined)[];
}

/**
 * Writes a report of a crash to a file of mode 0600: the kind and place of the error, versions and the terminal's name;
 * no customers' text, no token. Returns the file's path, or undefined if it cannot be written.
 */
export function writeReport(error: unknown, context: ReportContext): string | undefined {
  const path = join(context.folder, `report-${new Date(context.now).toISOString().replaceAll(':', '-')}.txt`);
  const lines = [
    `frontdesk ${versionText()}, ${runtimeText()}, ${process.platform}`,
    `TERM=${context.environment.TERM ?? ''} LANG=${context.environment.LANG ?? ''}`,
    '',
    ...errorLines(error),
    '',
  ];
  try {
    mkdirSync(context.folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, safeBlock(redact(lines.join('\n'), context.secrets)), { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}

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
  return writeReport(error, { folder: paths.state(), now: now(), environment, secrets: secretValues(environment) });
}

/** Removes secrets from text that is stored or shown: bearer tokens, passwords in addresses, and the given values. */
function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let clean = text
    .replace(/(bearer\s+)[^\s"',;]+/gi, '$1[redacted]')
    .replace(/(\b\w+:\/\/[^\s:@/]*:)[^\s@/]+@/g, '$1[redacted]@')
    .replace(/("?(?:password|access_token|token|authorization)"?\s*[:=]\s*"?)[^\s"',;}]+/gi, '$1[redacted]');
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '[redacted]');
  return clean;
}
