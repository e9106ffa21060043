import type { Command } from 'commander';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { addOutputFlags } from '../output/flags.ts';
import { flagOption } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk doctor`. */
export function addDoctor(program: Command, { runs, worksAnyway }: Run) {
  const doctor = program
    .command('doctor')
    .description('examine terminal, settings, files and help center, and say what to do')
    .addOption(flagOption('link'))
    .addOption(flagOption('ambiguous'))
    .addOption(flagOption('ascii'));
  runs(addOutputFlags(addCenterFlags(doctor)), async () => (await import('../commands/doctor.ts')).runDoctor);
  worksAnyway(doctor);
}
