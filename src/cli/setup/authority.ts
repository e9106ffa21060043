import { resolve } from 'node:path';
import { promptLine } from '../ask.ts';
import { homeFolder } from '../paths.ts';
import { trustAuthorities } from '../settings/trust-authorities.ts';
import type { Shell } from '../shell.ts';

const TRY_AGAIN = 'Press Enter to try again: ';

/**
 * Asks for a file with the authority of a server whose certificate is refused, until one can be used, and trusts it.
 * Returns its path; undefined if the server was put right, or the file that the settings name.
 */
export async function askAuthority(shell: Shell): Promise<string | undefined> {
  for (;;) {
    const named = shell.caFile;
    const where = named === undefined ? 'name a file (PEM) with its authority here' : `add its authority to ${named}`;
    shell.stderr.write(`No password was sent there. Put the certificate right, or ${where}.\n`);
    const typed = (await promptLine(shell, named === undefined ? 'File, or nothing to try again: ' : TRY_AGAIN)).trim();
    const file = named ?? (typed === '' ? undefined : resolve(typed.replace(/^~(?=\/)/, homeFolder())));
    const fault = file === undefined ? undefined : await trustAuthorities(file);
    if (fault === undefined) return named === undefined ? file : undefined;
    shell.stderr.write(`${fault}\n`);
  }
}
