import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Desk } from '../../state/context.ts';
import type { Kept } from '../../state/kept.ts';
import { adopt } from '../../state/outbox/adopt.ts';
import { unknownNotice } from '../../state/outbox/notices.ts';
import { keep } from '../../state/outbox/storage.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { DeskFolder } from './desk-folder.ts';
import type { FileStorage } from './file-storage.ts';
import {
  beatOf,
  hasEnded,
  type Left,
  leftUnder,
  readLeft,
  stampOf,
  sweepMarks,
  takenOver,
  takeOver,
} from './left-behind.ts';
import type { Caller } from './owner.ts';
import { countLeft, kindOf, whoseOf } from './summary.ts';

/** How often a desk checks the others and updates its heartbeat. */
export const HEARTBEAT_MS = 10_000;
/**
 * A desk has ended if its heartbeat was the same in this many checks. Checks are counted, not time: setting the clock,
 * or sleep, ends no desk.
 */
const MAX_MISSED = 2;

interface InheritOptions {
  readonly desk: Desk;
  readonly folder: DeskFolder;
  readonly storage: FileStorage;
  /** The common beginning of all names stored for this help center. */
  readonly prefix: string;
  readonly caller: Caller;
  /** Without sign-in, data of an earlier version belongs to this agent. */
  readonly isAlone: boolean;
  /** The agent is writing in an external editor: the text saved there replaces a draft. */
  readonly isEditing: () => boolean;
  /** Receives the reason why something cannot be read or taken over. */
  readonly onProblem: (reason: string) => void;
}

/** The data that came from other desks. */
interface Came {
  readonly changes: number;
  readonly drafts: number;
}

/** Takes over the state of ended desks, for one agent. */
export interface Inheritance {
  /** Checks once; returns the numbers of changes and drafts taken over. */
  look(): Came;
  /** Takes over drafts and changes of an earlier version that did not record their agent. */
  claim(): void;
}

/** One desk's knowledge of the others. */
interface Heir extends InheritOptions {
  readonly parent: string;
  /** The heartbeats seen last, and how often in a row each was the same. */
  readonly beats: Map<string, { readonly beat: number | undefined; readonly missed: number }>;
  /** The contents read from the others, each with a mark that shows whether it has changed since. */
  readonly read: Map<string, { readonly stamp: string; readonly left: Left }>;
  /** Data that is in the world already, but could not be removed yet. */
  readonly adopted: Set<string>;
  /** Files with changes that this version does not know, and the path they are moved to instead of being removed. */
  readonly strange: Map<string, string>;
}

/** Makes it; nothing is taken over before the first look. */
export function createInheritance(options: InheritOptions): Inheritance {
  const parent = dirname(options.folder.path());
  const heir: Heir = { ...options, parent, beats: new Map(), read: new Map(), adopted: new Set(), strange: new Map() };
  return {
    look: () => {
      sweepMarks(parent, options.prefix);
      const others = othersOf(heir);
      if (!isWriting(heir))
        takeAll(
          heir,
          others.filter(left => isMine(heir, left) && isOver(heir, left.path)),
        );
      const came = adoptAll(heir);
      tell(heir);
      return came;
    },
    claim: () => {
      takeAll(
        heir,
        othersOf(heir).filter(left => kindOf(left, heir.caller) === 'unsigned' && isOver(heir, left.path)),
      );
      adoptAll(heir);
      tell(heir);
    },
  };
}

/** Read again only if it has changed: another desk may keep thousands of changes. */
function othersOf({ parent, prefix, folder, read }: Heir): readonly Left[] {
  return leftUnder(parent, prefix, folder.path()).map(path => {
    const stamp = stampOf(path);
    const former = read.get(path);
    if (former?.stamp === stamp) return former.left;
    const left = readLeft(path);
    read.set(path, { stamp, left });
    return left;
  });
}

/** An open box or editor would overwrite the draft that is taken over. */
function isWriting({ desk, isEditing }: Heir): boolean {
  return isEditing() || desk.world().overlays.some(({ kind }) => kind === 'field');
}

function isMine({ caller, isAlone }: Heir, left: Left): boolean {
  const kind = kindOf(left, caller);
  return (
    kind === 'mine' ||
    (kind === 'unsigned' &&
      (isAlone || (left.owner === null && left.kept.every(({ pending }) => pending.length === 0))))
  );
}

