import type { Desk } from '../../state/desk.ts';
import { draftParts, textsIn } from '../../state/drafts/drafts.ts';
import type { SavedState } from '../../state/kept/storage.ts';
import { unknownNotice } from '../../state/notices/words.ts';
import { closed, requestsOf } from '../../state/operations/operation.ts';
import { adopt } from '../../state/outbox/adopt.ts';
import { keptOf } from '../../state/outbox/storage.ts';
import { safeLine } from '../../text/safe.ts';
import type { FileStorage } from './file-storage.ts';
import { fileProblem } from './kept-file.ts';
import { desksIn, draftsIn, type OtherDesk } from './others.ts';
import { type DeskUser, ownerKind } from './owner.ts';
import { createPulses, type Pulses } from './pulses.ts';
import { showOtherDesks } from './show-other-desks.ts';
import { archiveSource, type Counts, countKept, readSource, type StateSource, sourcesUnder } from './sources.ts';
import { type Brought, type Merged, sourceName } from './take.ts';

interface InheritOptions {
  readonly desk: Desk;
  readonly storage: FileStorage;
  readonly parent: string;
  /** The common beginning of all names stored for this help center. */
  readonly prefix: string;
  readonly caller: DeskUser;
  /** The agent is writing in an external editor: nothing is taken over, because the text saved there replaces a draft. */
  readonly isEditing: () => boolean;
  /** Receives the reason why something cannot be read or taken over. */
  readonly onProblem: (reason: string) => void;
}

/** Takes over the state of ended desks, for one agent. */
export interface Inheritance {
  /** Checks once; returns the numbers of changes and drafts taken over. `isBeat`: it is the regular check. */
  look(isBeat: boolean): Counts;
  /** Takes over drafts and changes of another token. */
  claim(): void;
}

/** One desk's knowledge of the others. */
interface Adopter extends InheritOptions {
  readonly pulses: Pulses;
  /** As they were at the last regular check: the files of others are not read at a key. */
  sources: readonly StateSource[];
}

/** The other desks of the same agent in the same file, and everything outside it. */
interface Others {
  readonly desks: readonly OtherDesk[];
  readonly sources: readonly StateSource[];
}

const NOTHING: Counts = { changes: 0, drafts: 0 };

/** Makes it; nothing is taken over before the first look. */
export function createInheritance(options: InheritOptions): Inheritance {
  const adopter: Adopter = { ...options, pulses: createPulses(), sources: [] };
  const takeAndTell = (isBeat: boolean, isMeant: (source: StateSource) => boolean): Counts => {
    const { pulses, desk, storage, caller } = adopter;
    if (isBeat) adopter.sources = sourcesOf(adopter);
    let others = othersOf(adopter);
    if (isBeat) pulses.count([...others.desks, ...others.sources]);
    const came = adopter.isEditing() ? NOTHING : takeEnded(adopter, others, isMeant);
    if (came !== NOTHING) {
      adopter.sources = sourcesOf(adopter);
      others = othersOf(adopter);
    }
    showOtherDesks({ desk, storage, caller, others, hasEnded: pulses.hasEnded });
    return came;
  };
  return {
    look: isBeat => takeAndTell(isBeat, ({ owner }) => ownerKind(owner, adopter.caller) === 'mine'),
    claim: () => void takeAndTell(false, ({ owner }) => ownerKind(owner, adopter.caller) !== 'other'),
  };
}

function sourcesOf({ storage, parent, prefix }: Adopter): readonly StateSource[] {
  return sourcesUnder(parent, prefix, storage.file().path);
}

function othersOf({ storage, sources }: Adopter): Others {
  return { desks: storage.file().read(sql => desksIn(sql, storage.deskId())) ?? [], sources };
}

/** Desks with a draft of a conversation for which a box is open: it would mix with the agent's new text. */
function desksInTheWay({ desk, storage }: Adopter): ReadonlySet<string> {
  const fields = desk.world().overlays.filter(one => textsIn(one).length > 0);
  if (fields.length === 0) return new Set();
  const written = new Set(fields.flatMap(({ targets }) => targets));
  const drafts = storage.file().read(sql => draftsIn(sql, storage.deskId() ?? '')) ?? [];
  return new Set(drafts.filter(({ key }) => written.has(draftParts(key).id)).map(one => one.desk));
}

function isWriting({ desk }: Adopter): boolean {
  return desk.world().overlays.some(one => textsIn(one).length > 0);
}

function takeEnded(adopter: Adopter, { desks, sources }: Others, isMeant: (source: StateSource) => boolean): Counts {
  const { storage, pulses } = adopter;
  const inTheWay = desksInTheWay(adopter);
  const ended = desks.filter(one => pulses.hasEnded(one) && !inTheWay.has(one.id)).map(({ id }) => id);
  const meant = isWriting(adopter) ? [] : sources.filter(source => isMeant(source) && pulses.hasEnded(source));
  const brought = meant.flatMap(source => broughtBy(adopter, source));
  if (ended.length + brought.length === 0) return NOTHING;
  let merged: Adopted | undefined;
  const isTaken = storage.take(ended, brought, left => {
    merged = adoptAll(adopter, left);
    return merged;
  });
  if (!isTaken) return NOTHING;
  if (merged) enter(adopter, merged);
  for (const source of meant) {
    orProblem(adopter, `${sourceName(source)} cannot be put aside`, () => archiveSource(source));
  }
  return merged?.counts ?? NOTHING;
}

interface Adopted extends Merged {
  readonly world: ReturnType<Desk['world']>;
  readonly counts: Counts;
}

function adoptAll({ desk }: Adopter, left: readonly SavedState[]): Adopted {
  let world = desk.world();
  const unknown = left.flatMap(kept => {
    const now = desk.now();
    const adopted = adopt(world, kept, now, now - (desk.allowance.journalMs ?? now));
    world = adopted.world;
    return adopted.unknown;
  });
  return { world, unknown, kept: keptOf(world), counts: countKept(left) };
}

/** It is saved already. */
function enter({ desk, storage }: Adopter, { world, unknown }: Adopted): void {
  desk.store.setState(world);
  const notice = unknownNotice(unknown.length, safeLine(storage.file().path));
  if (notice) desk.notify(notice);
  desk.wake();
}

/** The changes of an unknown agent are not this agent's to undo. */
function broughtBy(adopter: Adopter, source: StateSource): readonly Brought[] {
  const what = `What is kept in ${sourceName(source)} cannot be taken over`;
  const brought = orProblem(adopter, what, () => readSource(source));
  if (!brought) return [];
  const { name, kept } = brought;
  const isStrange = ownerKind(source.owner, adopter.caller) === 'unsigned';
  if (!isStrange) return [brought];
  const operations = kept.operations.filter(one => requestsOf(one).length > 0).map(closed);
  return [{ name, kept: { ...kept, operations } }];
}

function orProblem<T>({ onProblem }: Adopter, what: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    onProblem(`${what}: ${fileProblem(error)}.`);
    return undefined;
  }
}
