import { countedKept, type KeptElsewhere } from '../../state/kept-elsewhere.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { type Caller, isOwnedBy, type Owner } from './owner.ts';
import { type Counts, sourcesUnder } from './sources.ts';

/** Whether the state of this owner belongs to the caller. */
export function kindOf(owner: Owner, caller: Caller): 'mine' | Exclude<KeptElsewhere['kind'], 'open'> {
  if (isOwnedBy(owner, caller)) return 'mine';
  // A token that is gone for good must not hide the state saved with it.
  return 'agent' in owner ? 'other' : 'unsigned';
}

/** The owner, for a person. */
export function whoseOf(owner: Owner, world?: World): SafeText {
  if (!('agent' in owner)) return t`another token`;
  const { id, name } = owner.agent;
  if (name !== '') return safeLine(name);
  return world?.base.agents.find(agent => agent.id === id)?.name ?? t`agent ${id}`;
}

/** What several desks of the same owner keep, as one; owners who keep nothing are left out. */
export function byOwner<One extends Counts & { readonly owner: Owner }>(
  all: readonly One[],
): readonly (Counts & { readonly owner: Owner })[] {
  const groups = Map.groupBy(all, ({ owner }) => ('agent' in owner ? owner.agent.id : JSON.stringify(owner)));
  return [...groups.values()]
    .map(group => ({
      owner: group[0]!.owner,
      changes: group.reduce((sum, { changes }) => sum + changes, 0),
      drafts: group.reduce((sum, { drafts }) => sum + drafts, 0),
    }))
    .filter(({ changes, drafts }) => changes + drafts > 0);
}

/**
 * A summary of what is stored under `parent` for a help center that cannot be reached; undefined if there is nothing.
 */
export function keptSentence(parent: string, prefix: string): SafeText | undefined {
  const parts = byOwner(sourcesUnder(parent, prefix)).map(({ owner, ...counts }) => {
    const isNamed = 'agent' in owner && owner.agent.name !== '';
    return t`${countedKept(counts)}${isNamed ? t` of ${whoseOf(owner)}` : t``}`;
  });
  if (parts.length === 0) return undefined;
  return t`Kept on this machine: ${join(parts, t`, `)}.`;
}
