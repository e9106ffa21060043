import * as v from 'valibot';
import { changeOf } from './change-list.ts';
import { draftKey } from './drafts.ts';
import type {
  ChangeCall,
  DraftKey,
  Drafts,
  Journal,
  JournalEntry,
  PendingChange,
  RefusedChange,
  World,
} from './world.ts';

/** What outlives the process. */
export interface Kept {
  readonly pending: readonly PendingChange[];
  readonly journal: Journal;
  readonly drafts: Drafts;
  /** Absent in what an earlier version kept. */
  readonly refused?: readonly RefusedChange[];
}

/** Where the outbox, the journal and the drafts are kept. */
export interface Storage {
  /** What was kept last; null: nothing. */
  load(): Kept | null;
  /** Called before a change is sent and after each answer. */
  save(kept: Kept): void;
}

/** Keeps for as long as the process lives. */
export const memoryStorage = (): Storage => {
  let kept: Kept | null = null;
  return {
    load: () => kept,
    save: next => {
      kept = next;
    },
  };
};

/** Keeps what of the world must outlive the process. */
export const keep = (storage: Storage, { pending, journal, drafts, refused }: World): void =>
  storage.save({ pending, journal, drafts, refused });

/**
 * What was kept, ready to go on: what was under way when the process ended waits to be sent again with its old key.
 * Changes that this version does not know, or not in this form, are set aside, to be told of.
 */
export function restore(kept: Kept): { readonly kept: Kept; readonly unknown: readonly PendingChange[] } {
  const { true: known = [], false: unknown = [] } = Object.groupBy(kept.pending, isKnown);
  const pending = known.map(change => (change.state === 'sending' ? { ...change, state: 'waiting' as const } : change));
  const { undo, redo } = kept.journal;
  const isWhole = (entry: JournalEntry): boolean => [...entry.forward, ...entry.inverse].every(isKnownCall);
  const journal = { undo: undo.filter(isWhole), redo: redo.filter(isWhole) };
  return { kept: { ...kept, pending, journal, drafts: renamed(kept.drafts) }, unknown };
}

/** Former versions kept drafts of notes alone, by the conversation's id. */
function renamed(drafts: ReadonlyMap<DraftKey | number, string>): Drafts {
  return new Map([...drafts].map(([key, text]) => [typeof key === 'number' ? draftKey('note', key) : key, text]));
}

const isKnownCall = ({ name, args }: ChangeCall): boolean => {
  const change = changeOf(name);
  return change !== undefined && v.is(change.args, args);
};
const isKnown = (change: PendingChange): 'true' | 'false' => (isKnownCall(change) ? 'true' : 'false');
