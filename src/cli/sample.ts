import { createSample } from '../center/intake/sample/create-sample.ts';
import { withCenter } from './open-center.ts';
import type { Shell } from './shell.ts';
import { exitCode } from './shell-error.ts';

interface SampleFlags {
  readonly conversations: number;
  readonly seed: number;
  readonly database?: string;
}

/** `frontdesk sample`: plausible conversations, the same for the same seed. */
export const addSample = (shell: Shell, { conversations, seed, database }: SampleFlags): Promise<number> =>
  withCenter(shell, database, async center => {
    const added = await createSample(center, { conversations, seed, now: shell.now() });
    shell.stdout.write(`${added.conversations.toLocaleString('en')} sample conversations were added.\n`);
    return exitCode.done;
  });