function isOver({ beats }: Heir, path: string): boolean {
  if (hasEnded(path)) return true;
  const beat = beatOf(path);
  const former = beats.get(path);
  const missed = former && former.beat === beat ? former.missed + 1 : 0;
  beats.set(path, { beat, missed });
  return beat !== undefined && missed >= MAX_MISSED;
}

function takeAll(heir: Heir, lefts: readonly Left[]): void {
  if (lefts.length === 0 || !heir.storage.open()) return;
  for (const { path } of lefts) {
    orProblem(heir, `What is kept in ${path} cannot be taken over`, () => takeOver(path, heir.folder.path()));
  }
}

/** Puts data of an ended desk into the world, saves it there, and only then removes its file. */
function adoptAll(heir: Heir): Came {
  const { desk, folder, storage, adopted } = heir;
  const paths = takenOver(folder.path());
  const fresh = paths.filter(path => !adopted.has(path)).map(readLeft);
  for (const left of fresh) {
    take(heir, left);
    for (const damaged of left.damaged) setAside(heir, left.path, damaged);
    adopted.add(left.path);
  }
  if (fresh.length > 0) keep(storage, desk.world());
  if (storage.isKept()) for (const path of paths) putAway(heir, path);
  if (fresh.length > 0) desk.wake();
  return countLeft(fresh.flatMap(({ kept }) => kept));
}

/** Removes data that is in the world and saved; if some of it is not, the file is renamed and stays. */
function putAway(heir: Heir, path: string): void {
  const aside = heir.strange.get(path);
  if (aside === undefined) {
    orProblem(heir, `${path} cannot be removed`, () => rmSync(path, { recursive: true, force: true }));
  } else orProblem(heir, `${path} cannot be put aside`, () => renameSync(path, aside));
}

function orProblem({ onProblem }: Heir, what: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    onProblem(`${what}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function take(heir: Heir, left: Left): void {
  const { desk, parent, strange } = heir;
  let count = 0;
  for (const kept of left.kept) {
    const { world, unknown } = adopt(desk.world(), withoutStrangeUndo(heir, left, kept), desk.now());
    desk.store.setState(world, true);
    count += unknown.length;
  }
  if (count === 0) return;
  const aside = join(parent, `${basename(left.path).replace(/^from-/, '')}.${desk.now()}.not-sent`);
  strange.set(left.path, aside);
  const notice = unknownNotice(count, safeLine(aside));
  if (notice) desk.notify(notice);
}

/** The changes of an unknown agent are not this agent's to undo. */
function withoutStrangeUndo({ isAlone, caller }: Heir, left: Left, kept: Kept): Kept {
  return kindOf(left, caller) === 'unsigned' && !isAlone ? { ...kept, journal: { undo: [], redo: [] } } : kept;
}

function setAside(heir: Heir, from: string, damaged: string): void {
  const aside = join(heir.parent, `${basename(from).replace(/^from-/, '')}.unreadable`);
  orProblem(heir, `${damaged} cannot be read nor set aside`, () => {
    renameSync(damaged, aside);
    heir.onProblem(`What was kept in one file cannot be read; it was left as ${aside}.`);
  });
}

/** The data that stays where it is, for `go`. */
function tell(heir: Heir): void {
  const { desk, caller } = heir;
  const known = othersOf(heir).flatMap(left => {
    const kind = kindOf(left, caller);
    const counts = countLeft(left.kept);
    if (counts.changes + counts.drafts === 0) return [];
    return [{ kind: kind === 'mine' ? ('open' as const) : kind, whose: whoseOf(left, desk.world()), ...counts }];
  });
  if (JSON.stringify(known) !== JSON.stringify(desk.world().keptElsewhere)) desk.set({ keptElsewhere: known });
}

/** The notice after another desk took over this desk's state. */
export function takenNotice(kept: Kept) {
  const { changes, drafts } = countLeft([kept]);
  if (changes + drafts === 0) return null;
  const text = t`This desk was stopped for a while: another desk of yours took over its drafts and changes.`;
  return { tone: 'problem' as const, text: safeLine(text) };
}
