import { randomBytes } from 'node:crypto';
import type { SavedState, Storage } from '../../state/kept/storage.ts';
import { ownMark, ownTerminal } from '../process-mark.ts';
import { fileProblem, type KeptFile } from './kept-file.ts';
import { desksIn, type OtherDesk } from './others.ts';
import type { Owner } from './owner.ts';
import { type DeskRow, hasSameParts, isEmptyKept, NOTHING_SAVED, type SavedKept, writeKept } from './rows.ts';
import { noteSent } from './sent.ts';
import type { PrepareSql } from './sqlite-file.ts';
import {
  type Brought,
  endDesk,
  hasDesk,
  type Merge,
  noteOwner,
  noteSource,
  sourceName,
  takeInto,
  takePlace,
  writePlace,
} from './take.ts';

/** A storage in the file that all desks of one agent share. It loads nothing: that is taken over once it is known whose. */
export interface FileStorage extends Storage {
  /** This desk, in its file; undefined while it keeps nothing there. */
  deskId(): string | undefined;
  file(): KeptFile;
  /** From now on it saves in this owner's file, and leaves the former one. `tokenHash`: of the token used now. */
  belongsTo(owner: Owner, tokenHash: string): void;
  /**
   * Makes the state of ended desks, and of other files, part of this desk's in one transaction. `merge` receives the
   * present state; it is not called if there is none. Returns false if it failed: everything is as before.
   */
  take(desks: readonly string[], brought: readonly Brought[], merge: Merge): boolean;
  /** Takes the place of the desk that ended last; undefined without one. Only one desk gets it. */
  takePlace(hasEnded: (desk: OtherDesk) => boolean): unknown;
  /** Shows that this desk lives, and checks whether another one has taken it over. */
  beat(): void;
  /** Leaves everything to the next desk. */
  release(): void;
}

interface FileStorageOptions {
  readonly openFile: (owner: Owner) => KeptFile;
  readonly owner: Owner;
  readonly tokenHash: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives the reason why the state cannot be saved; the desk continues. */
  readonly onProblem: (reason: string) => void;
  /** Called when the state is saved again after a problem. */
  readonly onKeptAgain: () => void;
  /** Called when another desk has taken over the last saved state. */
  readonly onTaken: (saved: SavedState) => void;
}

/** The result of a write if another desk has taken this one over. */
const TAKEN = Symbol('taken');

