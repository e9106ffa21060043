import { onTestFinished } from 'vitest';
import { type FileStorage, fileStorage } from '../../../src/cli/kept/file-storage.ts';
import { createKeptFile } from '../../../src/cli/kept/kept-file.ts';
import { keptPath } from '../../../src/cli/kept/names.ts';
import type { Owner } from '../../../src/cli/kept/owner.ts';
import type { SavedState } from '../../../src/state/kept/storage.ts';
import type { DraftKey, PendingChange } from '../../../src/state/world.ts';
import { keptUnder } from '../../harness/kept-drafts.ts';
import { keptOf } from '../../state/operations.ts';

export const ANA: Owner = { agent: { id: 1, name: 'Ana Ortiz' } };

/** A storage, and what it said. */
interface Opened {
  readonly storage: FileStorage;
  readonly problems: string[];
  readonly taken: SavedState[];
  readonly keptAgain: string[];
}

export function change(key: string): PendingChange {
  const args = { ids: [1] };
  return { key, name: 'conversation.archive', args, at: 1, state: 'waiting', problem: null };
}

export function keptWith(pending: readonly PendingChange[], drafts: readonly [DraftKey, string][] = []): SavedState {
  return keptOf(pending, new Map(drafts.map(([key, text]) => [key, { text }])));
}

/** The storage of one desk under `parent`. */
export function openStorage(parent: string, owner: Owner = ANA, prefix = 'desk-0'): Opened {
  const problems: string[] = [];
  const taken: SavedState[] = [];
  const keptAgain: string[] = [];
  const storage = fileStorage({
    openFile: one =>
      createKeptFile({
        path: keptPath(parent, prefix, one),
        now: () => 7,
        onDamage: aside => void problems.push(aside),
      }),
    owner,
    tokenHash: 'hash',
    now: () => 7,
    onProblem: reason => void problems.push(reason),
    onKeptAgain: () => void keptAgain.push('again'),
    onTaken: saved => void taken.push(saved),
  });
  onTestFinished(storage.release);
  return { storage, problems, taken, keptAgain };
}

/** The keys of all changes on the disk. */
export function onDisk(parent: string): string[] {
  return [...keptUnder(parent).values()].flatMap(({ pending }) => pending.map(({ key }) => key)).sort();
}
