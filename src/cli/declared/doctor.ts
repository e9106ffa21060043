import type { DeclaredCommand } from './command.ts';
import { SETTING } from './flag.ts';
import { centerFlags, outputFlags } from './shared-flags.ts';

/** `frontdesk doctor`. */
export const doctor = {
  help: 'examine terminal, settings, files and help center, and say what to do',
  flags: { link: SETTING, ambiguous: SETTING, ascii: SETTING, ...centerFlags, ...outputFlags },
  settings: 'desk',
  works: 'doctor#runDoctor',
} as const satisfies DeclaredCommand;
