import type { Client } from '../../../client/client.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import type { LocalCaller } from '../../elsewhere/open-client.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { type Output, withOutput } from '../../output/output.ts';
import type { Shell } from '../../shell.ts';

/** A help center that a command works on, and how it prints. */
export interface OnCenter {
  readonly client: Client;
  readonly output: Output;
}

type Work = (on: OnCenter) => Promise<number>;

/**
 * Runs a command on the help center of its flags, and prints as they say. `schema` is of the resource that it prints. In a
 * database of this machine it works as the system user's own agent.
 */
export function onCenter(shell: Shell, flags: ListingFlags, schema: object, work: Work): Promise<number> {
  return callingAs('agent', shell, flags, schema, work);
}

/**
 * The same for a command that sets up a team. In a database of this machine it works with an API key of its own: the person
 * who sets up a team there need not become an agent of it.
 */
export function onTeam(shell: Shell, flags: ListingFlags, schema: object, work: Work): Promise<number> {
  return callingAs('key', shell, flags, schema, work);
}

function callingAs(caller: LocalCaller, shell: Shell, flags: ListingFlags, schema: object, work: Work) {
  return withOutput(shell, flags, schema, output =>
    withClient(shell, flags, ({ client }) => work({ client, output }), caller),
  );
}
