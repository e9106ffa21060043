import * as v from 'valibot';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Change, ChangeArgs, ChangeName, Title } from '../change.ts';
import { idsOf } from '../changes/ids.ts';
import { type ArgsOf, changeOf } from '../changes/list.ts';
import type { Desk } from '../context.ts';
import { whyReadOnly } from '../read-only.ts';
import type { ChangeCall, JournalEntry, PendingChange, World } from '../world.ts';
import { isLoaded, joined, oneOf, remember } from './journal.ts';
import { madeOn } from './made-on.ts';
import { doneNotice } from './notices.ts';
import { spendWords } from './written-words.ts';

/** How a change is made: by the agent's key, again after `z` (`redo`), or to undo another one (`inverse`). */
export type Occasion = 'hand' | 'redo' | 'inverse';

/**
 * The one door for changes: append, remember the inverse, notify, wake the outbox. If the change
 * cannot be made, nothing happens, and the notice says why.
 */
export function commit<N extends ChangeName>(desk: Desk, name: N, args: ArgsOf<N>): void {
  if (args.ids.length === 0) return;
  const problem = why(desk, name, args);
  if (problem) desk.notify({ tone: 'problem', text: problem });
  else make(desk, { name, args }, 'hand');
}

/** The same change with different arguments for each, as one: one notice under `title`, and one `z` to undo it. */
export function commitEach<N extends ChangeName>(desk: Desk, name: N, each: readonly ArgsOf<N>[], title: Title): void {
  const problem = each.map(args => why(desk, name, args)).find(reason => reason !== undefined);
  if (problem) {
    desk.notify({ tone: 'problem', text: problem });
    return;
  }
  const keys = each.map(args => make(desk, { name, args }, 'hand'));
  const { journal } = desk.world();
  const made = journal.undo.slice(-keys.length);
  if (keys.length < 2 || !keys.every((key, index) => made[index]?.keys.includes(key))) return;
  const notice = doneNotice(changeOf(name), title, true, keys[0]);
  desk.set({ journal: joined(journal, keys.length, title.text), notice });
}

function why(desk: Desk, name: ChangeName, args: unknown): SafeText | undefined {
  return whyReadOnly(desk.world()) ?? whyNot(name, args);
}

/** Why the service would not accept a change's arguments (a text that is too long), before it is committed. */
export function whyNot(name: ChangeName, args: unknown): SafeText | undefined {
  const change = changeOf(name);
  const { issues } = v.safeParse(change.args, args);
  const [issue] = issues ?? [];
  if (!issue) return undefined;
  const field = String(issue.path?.[0]?.key ?? 'this');
  return t`${change.refusal}: ${safeLine(field)} ${safeLine(issue.message)}.`;
}

/** Makes a change; returns its key. */
export function make(desk: Desk, call: ChangeCall, occasion: Occasion): string {
  const change = changeOf(call.name);
  if (!change) throw new Error(`There is no change called ${call.name}`);
  const before = withoutReplaced(desk.world(), change, call);
  const given = v.parse(change.args, call.args);
  const distinct = { ...given, ids: [...new Set(given.ids)] };
  const args = change.fillIn?.(distinct, before, desk.now()) ?? distinct;
  const entry = {
    ...pendingEntry(desk, change, { name: call.name, args }, occasion),
    ...madeOn(before, change, { name: call.name, args }),
  };
  const after = { ...before, pending: [...before.pending, entry], drafts: spendWords(before.drafts, entry) };
  if (occasion === 'inverse' || change.isQuiet) {
    desk.store.setState(after, true);
  } else {
    const remembered = journalEntry(desk, change, args, entry);
    const journal = remembered ? remember(before.journal, remembered, occasion === 'redo') : before.journal;
    const notice = doneNotice(change, change.title(args, before), remembered !== undefined, entry.key);
    desk.store.setState({ ...after, journal, notice }, true);
  }
  desk.wake();
  return entry.key;
}

/** The world without the quiet changes that a newer one of the same conversations replaces. */
function withoutReplaced(world: World, change: Change, call: ChangeCall): World {
  if (!change.isQuiet) return world;
  const ids = new Set(idsOf(call));
  const isReplaced = (entry: PendingChange): boolean =>
    entry.name === call.name && entry.state === 'waiting' && idsOf(entry).every(id => ids.has(id));
  return { ...world, pending: world.pending.filter(entry => !isReplaced(entry)) };
}

function pendingEntry(desk: Desk, change: Change, call: ChangeCall, occasion: Occasion): PendingChange {
  const at = desk.now();
  // The inverse of a note is not held: the agent has just asked for it.
  const isHeld = change.undo === 'hold' && occasion !== 'inverse';
  return {
    key: desk.newKey(),
    ...call,
    at,
    state: isHeld ? 'held' : 'waiting',
    ...(isHeld ? { heldUntil: at + (change.holdMs ?? 0) } : {}),
    attempts: 0,
    problem: null,
    ...(change.isQuiet ? { isQuiet: true as const } : {}),
    ...(occasion === 'inverse' ? { isInverse: true as const } : {}),
  };
}

/** The data for `z`; undefined if nothing was changed, or nothing can be undone. */
function journalEntry(desk: Desk, change: Change, args: ChangeArgs, made: PendingChange): JournalEntry | undefined {
  const world = desk.world();
  const { text: title } = change.title(args, world);
  const call = { name: made.name, args };
  const isSo = (id: number): boolean =>
    isLoaded(world, id) && change.apply(world, oneOf(call, id) as ChangeArgs) === world;
  const entry = { title, forward: [call], count: args.ids.filter(id => !isSo(id)).length, keys: [made.key] };
  if (change.undo === 'none') return undefined;
  if (change.undo === 'hold') return { ...entry, inverse: [], heldKey: made.key };
  const inverse = change.undo(args, world);
  return inverse.length > 0 ? { ...entry, inverse } : undefined;
}
