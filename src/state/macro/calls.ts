import { counted } from '../../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { fillVariables, type Values } from '../../text/variables.ts';
import type { ChangeName, OwnCall } from '../changes/change.ts';
import { followingWords } from '../changes/following.ts';
import { readLater } from '../conversation/later.ts';
import type { CallArgs } from '../operations/operation.ts';
import { whyInvalidArgs } from '../outbox/commit.ts';
import { agentsOf, statusesOf, statusKey } from '../words/names.ts';
import type { SavedReply, World } from '../world.ts';
import type { ShownMacroActions } from './macro.ts';

/** The calls of a macro, or why it cannot run: a name that is gone, a time that has passed. */
export type MacroCalls = { readonly calls: readonly OwnCall[] } | { readonly problem: SafeText };

type Step = { readonly name: ChangeName; readonly args: object } | { readonly problem: SafeText };

/** Each action as a change; undefined if the macro does not have it. In the order in which they are made. */
const steps: readonly ((actions: ShownMacroActions, world: World, now: number) => Step | undefined)[] = [
  // The inbox comes first: it decides who can be assigned.
  ({ inbox_id }, { base }) => {
    if (!inbox_id) return undefined;
    if (base.inboxes.some(({ id }) => id === inbox_id)) return { name: 'conversation.move', args: { inbox_id } };
    return { problem: t`there is no inbox #${inbox_id}, or you cannot see it` };
  },
  ({ assign_to }, world) => (assign_to === undefined ? undefined : assignment(assign_to, world)),
  // A conversation must be open and listed before it can be put off.
  ({ status }, world) => {
    if (status === undefined) return undefined;
    const id = statusesOf(world).find(({ name }) => statusKey(name) === statusKey(status))?.id;
    if (id === undefined) return { problem: t`there is no status “${safeLine(status)}”` };
    return { name: 'conversation.status', args: { conversation_status_id: id } };
  },
  ({ archived }) =>
    archived === undefined ? undefined : { name: archived ? 'conversation.archive' : 'conversation.restore', args: {} },
  ({ snooze }, _world, now) => {
    const read = snooze === undefined ? undefined : readLater(snooze, now);
    return read && ('problem' in read ? read : { name: 'conversation.snooze', args: read });
  },
  ({ add_tags: tags = [] }) => (tags.length === 0 ? undefined : { name: 'conversation.tag', args: { tags } }),
  ({ note: details }) => (details ? { name: 'note.add', args: { details } } : undefined),
  // Its answer shows no versions, so any call after it would need a read first.
  ({ remove_tags: tags = [] }) => (tags.length === 0 ? undefined : { name: 'conversation.untag', args: { tags } }),
];

function assignment(to: number | null | 'me', world: World): Step {
  const id = to === 'me' ? world.me?.id : to;
  if (id === undefined) return { problem: t`the help center does not say which agent you are` };
  const isGone = id !== null && id !== world.me?.id && !agentsOf(world).some(agent => agent.id === id);
  // A help center that lists no agents leaves open who there is.
  if (isGone && world.base.agents.length > 0) return { problem: t`there is no agent #${id}` };
  return { name: 'conversation.assign', args: { assign_to: id } };
}

/** The calls of a macro's actions about these conversations: names are looked up, and times read, now. */
export function macroCalls(world: World, actions: ShownMacroActions, ids: readonly number[], now: number): MacroCalls {
  const found = steps.flatMap(step => step(actions, world, now) ?? []);
  const problems = found.flatMap(one => ('problem' in one ? [one.problem] : []));
  if (problems.length > 0) return { problem: t`${join(problems, t`; `)}.` };
  const distinct = [...new Set(ids)];
  const calls = found.flatMap(one => ('problem' in one ? [] : callsOn(one, distinct)));
  const problem = calls.map(({ name, args }) => whyInvalidArgs(name, args)).find(why => why !== undefined);
  return problem === undefined ? { calls } : { problem };
}

/** A note belongs to one conversation; all other changes take many. */
function callsOn({ name, args }: Extract<Step, { name: ChangeName }>, ids: readonly number[]): readonly OwnCall[] {
  const each = name === 'note.add' ? ids.map(id => [id]) : [ids];
  return each.map(some => ({ name, args: { ...args, ids: some } as CallArgs }));
}

/** The actions of a macro, in words: `closed, +refund`; or why it cannot run. */
export function macroWords(world: World, actions: ShownMacroActions): SafeText {
  const made = macroCalls(world, actions, [1], world.now);
  return 'problem' in made ? made.problem : followingWords(world, made.calls);
}

/** The text and the actions of a saved reply, on one line; without `values` its text stands as it is written. */
export function savedWords(world: World, { text, attachments, actions }: SavedReply, values?: Values): SafeText {
  const words = safeLine((values ? fillVariables(text, values) : text).trim().replaceAll(/\s+/g, ' '));
  const files = attachments.length === 0 ? t`` : counted(attachments.length, t`file`);
  return join([words, files, macroWords(world, actions)].filter(Boolean), t` · `);
}
