import { basename } from 'node:path';
import type { Kept } from '../../state/kept.ts';
import { told } from '../../state/pending.ts';
import type { Drafts } from '../../state/world.ts';
import { isSurelyEnded } from '../process-mark.ts';
import { createKeptFile } from './kept-file.ts';
import { type OtherDesk, type OtherFile, otherFiles } from './others.ts';
import type { Owner } from './owner.ts';
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
    changes: kept.reduce((sum, { pending }) => sum + told(pending).length, 0),
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
