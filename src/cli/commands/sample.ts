import { createSample } from '../../center/sample/create.ts';
import { removeSample } from '../../center/sample/remove.ts';
import { grouped } from '../../text/numbers.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

type SampleFlags = FlagsOf<'sample'>;

/** `frontdesk sample`: plausible conversations, the same for the same seed; `--remove` deletes them. */
export function addSample(shell: Shell, { conversations, seed, remove, database }: SampleFlags): Promise<number> {
  return withCenter(shell, database, async center => {
    const done = remove
      ? await removeSample(center)
      : await createSample(center, { conversations, seed, now: shell.now() });
    const verb = remove ? 'removed' : 'added';
    shell.stdout.write(`${grouped(done.conversations)} sample conversations were ${verb}.\n`);
    return exitCode.done;
  });
}
