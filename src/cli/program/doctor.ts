import type { Command } from 'commander';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import { addOutputFlags } from '../output/flags.ts';
import { flagOption } from '../settings/flags.ts';
import type { Run } from './run.ts';

/** `frontdesk doctor`. */
export function addDoctor(program: Command, { shell, done, worksAnyway }: Run) {
  const doctor = program
    .command('doctor')
    .description('examine terminal, settings, files and help center, and say what to do')
    .addOption(flagOption('link'))
    .addOption(flagOption('ambiguous'))
    .addOption(flagOption('ascii'));
  addOutputFlags(addCenterFlags(doctor)).action(async options => {
    const { runDoctor } = await import('../commands/doctor.ts');
    done(await runDoctor(shell, options));
  });
  worksAnyway(doctor);
}
