import type { Tag } from '../../../client/model.ts';
import { Tag as TagSchema } from '../../../contract/tag.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { carryOut } from './carry-out.ts';
import { eachOf } from './each-of.ts';
import { named } from './find.ts';
import { onCenter } from './on-center.ts';

const COLUMNS = [
  { head: t`NAME`, cell: ({ name }: Tag) => name, grows: true },
  { head: t`CONVERSATIONS`, cell: ({ conversations }: Tag) => t`${conversations ?? 0}`, side: 'right' },
] as const;

/** `frontdesk tags list`: the tags in use, those whose name contains `part` if it is given. */
export function listTags(shell: Shell, part: string | undefined, flags: ListingFlags): Promise<number> {
  return onCenter(shell, flags, TagSchema, async ({ client, output }) => {
    const rows = eachOf(page => client.tag.list({ query: { ...(part !== undefined && { q: part }), ...page } }));
    return printRows(output, { rows, columns: COLUMNS, empty: t`No conversation has such a tag.` });
  });
}

/** `frontdesk tags rename`: on every conversation; if there is a tag of the new name, the two become one. */
export function renameTag(shell: Shell, from: string, to: string, flags: ChangingFlags): Promise<number> {
  return onCenter(shell, flags, TagSchema, async ({ client, output }) => {
    const known: Tag[] = [];
    for await (const tag of eachOf(page => client.tag.list({ query: page }))) known.push(tag);
    const tag = named(known, from, ({ name }) => name, 'No conversation has the tag');
    const run = async () => (await client.tag.update({ params: { name: tag.name }, body: { name: to } })).data;
    const row = { ...tag, name: to };
    return carryOut(output, flags.dryRun ?? false, [
      { what: t`Tag ${tag.name}`, done: t`renamed to ${safeLine(to)}`, row, run },
    ]);
  });
}
