import type { Client } from '../../../client/client.ts';
import type { ChangingFlags } from '../../declared/shared-flags.ts';
import type { LocalCaller } from '../../elsewhere/open-client.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import type { Shell } from '../../shell.ts';
import { type AdministrationStep, carryOutSteps } from './carry-out.ts';

/** A help center that a command works on, and how it prints. */
export interface OnCenter {
  readonly client: Client;
  readonly output: CommandOutput;
  /** Makes changes one after another, or with `--dry-run` says what they would be. Resolves with the exit code. */
  readonly carryOut: (steps: readonly AdministrationStep[]) => Promise<number>;
}

type Work = (on: OnCenter) => Promise<number>;

/**
 * Runs a command on the help center of its flags, and prints as they say. `schema` is of the resource that it prints. In a
 * database of this machine it works as the system user's own agent, or with an API key of its own (`caller`).
 */
export function onCenter(
  shell: Shell,
  flags: ChangingFlags,
  schema: object,
  work: Work,
  caller: LocalCaller = 'agent',
): Promise<number> {
  return withOutput(shell, flags, schema, output =>
    withClient(
      shell,
      flags,
      ({ client }) => work({ client, output, carryOut: steps => carryOutSteps(output, flags.dryRun ?? false, steps) }),
      caller,
    ),
  );
}
