import type { Kept, Storage } from '../../state/kept.ts';
import type { DeskFolder } from './desk-folder.ts';
import { takenOver } from './left-behind.ts';
import type { Owner } from './owner.ts';
import { isEmptyKept, keptText } from './text.ts';

/**
 * A storage in a desk's own folder. It loads nothing: the state of ended desks is taken over after the agent is known.
 */
export interface FileStorage extends Storage {
  /** The last saved state is on the disk. */
  isKept(): boolean;
  /** From now on, files record this owner. */
  belongsTo(owner: Owner): void;
  /** Makes the folder, if possible. */
  open(): boolean;
  /** Updates the heartbeat, and checks whether another desk has taken the folder over. */
  beat(): void;
  /** Leaves the folder to the next desk. */
  release(): void;
}

interface FileStorageOptions {
  readonly folder: DeskFolder;
  readonly owner: Owner;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives the reason why the state cannot be saved; the desk continues. */
  readonly onProblem: (reason: string) => void;
  /** Called when another desk has taken over what was saved last. */
  readonly onTaken: (saved: Kept) => void;
}

const NOTHING: Kept = { pending: [], journal: { undo: [], redo: [] }, drafts: new Map() };

/**
 * Stores drafts, unsent changes and the journal in one file of mode 0600, replaced as a whole so that a kill in the
 * middle leaves the previous one.
 */
export function fileStorage({ folder, owner: first, now, onProblem, onTaken }: FileStorageOptions): FileStorage {
  let owner = first;
  let saved: Kept = NOTHING;
  let wanted: Kept = NOTHING;
  let savedFor = first;
  let isKept = true;
  const isThereAlready = (kept: Kept): boolean =>
    isKept &&
    ((isEmptyKept(kept) && isEmptyKept(saved)) || (savedFor === owner && isSame(kept, saved) && folder.isThere()));
  const orProblem = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      onProblem(`Drafts and unsent changes cannot be kept in ${folder.path()}: ${code}.`);
      return false;
    }
  };
  const taken = (): void => {
    const lost = saved;
    saved = NOTHING;
    onTaken(lost);
  };
  const save = (kept: Kept): void => {
    wanted = kept;
    if (isThereAlready(kept)) return;
    isKept = false;
    orProblem(() => {
      if (!folder.write(keptText(kept, owner, now()))) return taken();
      saved = kept;
      savedFor = owner;
      isKept = true;
    });
  };
  return {
    load: () => null,
    save: kept => save(wanted.place === undefined ? kept : { ...kept, place: wanted.place }),
    savePlace: place => save({ ...wanted, place }),
    isKept: () => isKept,
    belongsTo: next => {
      owner = next;
    },
    open: () => orProblem(folder.open),
    beat: () => {
      if (!folder.beat()) taken();
    },
    release: () => folder.release(isEmptyKept(saved) && takenOver(folder.path()).length === 0),
  };
}

/** Every part is compared, so that a change of a single part is saved too. */
function isSame(a: Kept, b: Kept): boolean {
  const parts = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<keyof Kept>;
  return [...parts].every(part => a[part] === b[part]);
}
