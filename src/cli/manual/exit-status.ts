import type { exitCode } from '../shell-error.ts';

/** What each exit code of the shell means. */
export const EXIT_STATUS: Readonly<Record<keyof typeof exitCode, string>> = {
  done: 'All was done.',
  failed: 'It failed, or some of it did. Standard error names each part that failed.',
  usage: 'Wrong usage: an unknown command or flag, a wrong value, or a fault in the settings file.',
  unreachable: 'The help center cannot be reached, or does not allow it.',
};
