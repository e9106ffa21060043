import * as v from 'valibot';
import type { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import { NoteDetails } from '../../../contract/note.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import { counted } from '../../../text/numbers.ts';
import { t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import { printResults } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { readWrittenText } from '../written-text.ts';
import { Added, notSent, sendWritten } from './added.ts';
import { type Attaching, attachFiles } from './upload.ts';

type Flags = FlagsOf<'conversations note'>;

/** `frontdesk conversations note`: adds the same note to each of the conversations. */
export function addNotes(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  return withOutput(shell, flags, Added, async output => {
    const isInputTaken = words.includes('-');
    if (isInputTaken && (flags.file === '-' || (flags.text ?? flags.file) === undefined))
      throw new ShellError('Standard input has the ids: give the words with --text or --file. Nothing was done.');
    const ids = await readIds(shell, words);
    const details = await readWrittenText(shell, flags);
    const checked = v.safeParse(NoteDetails, details);
    if (!checked.success) throw new ShellError(`The note ${checked.issues[0].message}. Nothing was done.`);
    const attaching = await attachFiles(flags.attach ?? []);
    try {
      return await withClient(shell, flags, ({ client }) =>
        flags.dryRun ? tellPlan(output, client, ids) : noteOnEach(output, { client, ids, details, attaching }),
      );
    } finally {
      attaching.close();
    }
  });
}

interface Noting {
  readonly client: Client;
  readonly ids: readonly number[];
  readonly details: string;
  readonly attaching: Attaching;
}

async function noteOnEach(output: CommandOutput, { client, ids, details, attaching }: Noting): Promise<number> {
  const results: Added[] = [];
  let failure: ApiError | undefined;
  for (const id of ids) {
    if (failure !== undefined) {
      results.push(notSent(id));
      continue;
    }
    const { added, error } = await sendWritten({
      shell: output.shell,
      client,
      change: 'note.add',
      id,
      args: { details },
      attaching,
    });
    results.push(added);
    failure = error;
  }
  const done = results.filter(({ result }) => result === 'done').length;
  const code = await printResults(output, results, t`Noted on ${counted(done, t`conversation`)}.`);
  if (failure !== undefined) throw failure;
  return code;
}

async function tellPlan(output: CommandOutput, client: Client, ids: readonly number[]): Promise<number> {
  const plan: Added[] = [];
  for (const id of ids) {
    const found = await attempt(client.conversation.get({ params: { conversation_id: id } }));
    if ('error' in found && !found.error.isMissing) throw found.error;
    const failed = 'error' in found && { code: found.error.code, message: found.error.reason };
    plan.push({
      ...notSent(id),
      result: 'planned',
      code: undefined,
      message: undefined,
      ...(failed && { ...failed, result: 'failed' as const }),
    });
  }
  const planned = plan.filter(({ result }) => result === 'planned').length;
  const would = t`Nothing was changed. Without --dry-run it would note on ${counted(planned, t`conversation`)}.`;
  return printResults(output, plan, would);
}
