import * as v from 'valibot';
import type { Conversation } from '../../../client/model.ts';
import { Conversation as Schema } from '../../../contract/conversation.ts';
import { agentName } from '../../../state/names.ts';
import { parseQuery, queryText } from '../../../state/query/language.ts';
import { toFilter } from '../../../state/query/to-filter.ts';
import { quoted } from '../../../state/query/tokens.ts';
import { isUnresolved, leavesOutResolved } from '../../../state/query/unresolved.ts';
import { nearestView, viewNamed } from '../../../state/query/view-query.ts';
import type { Query, World } from '../../../state/world.ts';
import { age } from '../../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { CenterFlags } from '../../elsewhere/center-flags.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { isoTime } from '../../output/encode.ts';
import type { OutputFlags } from '../../output/flags.ts';
import { withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import type { Column } from '../../output/table.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { inboxNamed } from '../named.ts';
import { readSavedViews, readWorld } from '../read-world.ts';
import { filterKeysOf, type ListFlags } from './list-flags.ts';
import { eachConversation } from './pages.ts';

type Flags = CenterFlags & OutputFlags & ListFlags;

/** No row of a list has messages. */
export const Row = v.omit(Schema, ['messages']);

/** `frontdesk conversations list`: what a filter matches, in the words of the desk’s own filter. */
export function listConversations(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  return withOutput(shell, flags, Row, output =>
    withClient(shell, flags, async ({ client }) => {
      const savedViews = flags.view === undefined ? [] : readSavedViews(shell, flags);
      const world = { ...(await readWorld(client, shell.now())), savedViews };
      const query = queryOf(world, words, flags);
      const fields = output.form === 'text' ? TEXT_FIELDS : output.fields;
      const found = eachConversation(client, { filter: toFilter(query, world), limit: flags.limit, fields });
      const rows = leavesOutResolved(query, world) ? onlyUnresolved(found, query, world) : found;
      const columns = columnsOf(world, shell);
      return printRows(output, { rows, columns, empty: t`No conversation matches.` });
    }),
  );
}

/** The view, the words and the flags as one query: each narrows the others, values of one key are alternatives. */
function queryOf(world: World, words: readonly string[], flags: ListFlags): Query {
  const view = flags.view === undefined ? undefined : viewQuery(world, flags.view);
  const base = view === undefined ? '' : queryText(view, world);
  const keys = filterKeysOf(flags).map(([key, value]) =>
    key === 'inbox' ? `inbox:#${inboxNamed(world, value)}` : `${key}:${quoted(value)}`,
  );
  const read = parseQuery([base, ...words, ...keys].join(' '), world);
  if ('problem' in read) throw new ShellError(read.problem);
  return read.query;
}

function viewQuery(world: World, name: string): Query {
  const read = viewNamed(name, world);
  if (read === undefined) {
    const meant = nearestView(name, world);
    const hint = meant === undefined ? '' : ` Did you mean ${safeLine(meant)}?`;
    throw new ShellError(`No view is named “${safeLine(name)}”: nothing was listed.${hint}`);
  }
  if ('problem' in read) throw new ShellError(read.problem);
  return read.query;
}

async function* onlyUnresolved(found: AsyncIterable<Conversation>, query: Query, world: World) {
  for await (const one of found) if (isUnresolved(query, world, one) !== false) yield one;
}

/** What the columns say; the list is asked for no more. */
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
export function columnsOf(world: World, { stdout, now }: Shell): readonly Column<Conversation>[] {
  const time = (ms: number): SafeText => (stdout.isTTY ? age(ms, now()) : safeLine(isoTime(ms) ?? ''));
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
