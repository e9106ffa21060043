import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import type { OwnCall, Refusal } from '../changes/change.ts';
import { isPastLater } from '../changes/conversation-snooze.ts';
import { followingWords } from '../changes/following.ts';
import { changeOf } from '../changes/list.ts';
import { narrowed } from '../operations/operation.ts';
import { conversationOf } from '../visible.ts';
import { whyNotAssignable } from '../words/access.ts';
import { agentName, agentsOf } from '../words/names.ts';
import type { Conversation, Visible, World } from '../world.ts';

/** The effect of a macro: each of its conversations is in exactly one of the four lists. */
export interface MacroPlan {
  readonly changed: readonly number[];
  readonly same: readonly number[];
  readonly barred: readonly Refusal[];
  /** Only the help center knows the result for these. */
  readonly notLoaded: readonly number[];
  /**
   * The calls to send: none for the `same` and the `barred` ones, and of each call only the parts that make a
   * difference.
   */
  readonly calls: readonly OwnCall[];
}

/** Works out the effect of calls on these conversations, by applying them to the visible data. */
export function macroPlan(before: Visible, calls: readonly OwnCall[], given: readonly number[]): MacroPlan {
  const ids = [...new Set(given)];
  const barred = new Map<number, SafeText>();
  const changing = new Set<number>();
  let seen = before;
  const wanted = calls.map(call => {
    for (const id of call.args.ids) {
      const why = barred.has(id) ? undefined : whyBarred(before, seen, call, id);
      if (why !== undefined) barred.set(id, why);
    }
    const next = changeOf(call.name).apply(seen, call.args);
    const differs = (id: number): boolean => {
      const now = conversationOf(next, id);
      return now === undefined || now !== conversationOf(seen, id);
    };
    const changed = call.args.ids.filter(differs);
    for (const id of changed) changing.add(id);
    seen = next;
    return narrowed(call, changed);
  });
  const left = ids.filter(id => !barred.has(id));
  const [loaded, notLoaded] = [true, false].map(is =>
    left.filter(id => (conversationOf(before, id) !== undefined) === is),
  ) as [number[], number[]];
  return {
    changed: loaded.filter(id => changing.has(id)),
    same: loaded.filter(id => !changing.has(id)),
    barred: ids.flatMap(id => (barred.has(id) ? [{ id, reason: barred.get(id)! }] : [])),
    notLoaded,
    calls: wanted
      .map(call =>
        narrowed(
          call,
          call.args.ids.filter(id => !barred.has(id)),
        ),
      )
      .filter(({ args }) => args.ids.length > 0),
  };
}

/** Why the help center would refuse a call for a conversation, as far as can be seen; undefined if it would not. */
function whyBarred(before: Visible, seen: Visible, { name, args }: OwnCall, id: number): SafeText | undefined {
  const now = conversationOf(seen, id);
  if (!now) return undefined;
  if (now.merged_into !== null) return t`was merged into #${now.merged_into}`;
  if (name === 'conversation.assign' && typeof args.assign_to === 'number')
    return whyNotGiven(seen, args.assign_to, now, now.inbox_id !== conversationOf(before, id)?.inbox_id);
  if (name !== 'conversation.snooze' || args.snooze === null || !isPastLater(seen, now)) return undefined;
  return now.archived ? t`is archived, and cannot be put off` : t`is closed, and cannot be put off`;
}

function whyNotGiven(visible: Visible, agentId: number, now: Conversation, isMoved: boolean): SafeText | undefined {
  const agent = agentsOf(visible).find(one => one.id === agentId);
  // A move takes it from an agent who cannot see the new inbox.
  const why = agent && whyNotAssignable(visible, agent, [isMoved ? { ...now, assign_to: null } : now]);
  return why === undefined ? undefined : t`cannot go to ${agentName(visible, agentId)}, who ${why}`;
}

/** `17 would change, 3 are so already, 1 not allowed, 4 not loaded`. */
export function planWords({ changed, same, barred, notLoaded }: MacroPlan): SafeText {
  const parts: readonly (readonly [number, SafeText])[] = [
    [same.length, same.length === 1 ? t`is so already` : t`are so already`],
    [barred.length, t`not allowed`],
    [notLoaded.length, t`not loaded`],
  ];
  const others = parts.filter(([count]) => count > 0).map(([count, words]) => t`${grouped(count)} ${words}`);
  return join([t`${grouped(changed.length)} would change`, ...others], t`, `);
}

/**
 * `+refund 3 · closed 2 · to Ana Ortiz 3, 2 of them from colleagues`: the effects with their counts; empty if nothing.
 */
export function planKinds(world: Visible & Pick<World, 'me'>, { calls, notLoaded }: MacroPlan): SafeText {
  const isLoaded = (id: number): boolean => !notLoaded.includes(id);
  const kinds = calls.flatMap(call => {
    const ids = call.args.ids.filter(isLoaded);
    if (ids.length === 0) return [];
    const taken = call.name === 'conversation.assign' ? ids.filter(id => isColleagues(world, id)).length : 0;
    const from = taken === 0 ? t`` : t`, ${grouped(taken)} of them from colleagues`;
    return [t`${followingWords(world, [call])} ${grouped(ids.length)}${from}`];
  });
  return join(kinds, t` · `);
}

function isColleagues(world: Visible & Pick<World, 'me'>, id: number): boolean {
  const holder = conversationOf(world, id)?.assign_to ?? null;
  return holder !== null && holder !== world.me?.id;
}
