import type { Tag } from '../../../client/model.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { changeNamed, eachRow, onResource } from './resource.ts';

const COLUMNS = [
  { head: t`NAME`, cell: ({ name }: Tag) => name, grows: true },
  { head: t`CONVERSATIONS`, cell: ({ conversations }: Tag) => t`${conversations ?? 0}`, side: 'right' },
] as const;

/** `frontdesk tags list`: the tags in use, those whose name contains `part` if it is given. */
export function printTags(shell: Shell, part: string | undefined, flags: ListingFlags): Promise<number> {
  const query = part === undefined ? {} : { q: part };
  return onResource(shell, flags, 'tag', ({ client, output }) =>
    printRows(output, {
      rows: eachRow(client, 'tag', query),
      columns: COLUMNS,
      empty: t`No conversation has such a tag.`,
    }),
  );
}

/** `frontdesk tags rename`: on every conversation; if there is a tag of the new name, the two become one. */
export function renameTagCommand(shell: Shell, from: string, to: string, flags: ChangingFlags): Promise<number> {
  const [body, done] = [{ name: to }, t`renamed to ${safeLine(to)}`];
  return changeNamed(shell, flags, 'tag', from, () => ({ body, done }));
}
