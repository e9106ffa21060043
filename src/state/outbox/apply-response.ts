import type { ChangeOutcome, OwnCall } from '../changes/change.ts';
import { emptyPatch, intoBase, withFreshInverses } from '../changes/derive.ts';
import { allIdsOf, callIds, withoutIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { provisionalIdOf } from '../changes/provisional-id.ts';
import { movedNumbers, recount } from '../list/numbers.ts';
import { entryPlace } from '../list/rows.ts';
import { editCalls, replacePending } from '../operations/edit.ts';
import { type CallArgs, inState, narrowed } from '../operations/operation.ts';
import { matchesQuery, staysIn } from '../query/match.ts';
import { membership } from '../world/id-map.ts';
import { sameOr } from '../world/same-or.ts';
import type { Base, ChangeCall, Conversation, PendingChange, RefusedChange, World } from '../world.ts';
import { following } from './advance-versions.ts';
import { baseVersions } from './base-versions.ts';
import { forgetRefused } from './journal.ts';
import { draftFromTakenBack, putBackInDraft } from './written-words.ts';

/**
 * The world after the help center answered a change: its effect is in the base, refused conversations are as before, and
 * the entry is gone. `goesOn`: the changes that take its place, by the base as answered.
 */
export function applyResponse(
  world: World,
  entry: PendingChange,
  answer: ChangeOutcome,
  goesOn: (base: Base) => readonly PendingChange[] = () => [],
): World {
  const outcome = { ...answer, conversations: [...answer.conversations, ...afterPart(world.base, entry, answer)] };
  const change = changeOf(entry.name)!;
  const refused = new Set(outcome.refused.map(refusal => refusal.id));
  const done = withoutIds(entry, refused);
  const base = done
    ? withMovedNumbers(world, answeredBase(world.base, done, outcome, entry.versions), done, outcome)
    : world.base;
  const followed = following(world.operations, entry, outcome.conversations);
  const operations = refused.size > 0 ? forgetRefused(followed, entry.key, refused) : followed;
  const kept = refused.size > 0 && entry.by !== 'desk' ? [refusedPart(entry, outcome)] : [];
  const returned = putBackInDraft(world.drafts, entry, refused);
  const drafts = done ? draftFromTakenBack(returned, done, callIds(done)) : returned;
  const left = replacePending(operations, entry.key, () => [...kept, ...goesOn(base)]);
  const answered = renamePart({ ...world, base, operations: left, drafts }, entry, outcome);
  const ids = done ? allIdsOf(change, done) : [];
  const listed = withListed(answered, ids);
  return refused.size > 0 ? withFreshInverses(listed) : listed;
}

/** A change as it is kept until the agent dismisses it, for the refused conversations alone. */
function refusedPart(entry: PendingChange, { refused }: ChangeOutcome): RefusedChange {
  const ids = refused.map(({ id }) => id);
  return inState(narrowed(entry, ids), { state: 'refused', reasons: refused });
}

/**
 * The world after the help center answered a change that has a following one: that is pending from now on, in the place
 * of the change and under a key of its own. Nothing follows a refused change.
 */
export function applyResponseAndNext(
  world: World,
  entry: PendingChange,
  outcome: ChangeOutcome,
  newKey: () => string,
): World {
  const next = changeOf(entry.name)?.next?.(entry.args, outcome.madeId);
  if (!next || outcome.refused.length > 0) return applyResponse(world, entry, outcome);
  const { args, calls } = next;
  const { by, at } = entry;
  const made = (base: Base, call: OwnCall) => baseVersions({ base, patch: emptyPatch() }, changeOf(call.name), call);
  const rest = { at, ...(by ? { by } : {}), isFollowing: true, state: 'waiting', problem: null } as const;
  return applyResponse(world, { ...entry, args: args as CallArgs }, outcome, base =>
    calls.map(call => ({ key: newKey(), ...call, ...rest, ...made(base, call) })),
  );
}

/**
 * The conversation after a note or a message was added: the answer shows that alone. It is one change, so it made the
 * next version of the one that it was added on.
 */
function afterPart(
  base: Base,
  entry: PendingChange,
  { note, message, conversations }: ChangeOutcome,
): readonly Conversation[] {
  const id = callIds(entry)[0]!;
  const former = base.conversations.get(id);
  if (!(note ?? message) || !former || conversations.length > 0 || former.version === null) return [];
  if (entry.versions?.[id] !== former.version) return [];
  const changed = intoBase(base, [entry]).conversations.get(id)!;
  const at = message?.created_at ?? changed.last_message_at;
  return [{ ...changed, version: former.version + 1, last_message_at: at }];
}

function answeredBase(base: Base, done: ChangeCall, outcome: ChangeOutcome, versions: PendingChange['versions']): Base {
  const known = outcome.conversations.filter(answer => answer.id > 0);
  const applied = intoBase(base, [done]);
  const made = { ...applied, conversations: applied.conversations.with(known.map(answer => [answer.id, answer])) };
  const ids = changedBy(done, outcome);
  // The answer does not contain the inboxes' counts.
  const inboxes = recount(
    made.inboxes,
    ids,
    id => base.conversations.get(id),
    id => made.conversations.get(id),
  );
  const counted = { ...made, inboxes };
  return withThreadVersions(base, withPart(counted, done, outcome), ids, versions);
}

/** A thread that was read at the version on which the change was made is one of the next version, with the change. */
function withThreadVersions(
  before: Base,
  after: Base,
  ids: Iterable<number>,
  versions: PendingChange['versions'] = {},
): Base {
  const threads = [...ids].flatMap(id => {
    const thread = after.threads.get(id);
    const from = before.conversations.get(id)?.version;
    const version = after.conversations.get(id)?.version;
    const isStep = from != null && version === from + 1 && versions[id] === from && thread?.version === from;
    return isStep ? [[id, { ...thread, version }] as const] : [];
  });
  return threads.length === 0 ? after : { ...after, threads: after.threads.with(threads) };
}

/** The numbers of the views follow the answer, until the help center has counted again. */
function withMovedNumbers(world: World, base: Base, done: ChangeCall, outcome: ChangeOutcome): Base {
  const ids = changedBy(done, outcome);
  const numbers = movedNumbers(base.numbers, world, ids, {
    before: id => world.base.conversations.get(id),
    after: id => base.conversations.get(id),
  });
  return { ...base, numbers };
}

function changedBy(done: ChangeCall, { conversations }: ChangeOutcome): ReadonlySet<number> {
  return new Set([...allIdsOf(changeOf(done.name)!, done), ...conversations.map(({ id }) => id)]);
}

/** The note or the message under its own id, only once, even if a read brought it in the meantime. */
function withPart(base: Base, done: ChangeCall, { note, message }: ChangeOutcome): Base {
  const id = callIds(done)[0]!;
  const thread = base.threads.get(id);
  if (!thread) return base;
  const provisional = provisionalIdOf(done);
  const others = <Part extends { readonly id: number }>(parts: readonly Part[], added: Part): readonly Part[] => [
    ...parts.filter(part => part.id !== provisional && part.id !== added.id),
    added,
  ];
  const notes = note ? others(thread.notes, note) : thread.notes;
  const messages = message ? others(thread.messages, message) : thread.messages;
  return { ...base, threads: base.threads.with([[id, { ...thread, notes, messages }]]) };
}

/** Changes that refer to a note or a message by its provisional id now refer to it by its real one. */
function renamePart(world: World, entry: PendingChange, { note, message }: ChangeOutcome): World {
  const from = provisionalIdOf(entry);
  const added = note ?? message;
  if (!added || from === undefined) return world;
  const rename = <Call extends ChangeCall>(call: Call): Call => {
    const args = changeOf(call.name)?.renamed?.(call.args, from, added) ?? call.args;
    return args === call.args ? call : { ...call, args };
  };
  const { detail } = world;
  const kind = note ? 'note' : 'message';
  return {
    ...world,
    operations: world.operations.map(operation =>
      editCalls(operation, call => {
        const inverse = sameOr(call.inverse, call.inverse.map(rename));
        const requests = sameOr(call.requests, call.requests.map(rename));
        const isSame = inverse === call.inverse && requests === call.requests;
        return isSame ? rename(call) : { ...rename(call), inverse, requests };
      }),
    ),
    detail: detail.entryKey === `${kind}:${from}` ? { ...detail, entryKey: `${kind}:${added.id}` } : detail,
  };
}

/**
 * The list after the agent's own changes of these conversations were answered: those that no longer belong to it keep
 * their place but stay out (an undo brings them back there), those that belong to it now are listed.
 */
function withListed(world: World, ids: readonly number[]): World {
  const { list } = world;
  if (ids.length === 0 || list.asOf === null) return world;
  const removedByMe = new Set(list.removedByMe);
  const gone = new Map(list.gone);
  const isListed = membership(list.ids, ids.length);
  const isWaiting = membership(list.newAbove, ids.length);
  const added: number[] = [];
  for (const id of ids) {
    const conversation = world.base.conversations.get(id);
    if (!conversation) continue;
    const belongs = matchesQuery(list.query, conversation, world);
    const stays = staysIn(list.query, conversation, world);
    if (stays === false && isListed(id) && !gone.has(id)) removedByMe.add(id);
    const returns = stays !== false && (belongs === true || removedByMe.has(id));
    if (!returns) continue;
    removedByMe.delete(id);
    gone.delete(id);
    if (!isListed(id) && !isWaiting(id)) added.push(id);
  }
  const next = { ...world, list: { ...list, removedByMe, gone } };
  if (added.length === 0) return next;
  const listed = [...list.ids];
  for (const id of added) {
    const place = entryPlace(next, listed, id);
    if (place !== null) listed.splice(place, 0, id);
  }
  return { ...next, list: { ...next.list, ids: listed } };
}
