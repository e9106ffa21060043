import type { Client } from '../../../client/client.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { type Output, withOutput } from '../../output/output.ts';
import type { Shell } from '../../shell.ts';
import type { ListingFlags } from './change-flags.ts';

/** A help center that a command works on, and how it prints. */
export interface OnCenter {
  readonly client: Client;
  readonly output: Output;
}

/**
 * Runs a command on the help center of its flags, and prints as they say. `schema` is of the resource that it prints. In a
 * database of this machine it works with an API key of its own: who sets up a team here need not become an agent of it.
 */
export function onCenter(
  shell: Shell,
  flags: ListingFlags,
  schema: object,
  work: (on: OnCenter) => Promise<number>,
): Promise<number> {
  return withOutput(shell, flags, schema, output =>
    withClient(shell, flags, ({ client }) => work({ client, output }), 'key'),
  );
}
