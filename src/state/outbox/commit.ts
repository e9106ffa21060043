import * as v from 'valibot';
import { detailsOf } from '../../contract/faults.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Change, ChangeName, OwnCall, Title } from '../changes/change.ts';
import { type ArgsOf, changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { doneNotice, waitsNotice } from '../notices/words.ts';
import { type CallArgs, isUndoable, type OperationCall, pendingOf, requestsOf } from '../operations/operation.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, Operation, PendingChange, World } from '../world.ts';
import { baseVersions } from './base-versions.ts';
import { argsForOne, isLoaded, withOperation } from './journal.ts';
import { behindQuestions } from './turns.ts';
import { waitsHere } from './waits-here.ts';
import { clearDraft } from './written-words.ts';

/** Calls that belong together: one notice, and one `z` to undo them. */
interface Act {
  /** At least one. */
  readonly calls: readonly (ChangeCall & Pick<OperationCall, 'takesBack'>)[];
  /** By default the title of the only call. */
  readonly title?: Title;
  /** `redo`: it is made again after `z`. `desk`: the agent did not ask for it. By default the agent asked for it. */
  readonly by?: 'redo' | 'desk';
  /** The operation that it takes back; it is not undone itself: the undone operation is made again. */
  readonly undoes?: string;
}

/**
 * The one door for changes: append, remember the inverse, notify, wake the outbox. If the change cannot be made, nothing
 * happens, and the notice says why.
 */
export function commit<N extends ChangeName>(desk: Desk, name: N, args: ArgsOf<N>): void {
  if (args.ids.length > 0) commitAll(desk, name, [args]);
}

/** The same change with different arguments for each, as one: one notice under `title`, and one `z` to undo it. */
export function commitEach<N extends ChangeName>(desk: Desk, name: N, each: readonly ArgsOf<N>[], title: Title): void {
  if (each.length > 0) commitAll(desk, name, each, each.length > 1 ? title : undefined);
}

function commitAll<N extends ChangeName>(desk: Desk, name: N, each: readonly ArgsOf<N>[], title?: Title): void {
  commitCalls(
    desk,
    each.map(args => ({ name, args: args as unknown as CallArgs })),
    title,
  );
}

/** Different changes, as one: one notice under `title`, and one `z` to undo them. They are made in this order. */
export function commitCalls(desk: Desk, calls: readonly OwnCall[], title?: Title): void {
  const why = whyReadOnly(desk.world());
  const problem = why ?? calls.map(({ name, args }) => whyInvalidArgs(name, args)).find(reason => reason !== undefined);
  const isQuiet = calls.every(({ name }) => changeOf(name).isQuiet);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else make(desk, { calls, ...(title ? { title } : {}), ...(isQuiet ? { by: 'desk' } : {}) });
}

/** Why the service would not accept a change's arguments (a text that is too long), before it is committed. */
export function whyInvalidArgs(name: ChangeName, args: unknown): SafeText | undefined {
  const change = changeOf(name);
  const { issues } = v.safeParse(change.args, args);
  if (!issues) return undefined;
  // A resource that the help center has not got yet has a number of the desk's own.
  if (issues.some(({ input }) => typeof input === 'number' && input < 0))
    return t`${change.refusal}: it is on its way to the help center. Try again once it is there.`;
  const [{ path, message } = { path: '', message: '' }] = detailsOf(issues);
  return t`${change.refusal}: ${safeLine(path.split('.')[0] || 'this')} ${safeLine(message)}.`;
}

/** Makes an operation, says so if the agent asked for it, and wakes the outbox. */
export function make(desk: Desk, act: Act): void {
  const { by, title, calls } = act;
  const before = by === 'desk' ? withoutReplaced(desk.world(), calls) : desk.world();
  const { world, operation } = withMade(desk, before, act);
  const change = knownChange(calls.at(-1)!);
  const said = title ?? change.title(operation.calls[0]!.args, before);
  const behind = by === 'desk' ? undefined : questionBefore(before, operation);
  const done = behind
    ? waitsNotice(said, behind)
    : doneNotice(before, change, said, isUndoable(operation), operation.id);
  const notice = by === 'desk' ? before.notice : done;
  desk.store.setState({ ...world, notice });
  desk.wake();
}

/** The decision of the agent that an operation needs before it is sent; undefined if none. */
function questionBefore(before: World, operation: Operation): SafeText | undefined {
  if (!before.pending.some(({ state }) => state === 'asks')) return undefined;
  const pending = [...before.pending, ...pendingOf([operation])];
  const waits = behindQuestions(pending).find(one => requestsOf(operation).includes(one));
  return waits && waitsHere({ ...before, pending }, waits.args.ids[0]!);
}

/** The world after an operation was made: its calls are pending, each based on the effect of those before it. */
export function withMade(desk: Desk, before: World, act: Act): { world: World; operation: Operation } {
  const { by, undoes, title } = act;
  const at = desk.now();
  const calls: OperationCall[] = [];
  const changed = new Set<number>();
  let seen = before;
  for (const { takesBack, ...call } of act.calls) {
    const change = knownChange(call);
    const given = v.parse(change.args, call.args);
    const distinct = { ...given, ids: [...new Set(given.ids)] };
    const args = (change.fillIn?.(distinct, seen, at) ?? distinct) as CallArgs;
    const made = { name: call.name, args };
    const entry = pendingChange(desk, change, made, { at, act, seen });
    for (const id of args.ids) if (!isSo(seen, change, entry, id)) changed.add(id);
    const inverse = undoes === undefined && typeof change.undo === 'function' ? change.undo(args, seen) : [];
    calls.push({ ...made, inverse, requests: [entry], ...(takesBack === undefined ? {} : { takesBack }) });
    seen = { ...seen, ...change.apply(seen, args), pending: [...seen.pending, entry] };
  }
  const [first] = calls;
  const [request] = first!.requests;
  const operation: Operation = {
    id: request!.key,
    at,
    title: title?.text ?? knownChange(first!).title(first!.args, before).text,
    count: changed.size,
    calls,
    state: undoes === undefined ? { kind: 'done' } : { kind: 'final', isTakenBack: false },
    ...(undoes === undefined ? {} : { undoes }),
    ...(by === 'desk' ? { by } : {}),
    ...(request!.state === 'held' ? { isHeld: true } : {}),
    ...(before.epoch ? { epoch: before.epoch } : {}),
  };
  const operations = withOperation(before.operations, operation, by === 'redo');
  const drafts = requestsOf(operation).reduce(clearDraft, before.drafts);
  return { world: { ...before, operations, drafts }, operation };
}

function knownChange({ name }: ChangeCall): Change {
  const change = changeOf(name);
  if (!change) throw new Error(`There is no change called ${name}`);
  return change;
}

function isSo(world: World, change: Change, call: ChangeCall, id: number): boolean {
  return isLoaded(world, id) && change.apply(world, argsForOne(call, id)) === world;
}

/** The world without the desk's own changes that a newer one of the same conversations replaces. */
function withoutReplaced(world: World, calls: readonly ChangeCall[]): World {
  const isReplaced = (entry: OperationCall['requests'][number]): boolean =>
    entry.state === 'waiting' &&
    entry.by === 'desk' &&
    calls.some(({ name, args }) => name === entry.name && entry.args.ids.every(id => args.ids.includes(id)));
  const operations = world.operations.filter(one => !requestsOf(one).slice(0, 1).some(isReplaced));
  return { ...world, operations };
}

function pendingChange(
  desk: Desk,
  change: Change,
  call: ChangeCall,
  { at, act: { by, undoes }, seen }: { at: number; act: Act; seen: World },
): PendingChange {
  // The inverse of a note is not held: the agent has just asked for it.
  const isHeld = change.undo === 'hold' && undoes === undefined;
  const maker = undoes === undefined ? (by === 'desk' ? ({ by } as const) : {}) : ({ by: 'undo' } as const);
  return {
    key: desk.newKey(),
    ...call,
    at,
    ...maker,
    ...(isHeld ? { state: 'held', heldUntil: at + (change.holdMs ?? 0) } : { state: 'waiting' }),
    problem: null,
    ...baseVersions(seen, change, call),
  };
}
