import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { redact } from './redact.ts';

/** What a report says beside the error itself. */
export interface ReportContext {
  readonly folder: string;
  readonly now: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: readonly (string | undefined)[];
}

/**
 * Writes what is known of a crash to a file of mode 0600: the error with its stack, versions and the terminal's name;
 * no message text, no token. Gives the file's path, or undefined where it cannot be written.
 */
export const writeReport = (error: unknown, context: ReportContext): string | undefined => {
  const path = join(context.folder, `report-${new Date(context.now).toISOString().replaceAll(':', '-')}.txt`);
  const lines = [
    `frontdesk ${packageJson.version}, Node ${process.versions.node}, ${process.platform}`,
    `TERM=${context.environment.TERM ?? ''} LANG=${context.environment.LANG ?? ''}`,
    '',
    inspect(error, { depth: 3, maxStringLength: 500 }),
    '',
  ];
  try {
    writeFileSync(path, redact(lines.join('\n'), context.secrets), { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
};
