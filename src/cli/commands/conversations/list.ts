import * as v from 'valibot';
import type { Conversation } from '../../../client/model.ts';
import { Conversation as Schema } from '../../../contract/conversation.ts';
import { agentName } from '../../../state/words/names.ts';
import type { World } from '../../../state/world.ts';
import { age } from '../../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { isoTimeOrNull } from '../../output/encode.ts';
import { withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import type { Column } from '../../output/table.ts';
import type { Shell } from '../../shell.ts';
import { findConversations } from './find.ts';

type Flags = FlagsOf<'conversations list'>;

/** No row of a list has messages. */
export const ListedRow = v.omit(Schema, ['messages']);

/** `frontdesk conversations list`: lists the matches of a filter, in the words of the desk’s own filter. */
export function printConversations(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  return withOutput(shell, flags, ListedRow, output =>
    withClient(shell, flags, async ({ client }) => {
      const fields = output.form === 'text' ? TEXT_FIELDS : output.fields;
      const { world, rows } = await findConversations(shell, client, words, flags, fields);
      const columns = conversationColumns(world, shell);
      return printRows(output, { rows, columns, empty: t`No conversation matches.` });
    }),
  );
}

/** The fields of the columns; the list is asked for no more. */
const TEXT_FIELDS: readonly (keyof Conversation)[] = [
  'id',
  'status',
  'title',
  'requester',
  'assign_to',
  'tags',
  'last_message_at',
];

/** The columns of conversations as text; on a terminal with their age in place of a time. */
export function conversationColumns(world: World, { stdout, now }: Shell): readonly Column<Conversation>[] {
  const time = (ms: number): SafeText => (stdout.isTTY ? age(ms, now()) : safeLine(isoTimeOrNull(ms) ?? ''));
  return [
    { head: t`ID`, cell: ({ id }) => t`${id}`, side: 'right' },
    { head: t`STATUS`, cell: ({ status }) => status },
    { head: t`TITLE`, cell: ({ title }) => title, grows: true },
    { head: t`FROM`, cell: ({ requester }) => requester?.name || requester?.email || t`` },
    { head: t`AGENT`, cell: ({ assign_to }) => (assign_to === null ? t`` : agentName(world, assign_to)) },
    { head: t`TAGS`, cell: ({ tags }) => join(tags, t`, `) },
    {
      head: t`LAST`,
      cell: ({ last_message_at: at }) => (at === null ? t`` : time(at)),
      side: 'right',
    },
  ];
}
