import { basename } from 'node:path';
import { countedKept, type KeptElsewhere } from '../../state/elsewhere.ts';
import type { Kept } from '../../state/kept.ts';
import { madeByAgent, pendingOf } from '../../state/operation.ts';
import type { Drafts, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { isSurelyEnded } from '../process-mark.ts';
import { createKeptFile } from './kept-file.ts';
import { type OtherDesk, type OtherFile, otherFiles } from './others.ts';
import { type Caller, isOwnedBy, type Owner } from './owner.ts';
import { readKept } from './rows.ts';
import { type Brought, endDesk } from './take.ts';

/** The numbers of changes and drafts. */
export interface Counts {
  readonly changes: number;
  readonly drafts: number;
}

/** What a desk left outside the file of the present agent. */
export interface Source extends Counts {
  /** Tells it from all others. */
  readonly name: string;
  readonly owner: Owner;
  /** Its desk has certainly ended. */
  readonly isEnded: boolean;
  /** Another value at each sign of life; undefined if there is no such sign. */
  readonly beat: number | undefined;
  /** Secures it against its desk, and reads it; undefined if another desk was quicker. May throw. */
  bring(): Brought | undefined;
  /** It was brought: nobody reads it again. May throw. */
  putAway(): void;
}

/** All of them at a help center, except what is in the file `own`. */
export function sourcesUnder(parent: string, prefix: string, own = ''): readonly Source[] {
  return otherFiles(parent, prefix, own).flatMap(file => file.desks.map(desk => ofDesk(file, desk)));
}

/** The numbers of these changes and drafts, without those that the agent did not ask for. */
export function countKept(kept: readonly Kept[]): Counts {
  return {
    changes: kept.reduce((sum, { operations }) => sum + madeByAgent(pendingOf(operations)).length, 0),
    drafts: kept.reduce((sum, { drafts }) => sum + countDrafts(drafts), 0),
  };
}

function countDrafts(drafts: Drafts): number {
  return [...drafts.keys()].filter(key => !key.includes('-')).length;
}

function ofDesk({ path, owner }: OtherFile, { id, mark, beat, changes, drafts }: OtherDesk): Source {
  const name = `${basename(path)}/${id}`;
  const file = createKeptFile({ path, now: Date.now, onDamage: () => {} });
  return {
    name,
    owner,
    changes,
    drafts,
    isEnded: mark === '' || isSurelyEnded(mark),
    beat,
    bring: () => {
      const kept = file.transact(sql => readKept(sql, id));
      return kept && { name, kept: [kept] };
    },
    putAway: () => {
      file.transact(sql => endDesk(sql, id, true));
      file.close();
    },
  };
}

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
