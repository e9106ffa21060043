import { Box } from 'ink';
import type { ReactElement } from 'react';
import { inboxName } from '../../state/names.ts';
import { searchedEverywhere } from '../../state/query/everywhere.ts';
import { queryTitle } from '../../state/query/language.ts';
import { sameQuery, unresolved } from '../../state/views.ts';
import type { Query, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';

interface ListEmptyProps {
  readonly columns: number;
  readonly rows: number;
}

/**
 * The text of a list without rows: that it is being read, why it could not be read, or what is empty and which key
 * helps.
 */
export function ListEmpty({ columns, rows }: ListEmptyProps): ReactElement {
  const text = useWorld(world => emptyText(world));
  const isProblem = useWorld(world => world.list.problem !== null && world.offline === null);
  const lines = wrap(text, Math.max(1, columns - 2)).slice(0, rows);
  return (
    <Box flexDirection="column" height={rows}>
      <Lines of={lines.map(line => t` ${line}`)} look={isProblem ? 'problem' : 'plain'} />
    </Box>
  );
}

function emptyText(world: World): SafeText {
  const { list, offline } = world;
  if (offline !== null && list.asOf === null)
    return offline.why === 'signedOut'
      ? t`Not read yet: the list comes once you sign in.`
      : t`Not read yet: the list comes when the help center answers.`;
  if (list.problem !== null) return t`${list.problem} · R asks again`;
  if (list.loading === 'first' || list.asOf === null) return t`Reading the conversations…`;
  const { inboxes, statuses } = world.base;
  if (inboxes.length === 0 && statuses.length > 0) return t`No inbox is open to you: an admin has to add you to one`;
  const { query } = list;
  const isPlain = sameQuery({ ...query, inboxes: [], sort: unresolved.sort }, unresolved);
  if (!isPlain) return t`Nothing in ${queryTitle(query, world)}. ${wayOn(query)}`;
  const [inbox] = query.inboxes;
  if (inbox === undefined) return t`Nothing unresolved. 4 shows the archive.`;
  return t`Nothing unresolved in ${inboxName(world, inbox)}. Press 0 for all inboxes.`;
}

/** A lone number may mean the number of a conversation. */
function wayOn(query: Query): SafeText {
  const { words } = query;
  if (/^\d{1,15}$/.test(words)) return t`/ #${words as SafeText} opens that conversation.`;
  return searchedEverywhere(query) ? t`g/ searches closed and archived ones too.` : t`Press 0 for all unresolved.`;
}
