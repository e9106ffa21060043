import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeText } from '../runtime/node-or-bun.ts';
import { safeBlock } from '../text/safe.ts';
import { errorLines } from './error-lines.ts';
import { versionText } from './version.ts';

/** The facts of a report besides the error. */
export interface ReportContext {
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

/** Removes secrets from text that is stored or shown: bearer tokens, passwords in addresses, and the given values. */
function redact(text: string, secrets: readonly (string | undefined)[] = []): string {
  let clean = text
    .replace(/(bearer\s+)[^\s"',;]+/gi, '$1[redacted]')
    .replace(/(\b\w+:\/\/[^\s:@/]*:)[^\s@/]+@/g, '$1[redacted]@')
    .replace(/("?(?:password|access_token|token|authorization)"?\s*[:=]\s*"?)[^\s"',;}]+/gi, '$1[redacted]');
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '[redacted]');
  return clean;
}
