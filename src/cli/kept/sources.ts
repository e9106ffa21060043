import type { SavedState } from '../../state/kept/storage.ts';
import { madeByAgent, pendingOf } from '../../state/operations/operation.ts';
import { countedKept } from '../../state/world/elsewhere.ts';
import type { Drafts, World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { createKeptFile } from './kept-file.ts';
import { type OtherDesk, otherFiles } from './others.ts';
import type { Owner } from './owner.ts';
import { readKept } from './rows.ts';
import type { PrepareSql } from './sqlite-file.ts';
import { type Brought, endDesk, sourceName } from './take.ts';

/** The numbers of changes and drafts. */
export interface Counts {
  readonly changes: number;
  readonly drafts: number;
}

/** The state of a desk outside the file of the present agent. */
export interface StateSource extends OtherDesk {
  /** The file that it is in. */
  readonly path: string;
  readonly owner: Owner;
}

/** All of them at a help center, except those in the file `own`. */
export function sourcesUnder(parent: string, prefix: string, own = ''): readonly StateSource[] {
  return otherFiles(parent, prefix, own).flatMap(({ path, owner, desks }) =>
    desks.map(desk => ({ ...desk, path, owner })),
  );
}

/** The numbers of these changes and drafts, without those that the agent did not ask for. */
export function countKept(kept: readonly SavedState[]): Counts {
  return {
    changes: kept.reduce((sum, { operations }) => sum + madeByAgent(pendingOf(operations)).length, 0),
    drafts: kept.reduce((sum, { drafts }) => sum + countDrafts(drafts), 0),
  };
}

function countDrafts(drafts: Drafts): number {
  return [...drafts.values()].filter(({ text }) => text !== undefined).length;
}

/** Reads the state of a desk; undefined if another desk was quicker. Throws the error of the system or of SQLite. */
export function readSource(source: StateSource): Brought | undefined {
  const kept = inFile(source, sql => readKept(sql, source.id));
  return kept && { name: sourceName(source), kept };
}

/** It was taken over: no desk reads it again. Throws the error of the system or of SQLite. */
export function archiveSource(source: StateSource): void {
  inFile(source, sql => endDesk(sql, source.id, true));
}

function inFile<T>({ path }: StateSource, run: (sql: PrepareSql) => T): T {
  const file = createKeptFile({ path, now: Date.now, onDamage: () => {} });
  try {
    return file.transact(run);
  } finally {
    file.close();
  }
}

/** The owner, for a person. */
export function whoseOf(owner: Owner, world?: World): SafeText {
  if (!('agent' in owner)) return t`another token`;
  const { id, name } = owner.agent;
  if (name !== '') return safeLine(name);
  return world?.base.agents.find(agent => agent.id === id)?.name ?? t`agent ${id}`;
}

/** The state of several desks of the same owner, as one; owners without any are left out. */
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

/** A summary of the state under `parent` for a help center that cannot be reached; undefined if there is none. */
export function keptSentence(parent: string, prefix: string): SafeText | undefined {
  const parts = byOwner(sourcesUnder(parent, prefix)).map(({ owner, ...counts }) => {
    const isNamed = 'agent' in owner && owner.agent.name !== '';
    return t`${countedKept(counts)}${isNamed ? t` of ${whoseOf(owner)}` : t``}`;
  });
  if (parts.length === 0) return undefined;
  return t`Kept on this machine: ${join(parts, t`, `)}.`;
}
