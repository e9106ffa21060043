import { setUpMail } from '../setup/set-up.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk mail setup`: asks for a mail account and adds it to the settings. */
export async function runMailSetup(
  shell: Shell,
  address: string | undefined,
  { database }: { readonly database?: string },
): Promise<number> {
  const said = await setUpMail(shell, { address, database });
  shell.stdout.write(`${said} Open frontdesk, or start a running one and frontdesk serve again.\n`);
  return exitCode.done;
}
