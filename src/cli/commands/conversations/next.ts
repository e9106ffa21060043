import { t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { onCenter } from '../administer/on-center.ts';
import { inboxIdByName } from '../named.ts';
import { readWorld } from '../read-world.ts';
import { conversationColumns, ListedRow } from './list.ts';

type Flags = FlagsOf<'conversations next'>;

/** `frontdesk conversations next`: takes the conversation that waits longest, or with `--peek` only says which it is. */
export function nextConversation(shell: Shell, flags: Flags): Promise<number> {
  return onCenter(shell, flags, ListedRow, async ({ client, output }) => {
    const world = await readWorld(client, shell.now());
    const inbox_ids = flags.inbox?.map(given => inboxIdByName(world, given));
    const body = { assign: flags.peek !== true, ...(inbox_ids ? { inbox_ids } : {}) };
    const { data: rows } = await client.queue.next({ body });
    return printRows(output, { rows, columns: conversationColumns(world, shell), empty: t`Nothing waits for you.` });
  });
}
