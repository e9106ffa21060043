import type { Commands } from './command.ts';
import { SETTING } from './flag.ts';

/** `frontdesk login` and `frontdesk logout`. */
export const signInCommands = {
  login: {
    help: 'sign in to a help center; frontdesk opens it from then on',
    args: { '[url]': 'its address: https://…, or ssh://USER@HOST' },
    flags: {
      '--email <address>': 'your address there; without it you are asked',
      '--with-token': 'read a token or an API key in place of a password',
      profile: SETTING,
      insecure: SETTING,
      connect_command: SETTING,
    },
    settings: 'login',
    works: 'login#runLogin',
  },
  logout: {
    help: 'sign out; frontdesk opens the help center here again',
    args: { '[url]': 'the address, if not that of the last sign-in' },
    flags: { profile: SETTING, '--keep-cache': 'keep the data that was read there for the next sign-in' },
    works: 'logout#runLogout',
  },
} as const satisfies Commands;
