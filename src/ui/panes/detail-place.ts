import { ADDRESS_ABOVE_FROM } from '../../state/detail/entry-head.ts';
import { agentName, inboxName } from '../../state/names.ts';
import { withAddress } from '../../state/person-name.ts';
import type { Conversation, World } from '../../state/world.ts';
import { join, type SafeText, t } from '../../text/safe.ts';

/** Narrower than this, name and place share a line so that the tags have a line. */
const ROOMY = ADDRESS_ABOVE_FROM + 2;

/** The people of a conversation, and its place, status and tags, as the two lines below its title. */
export function linesOf(
  { requester, tags }: Conversation,
  name: SafeText,
  { place, status }: { readonly place: SafeText; readonly status: SafeText },
  columns: number,
): [SafeText, SafeText] {
  const listed = join(tags, t` `);
  if (columns < ROOMY) return [t`${name} · ${place}`, listed];
  return [
    requester?.email ? withAddress(requester, columns - 2) : name,
    join([place, status, listed].filter(Boolean), t` · `),
  ];
}

/** Its inbox, its assignee, and whether it is still there. */
export function placeOf(world: World, { inbox_id, assign_to, archived, merged_into }: Conversation): SafeText {
  const parts = [
    inbox_id === null ? t`no inbox` : inboxName(world, inbox_id),
    assign_to === null ? t`unassigned` : agentName(world, assign_to),
    ...(archived ? [t`archived`] : []),
    ...(merged_into === null ? [] : [t`merged into #${merged_into}`]),
  ];
  return join(parts, t` · `);
}
