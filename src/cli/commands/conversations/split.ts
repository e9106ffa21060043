import { partsInWords } from '../../../state/changes/conversation-split.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { withOutput } from '../../output/output.ts';
import { printResults, Result } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { changeOnce } from './send-once.ts';

type Flags = FlagsOf<'conversations split'>;

/** `frontdesk conversations split`: takes messages and notes of a conversation into one of their own. */
export function splitOff(shell: Shell, word: string, flags: Flags): Promise<number> {
  return withOutput(shell, flags, Result, async output => {
    const [id] = await readIds(shell, [word]);
    if (id === undefined) throw new ShellError('No conversation was named. Nothing was split.');
    const parts = { messageIds: await readIds(shell, flags.message), noteIds: await readIds(shell, flags.note ?? []) };
    const what = t`${partsInWords(parts)} of #${id} into “${safeLine(flags.title)}”`;
    if (flags.dryRun) return printResults(output, [{ id, result: 'planned' }], t`It would split ${what}.`);
    return withClient(shell, flags, async ({ client }) => {
      const args = { ids: [id], title: flags.title, ...parts };
      const { refused, madeId } = await changeOnce(shell, client, 'conversation.split', async () => args);
      const [refusal] = refused;
      if (refusal) return printResults(output, [{ id, result: 'failed', code: 'refused', message: refusal.reason }]);
      if (madeId === undefined) return printResults(output, [{ id, result: 'unknown', code: 'unconfirmed' }]);
      return printResults(output, [{ id: madeId, result: 'done' }], t`Split ${what}: #${madeId}.`);
    });
  });
}
