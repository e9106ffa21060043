import * as v from 'valibot';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { untilWords } from '../conversation/later.ts';
import { withDraftFields } from '../drafts/drafts.ts';
import { type CallArgs, type ChangeArgs, type ChangeCall, narrowed } from '../operations/operation.ts';
import { agentName, inboxName, statusName } from '../words/names.ts';
import type { Drafts, Message, Note, Visible, World } from '../world.ts';
import type { Change, OwnCall } from './change.ts';
import { conversationArchive } from './conversation-archive.ts';
import { conversationAssign } from './conversation-assign.ts';
import { conversationMove } from './conversation-move.ts';
import { conversationRestore } from './conversation-restore.ts';
import { conversationSnooze } from './conversation-snooze.ts';
import { conversationStatus } from './conversation-status.ts';
import { conversationTag, conversationUntag } from './conversation-tag.ts';
import { noteAdd } from './note-add.ts';
import { noteRemove } from './note-remove.ts';

/** A change that may follow a mail, and its words in the foot of the mail's box. */
type Follower<Args extends ChangeArgs> = readonly [Change<Args>, words: (args: Args, visible: Visible) => SafeText];

/** Keeps the type of each change and of its words together. */
function follower<Args extends ChangeArgs>(change: Change<Args>, words: Follower<Args>[1]): Follower<ChangeArgs> {
  return [change, words] as unknown as Follower<ChangeArgs>;
}

const followers: Readonly<Record<string, Follower<ChangeArgs>>> = {
  'conversation.archive': follower(conversationArchive, () => t`archived`),
  'conversation.assign': follower(conversationAssign, ({ assign_to: id }, visible) =>
    id === null ? t`unassigned` : t`to ${agentName(visible, id)}`,
  ),
  'conversation.move': follower(conversationMove, ({ inbox_id }, visible) => t`in ${inboxName(visible, inbox_id)}`),
  'conversation.restore': follower(conversationRestore, () => t`out of the archive`),
  'conversation.snooze': follower(conversationSnooze, ({ snooze }) =>
    snooze ? t`put off until ${untilWords(snooze)}` : t`back`,
  ),
  'conversation.status': follower(conversationStatus, ({ conversation_status_id: id }, visible) =>
    statusName(visible, id),
  ),
  'conversation.tag': follower(conversationTag, ({ tags }) => signed(t`+`, tags)),
  'conversation.untag': follower(conversationUntag, ({ tags }) => signed(t`-`, tags)),
  'note.add': follower(noteAdd, () => t`a note`),
  'note.remove': follower(noteRemove, () => t`without its note`),
};

function signed(sign: SafeText, tags: readonly string[]): SafeText {
  return join(
    tags.map(tag => t`${sign}${safeLine(tag)}`),
    t`, `,
  );
}

function changeIn({ name }: ChangeCall): Change {
  return followers[name]![0];
}

function isFollowing(given: unknown): boolean {
  const { name = '', args } = (given ?? {}) as Partial<ChangeCall>;
  return Object.hasOwn(followers, name) && v.is(followers[name]![0].args, { ...args, ids: [1] });
}

/** Calls that follow a mail: each about the mail’s own conversation; their `ids` are not used. */
export const FollowingCalls = v.array(v.custom<OwnCall>(isFollowing));

const StagedLine = v.pipe(v.string(), v.parseJson(), v.custom<OwnCall>(isFollowing));

/** The mail that carries following calls. */
interface Leader extends ChangeArgs {
  readonly following?: readonly OwnCall[] | undefined;
}

/** The calls that follow, about this conversation; of those that set the same field, the last one. */
export function followingOf({ ids, following = [] }: Leader, about = ids[0]!): readonly OwnCall[] {
  const isReplaced = (call: OwnCall, at: number): boolean => {
    const { conflictField: field } = changeIn(call);
    return field !== undefined && following.slice(at + 1).some(later => changeIn(later).conflictField === field);
  };
  return following.filter((call, at) => !isReplaced(call, at)).map(call => narrowed(call, [about]));
}

/** The calls that follow, once the mail is there, and the mail without them. */
export function nextOf<Args extends Leader>(given: Args, madeId?: number) {
  const { following = [], ...args } = given;
  return following.length === 0 ? undefined : { args: args as Args, calls: followingOf(given, madeId) };
}

/** The visible state after the calls that follow. */
export function withFollowing(visible: Visible, leader: Leader): Visible {
  return followingOf(leader).reduce((seen, call) => changeIn(call).apply(seen, call.args), visible);
}

/** The calls that follow, with the values that only the desk knows. */
export function filledCalls(leader: Leader, world: World, at: number): readonly OwnCall[] {
  const done: OwnCall[] = [];
  for (const call of followingOf(leader)) {
    // No two of them have the same provisional id.
    const pending = [...world.pending, { args: leader }, ...done] as World['pending'];
    const args = changeIn(call).fillIn?.(call.args, { ...world, pending }, at) ?? call.args;
    done.push({ ...call, args: args as CallArgs });
  }
  return done;
}

/** The calls that undo those that follow, the last one first. */
export function undoFollowing(leader: Leader, before: Visible): readonly OwnCall[] {
  const undone: OwnCall[] = [];
  let seen = before;
  for (const call of followingOf(leader)) {
    const { undo, apply } = changeIn(call);
    if (typeof undo === 'function') undone.unshift(...undo(call.args, seen));
    seen = apply(seen, call.args);
  }
  return undone;
}

/** The calls that follow after a note among them was added under its real id. */
export function renamedIn({ following }: Leader, from: number, added: Note | Message): OwnCall[] | undefined {
  return following?.map(call => {
    const args = changeIn(call).renamed?.(call.args, from, added) ?? call.args;
    return { ...call, args: args as CallArgs };
  });
}

/** `closed, +refund`: the calls that follow, in words. */
export function followingWords(visible: Visible, calls: readonly ChangeCall[]): SafeText {
  return join(
    calls.map(({ name, args }) => followers[name]![1](args, visible)),
    t`, `,
  );
}

/** Calls as they are kept in a draft, one a line. */
export function stagedLines(calls: readonly OwnCall[]): string {
  return calls.map(call => JSON.stringify(call)).join('\n');
}

/** The calls that a draft holds; lines that this version does not know are left out. */
export function stagedIn(lines = ''): readonly OwnCall[] {
  return lines.split('\n').flatMap(line => {
    const read = v.safeParse(StagedLine, line);
    return read.success ? [read.output] : [];
  });
}

/** The drafts without calls staged for a mail without any word: they never meet another text. */
export function withoutOrphans(drafts: Drafts): Drafts {
  const orphans = [...drafts].filter(([, { text = '', following }]) => following && text.trim() === '');
  return orphans.length === 0
    ? drafts
    : withDraftFields(
        drafts,
        orphans.map(([key]) => [key, 'following', '']),
      );
}
