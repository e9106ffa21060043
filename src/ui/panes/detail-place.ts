import { ADDRESS_ABOVE_FROM } from '../../state/detail/entry-head.ts';
import { placeParts } from '../../state/detail/place-words.ts';
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

/** Where it is, on one line. */
export function placeOf(world: World, conversation: Conversation): SafeText {
  return join(placeParts(world, conversation), t` · `);
}
