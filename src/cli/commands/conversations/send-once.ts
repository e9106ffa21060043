import { randomUUID } from 'node:crypto';
import type { Client } from '../../../client/client.ts';
import type { Change, ChangeName, ChangeOutcome } from '../../../state/changes/change.ts';
import { type ArgsOf, changeOf } from '../../../state/changes/list.ts';
import { retryWhileBusy, sleepTelling } from '../../elsewhere/patiently.ts';
import type { Shell } from '../../shell.ts';

/**
 * Makes a change of the desk once, even if a lost link makes it try again: `argsOf` returns its arguments, and may
 * upload files under the key. Throws the last `ApiError`.
 */
export function changeOnce<N extends ChangeName>(
  shell: Shell,
  client: Client,
  name: N,
  argsOf: (key: string) => Promise<ArgsOf<N>>,
): Promise<ChangeOutcome> {
  const key = randomUUID();
  const change: Change = changeOf(name);
  const job = { versions: {}, progress: () => undefined };
  const send = async () => change.send(client, (await argsOf(key)) as never, key, job);
  return retryWhileBusy(send, { sleep: sleepTelling(shell), signal: new AbortController().signal, isBegun: true });
}
