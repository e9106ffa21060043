import { nameKey } from '../../text/name-key.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { searchKey } from '../../text/search-key.ts';
import type { Values, VariableName } from '../../text/variables.ts';
import { inboxIdOf, isFirst, subjectOf } from '../drafts/first-mail.ts';
import { conversationOf } from '../visible.ts';
import { inboxName } from '../words/names.ts';
import type { SavedReply, World } from '../world.ts';

/** The saved replies that are meant for all of these conversations, in their order. */
export function savedFor(world: World, ids: readonly number[]): readonly SavedReply[] {
  const inboxes = ids.map(id => inboxIdAt(world, id));
  const isMeant = ({ inbox_ids }: SavedReply) =>
    inbox_ids.length === 0 || inboxes.every(id => id === undefined || inbox_ids.includes(id));
  return world.base.savedReplies?.filter(isMeant) ?? [];
}

/**
 * The saved reply of this name: the agent's own before the team's, and one with just these letters before one with
 * accents that were not typed.
 */
export function savedNamed(replies: readonly SavedReply[], name: string): SavedReply | undefined {
  const ownFirst = replies.toSorted((a, b) => Number(a.owner_id === null) - Number(b.owner_id === null));
  return (
    ownFirst.find(one => nameKey(one.name) === nameKey(name)) ??
    ownFirst.find(one => searchKey(one.name) === searchKey(name))
  );
}

/** The entity tag of a saved reply, for a write that is refused if it has changed. */
export function savedReplyTag({ id, version }: SavedReply): { readonly ifMatch?: string } {
  return version === undefined ? {} : { ifMatch: `"r${id}-${version}"` };
}

function inboxIdAt(world: World, id: number): number | undefined {
  return (isFirst(id) ? inboxIdOf(world, id) : conversationOf(world, id)?.inbox_id) ?? undefined;
}

/**
 * The values of a saved reply's variables; in several conversations at once, those that are the same in all of them.
 */
export function valuesFor(world: World, ids: readonly number[]): Values {
  const [first = {}, ...others] = ids.map(id => valuesAt(world, id));
  const same = Object.entries(first).filter(([name, value]) =>
    others.every(values => values[name as VariableName] === value),
  );
  return Object.fromEntries(same);
}

function valuesAt(world: World, id: number): Values {
  const conversation = conversationOf(world, id);
  const { name = t``, email = null } = conversation?.requester ?? {};
  const inboxId = inboxIdAt(world, id);
  return {
    // A customer is not greeted by their address.
    ...(name === '' || name === email ? {} : { 'customer.name': name, 'customer.first': firstOf(name) }),
    ...(world.me?.name ? { 'agent.name': world.me.name } : {}),
    ...(isFirst(id) ? {} : { 'conversation.id': `${id}` }),
    title: isFirst(id) ? subjectOf(world, id) : (conversation?.title ?? ''),
    ...(inboxId === undefined ? {} : { 'inbox.name': inboxName(world, inboxId) }),
    date: new Date(world.now).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

/** `Quinn, Zoë` and `Zoë Quinn` are both Zoë. */
function firstOf(name: SafeText): string {
  const [last = '', first] = name.split(', ');
  return (first ?? last).trim().split(' ')[0]!;
}
