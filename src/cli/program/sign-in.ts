import type { Command } from 'commander';
import { flagOption } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk login` and `frontdesk logout`. */
export function addSignIn(program: Command, { runs, mayNameProfile }: Run) {
  const login = program
    .command('login')
    .description('sign in to a help center; frontdesk opens it from then on')
    .argument('[url]', 'its address: https://…, or ssh://USER@HOST')
    .option('--email <address>', 'your address there; without it you are asked')
    .option('--with-token', 'read a token or an API key in place of a password')
    .addOption(flagOption('profile'))
    .addOption(flagOption('insecure'))
    .addOption(flagOption('connect_command'));
  runs(login, async () => (await import('../commands/login.ts')).runLogin);
  mayNameProfile(login);
  const logout = program
    .command('logout')
    .description('sign out; frontdesk opens the help center here again')
    .argument('[url]', 'the address, if not that of the last sign-in')
    .addOption(flagOption('profile'))
    .option('--keep-cache', 'keep the data that was read there for the next sign-in');
  runs(logout, async () => (await import('../commands/logout.ts')).runLogout);
}
