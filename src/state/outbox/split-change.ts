import type { ChangeOutcome } from '../changes/change.ts';
import { withFreshInverses } from '../changes/derive.ts';
import { callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Conflict } from '../operations/conflict.ts';
import { replacePending } from '../operations/edit.ts';
import { inState, narrowed } from '../operations/operation.ts';
import type { ChangeCall, Operation, PendingChange, World } from '../world.ts';
import { applyResponse } from './apply-response.ts';
import { followMerges } from './journal.ts';
import type { Reconciled, Renewal } from './reconcile.ts';

/** How a change is split: it is over for these conversations, and goes on as these changes. */
interface ChangeSplit {
  readonly over: readonly number[];
  readonly outcome: ChangeOutcome;
  readonly parts: readonly PendingChange[];
}

/** Whether the help center makes a change of all its conversations or of none: a merge. */
export function isAllOrNone({ name }: ChangeCall): boolean {
  return changeOf(name)?.allIds !== undefined;
}

/**
 * The world after a change met others' changes: it is over for some of its conversations, made again for others under
 * `newKey`, and asks about the rest.
 */
export function withReconciled(world: World, key: string, reconciled: Reconciled, newKey: string): World {
  const entry = world.pending.find(change => change.key === key);
  if (!entry) return world;
  const { over, outcome, parts } = (isAllOrNone(entry) ? planOfWhole : planOf)(entry, reconciled, newKey);
  if (over.length === 0) return withParts(world, key, parts);
  const moved = { ...world, operations: followed(world.operations, key, parts) };
  return withFreshInverses(applyResponse(moved, narrowed(entry, over), outcome, () => parts));
}

/** The world in which these parts are in the place of a change; `z` takes back all of them. */
export function withParts(world: World, key: string, parts: readonly PendingChange[]): World {
  const operations = replacePending(followed(world.operations, key, parts), key, () => parts);
  return withFreshInverses({ ...world, operations });
}

/** The operations whose inverses follow conversations that were merged away, as these parts do. */
function followed(
  operations: readonly Operation[],
  key: string,
  parts: readonly PendingChange[],
): readonly Operation[] {
  const moves = new Map(parts.flatMap(part => part.followed ?? []).map(({ from, to }) => [from, to]));
  return moves.size === 0 ? operations : followMerges(operations, key, moves);
}

/** The world in which a change is two: under `newKey` for all of its conversations but those that wait behind a question. */
export function withSplit(world: World, entry: PendingChange, behind: ReadonlySet<number>, newKey: string): World {
  const { true: kept = [], false: free = [] } = Object.groupBy(callIds(entry), id => `${behind.has(id)}` as const);
  return withParts(world, entry.key, [{ ...narrowed(entry, free), key: newKey }, narrowed(entry, kept)]);
}

/** A change made again, on these versions of the conversations or on those that took them in. */
export function renewed(
  entry: PendingChange,
  renewals: ReadonlyMap<number, Renewal>,
  ids: readonly number[],
  key: string,
): PendingChange {
  const idNow = (id: number): number => renewals.get(id)?.id ?? id;
  const { into } = entry.args as { into?: number };
  const target = into === undefined ? {} : { into: idNow(into) };
  const sources = [...new Set(ids.map(idNow))].filter(id => id !== target.into);
  const moved = [...renewals].filter(([from, { id }]) => from !== id).map(([from, { id: to }]) => ({ from, to }));
  return {
    ...inState(unsent(entry), { state: 'waiting' }),
    key,
    args: { ...entry.args, ...target, ids: sources },
    ...madeAgainOn(entry, renewals),
    renewals: (entry.renewals ?? 0) + 1,
    ...(moved.length > 0 ? { followed: [...(entry.followed ?? []), ...moved] } : {}),
  };
}

function planOf(entry: PendingChange, { outcome, again, asks }: Reconciled, newKey: string): ChangeSplit {
  const asked = asks.map(({ id }) => id);
  const open = new Set([...again.keys(), ...asked]);
  const over = callIds(entry).filter(id => !open.has(id));
  const parts = [
    ...(again.size > 0 ? [renewed(entry, again, [...again.keys()], newKey)] : []),
    ...(asked.length > 0 ? [askingPart(narrowed(entry, asked), asks)] : []),
  ];
  return { over, outcome, parts };
}

function planOfWhole(entry: PendingChange, { outcome, again, asks }: Reconciled, newKey: string): ChangeSplit {
  const all = callIds(entry);
  const [refusal] = outcome.refused;
  const refused = refusal ? all.map(id => ({ id, reason: refusal.reason })) : [];
  const left = all.filter(id => again.has(id));
  const isOver = refusal !== undefined || (asks.length === 0 && left.length === 0);
  if (isOver) return { over: all, outcome: { ...outcome, refused }, parts: [] };
  if (asks.length === 0) return { over: [], outcome, parts: [renewed(entry, again, left, newKey)] };
  return { over: [], outcome, parts: [askingPart({ ...entry, ...madeAgainOn(entry, again) }, asks)] };
}

function askingPart(entry: PendingChange, conflict: readonly Conflict[]): PendingChange {
  return inState(unsent(entry), { state: 'asks', about: 'others', conflict });
}

/** A change without the record of its attempts. */
function unsent({ attempts, ...entry }: PendingChange): PendingChange {
  return { ...entry, problem: null };
}

/** The versions and contents on which a change is made from now on. */
function madeAgainOn(
  { versions = {}, seen }: PendingChange,
  renewals: ReadonlyMap<number, Renewal>,
): Pick<PendingChange, 'versions' | 'seen'> {
  const nextVersions = { ...versions };
  const nextSeen = { ...seen };
  for (const [from, { id, version, seen: now }] of renewals) {
    if (from !== id) {
      delete nextVersions[from];
      delete nextSeen[from];
    }
    if (version !== undefined) nextVersions[id] = version;
    if (now !== undefined) nextSeen[id] = now;
  }
  return { versions: nextVersions, ...(seen === undefined ? {} : { seen: nextSeen }) };
}
