import type { Kept } from '../../state/kept.ts';
import { countedKept, type KeptElsewhere } from '../../state/kept-elsewhere.ts';
import { told } from '../../state/pending.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { type Left, leftUnder, readLeft } from './left-behind.ts';
import { type Caller, isOwnedBy } from './owner.ts';

/** The numbers of these changes and drafts. */
export function countLeft(kept: readonly Kept[]): { readonly changes: number; readonly drafts: number } {
  return {
    changes: kept.reduce((sum, { pending }) => sum + told(pending).length, 0),
    drafts: kept.reduce((sum, { drafts }) => sum + drafts.size, 0),
  };
}

/** Whether this state belongs to the caller. */
export function kindOf({ owner }: Left, caller: Caller): 'mine' | Exclude<KeptElsewhere['kind'], 'open'> {
  if (owner === null) return 'unsigned';
  if (isOwnedBy(owner, caller)) return 'mine';
  // A token that is gone for good must not hide the state saved with it.
  return 'agent' in owner ? 'other' : 'unsigned';
}

/** Its owner, for a person. */
export function whoseOf({ owner }: Left, world?: World): SafeText {
  if (owner === null) return t`an earlier version`;
  if (!('agent' in owner)) return t`another token`;
  const { id, name } = owner.agent;
  if (name !== '') return safeLine(name);
  return world?.base.agents.find(agent => agent.id === id)?.name ?? t`agent ${id}`;
}

/**
 * A summary of what is stored under `parent` for a help center that cannot be reached; undefined if there is nothing.
 */
export function keptSentence(parent: string, prefix: string): SafeText | undefined {
  const parts = leftUnder(parent, prefix, '')
    .map(readLeft)
    .flatMap(left => {
      const counts = countLeft(left.kept);
      if (counts.changes + counts.drafts === 0) return [];
      const whose = left.owner && 'agent' in left.owner && left.owner.agent.name !== '' ? t` of ${whoseOf(left)}` : t``;
      return [t`${countedKept(counts)}${whose}`];
    });
  if (parts.length === 0) return undefined;
  return t`Kept on this machine: ${join(parts, t`, `)}.`;
}