/** Stores drafts, unsent changes and the journal. Only what changed is written. */
export function fileStorage(options: FileStorageOptions): FileStorage {
  const { openFile, now, onProblem, onTaken } = options;
  const process = { mark: ownMark(), terminal: ownTerminal() };
  let { owner, tokenHash } = options;
  let file = openFile(owner);
  let id = newId();
  let saved = NOTHING_SAVED;
  /** The generation of the file that has this desk's row; 0 if none has. */
  let madeIn = 0;
  let unsaved: SavedState | undefined;
  let place: unknown;
  let hadProblem = false;
  /** The file of the former owner, until everything is in the new one. */
  let leaving: StateFile | undefined;

  const asThisDesk = <T>(
    run: (sql: PrepareSql, desk: DeskRow, former: SavedKept) => T,
    transact = file.transact,
  ): T | typeof TAKEN => {
    const [result, generation] = transact((sql, generation) => {
      if (madeIn === generation && !hasDesk(sql, id)) return [TAKEN, generation] as const;
      if (leaving && !noteSource(sql, sourceName({ path: leaving.file.path, id: leaving.id })))
        return [TAKEN, generation] as const;
      if (madeIn !== generation) noteOwner(sql, owner, tokenHash);
      const former = madeIn === generation ? saved : NOTHING_SAVED;
      const result = run(sql, { id, ...process, seenAt: now() }, former);
      if (madeIn !== generation && place !== undefined) writePlace(sql, id, place);
      return [result, generation] as const;
    });
    if (result !== TAKEN && result !== undefined) madeIn = generation;
    return result;
  };
  const taken = (): void => {
    const lost = saved.kept;
    saved = NOTHING_SAVED;
    madeIn = 0;
    id = newId();
    leaving = undefined;
    onTaken(lost);
  };
  const landed = (next: SavedKept | typeof TAKEN): void => {
    if (next === TAKEN) {
      taken();
      return;
    }
    saved = next;
    unsaved = undefined;
    if (hadProblem) options.onKeptAgain();
    hadProblem = false;
    if (leaving) leave(leaving);
    leaving = undefined;
  };
  const write = (kept: SavedState): boolean => {
    unsaved = kept;
    landed(
      asThisDesk((sql, desk, former) => {
        noteSent(sql, desk, former, kept);
        return writeKept(sql, desk, former, kept);
      }),
    );
    return true;
  };
  const savePlaceNow = (): void => {
    // The next save of all takes it along.
    if (leaving || place === undefined) return;
    const next = asThisDesk((sql, desk, former) => {
      const rows = writeKept(sql, desk, former, saved.kept);
      writePlace(sql, desk.id, place);
      return rows;
    }, file.transactLightly);
    if (next === TAKEN) taken();
    else saved = next;
  };
  const noteToken = (): void => {
    try {
      if (madeIn > 0) file.transact(sql => noteOwner(sql, owner, tokenHash));
    } catch {
      // The next start with this token finds its place only after it has asked for the caller.
    }
  };
  const orProblem = (run: () => boolean): boolean => {
    try {
      return run();
    } catch (error) {
      hadProblem = true;
      onProblem(`Drafts and unsent changes cannot be kept in ${file.path}: ${fileProblem(error)}.`);
      return false;
    }
  };
  const isThereAlready = (kept: SavedState): boolean =>
    unsaved === undefined &&
    ((isEmptyKept(kept) && isEmptyKept(saved.kept)) ||
      (madeIn > 0 && hasSameParts(kept, saved.kept) && file.isThere()));
  return {
    load: () => null,
    save: kept => {
      if (!isThereAlready(kept)) orProblem(() => write(kept));
    },
    savePlace: next => {
      place = next;
      try {
        savePlaceNow();
      } catch {
        // It is tried again when the place changes. Only drafts and changes are reported if they cannot be saved.
      }
    },
    takePlace: hasEnded => {
      try {
        if (!file.isThere()) return undefined;
        // The first list waits for it; if power is lost now, the place is only found once more.
        return file.transactLightly(sql => {
          const ended = desksIn(sql, id).filter(hasEnded);
          return takePlace(
            sql,
            ended.map(desk => desk.id),
          );
        });
      } catch {
        return undefined;
      }
    },
    isKept: () => unsaved === undefined,
    deskId: () => (madeIn > 0 ? id : undefined),
    file: () => file,
    belongsTo: (next, hash) => {
      const other = openFile(next);
      const isOtherToken = hash !== tokenHash;
      owner = next;
      tokenHash = hash;
      if (other.path === file.path) {
        if (isOtherToken) noteToken();
        return;
      }
      leaving = madeIn > 0 ? { file, id } : undefined;
      if (!leaving) file.close();
      file = other;
      madeIn = 0;
    },
    take: (desks, brought, merge) =>
      orProblem(() => {
        const next = asThisDesk((sql, desk, former) => takeInto(sql, desk, former, { desks, brought, merge }));
        if (next !== undefined) landed(next);
        return next !== TAKEN;
      }),
    beat: () => {
      try {
        if (madeIn > 0 && file.transactLightly((sql, generation) => isTakenOver(sql, generation))) taken();
        if (unsaved) write(unsaved);
      } catch {
        // A desk that cannot show that it lives may be taken over, and learns of it then.
      }
    },
    release: () => {
      try {
        if (madeIn > 0) file.transact(sql => endDesk(sql, id, isEmptyKept({ ...saved.kept, place })));
        file.close();
      } catch {
        // The next desk finds that this process has ended.
      }
    },
  };

  function isTakenOver(sql: PrepareSql, generation: number): boolean {
    // The file was replaced, or deleted by a person: everything is saved again.
    if (generation !== madeIn) unsaved ??= saved.kept;
    else return sql('update desk set beat = beat + 1, seen_at = ? where id = ?').run(now(), id).changes === 0;
    return false;
  }
}

interface StateFile {
  readonly file: KeptFile;
  readonly id: string;
}

/** Everything is in another file now, which remembers that it came from here. */
function leave({ file, id }: StateFile): void {
  try {
    file.transact(sql => endDesk(sql, id, true));
    file.close();
  } catch {
    // It stays there, and is not brought a second time.
  }
}

function newId(): string {
  return randomBytes(8).toString('hex');
}
