import fuzzysort from 'fuzzysort';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, Notice, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { isSameDay } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';

/** More than an agent would look through, and each one costs a comparison of titles. */
const MAX_LOADED = 500;
const MAX_CANDIDATES = 50;
const SAME_REQUESTER = 10;
/** Below this likeness two titles resemble each other by chance. */
const LIKE_TITLE = 0.3;

/**
 * The conversations that can be merged into this one, best first: the same requester, then a similar title, then the
 * most recent. `found` are ids from the help center's search, in addition to the loaded ones.
 */
export function mergeCandidates(world: World, into: Conversation, found: readonly number[]): readonly Conversation[] {
  const ids = new Set([...found, ...world.list.rows.slice(0, MAX_LOADED)]);
  ids.delete(into.id);
  const contacts = new Set(into.contacts);
  return [...ids]
    .flatMap(id => conversationOf(world, id) ?? [])
    .filter(({ merged_into }) => merged_into === null)
    .map(conversation => ({ conversation, likeness: likeness(into, contacts, conversation) }))
    .sort(
      (a, b) =>
        b.likeness - a.likeness || (b.conversation.last_message_at ?? 0) - (a.conversation.last_message_at ?? 0),
    )
    .slice(0, MAX_CANDIDATES)
    .map(({ conversation }) => conversation);
}

/** The loaded conversations of the same requester under a similar title, the most similar first. */
function likeConversations(world: World, to: Conversation): readonly Conversation[] {
  const contacts = new Set(to.contacts);
  return world.list.rows
    .slice(0, MAX_LOADED)
    .flatMap(id => (id === to.id ? [] : (conversationOf(world, id) ?? [])))
    .filter(other => isSameRequester(to, contacts, other))
    .map(other => ({ other, like: titleLikeness(to, other) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like)
    .map(({ other }) => other);
}

function likeness(into: Conversation, contacts: ReadonlySet<number>, other: Conversation): number {
  return (isSameRequester(into, contacts, other) ? SAME_REQUESTER : 0) + titleLikeness(into, other);
}

function isSameRequester(into: Conversation, contacts: ReadonlySet<number>, other: Conversation): boolean {
  const isShared = other.contacts.some(contact => contacts.has(contact));
  return isShared || (into.requester !== null && into.requester.id === other.requester?.id);
}

/** How similar two titles are, up to 1; 0 if they are alike by chance. */
function titleLikeness(one: Conversation, other: Conversation): number {
  const like = fuzzysort.single(one.title, other.title)?.score ?? sharedWords(one.title, other.title);
  return like >= LIKE_TITLE ? like : 0;
}

/** The share of the words of two titles that is the same, from 0 to 1. */
function sharedWords(one: string, other: string): number {
  const words = new Set(titleWords(one));
  const others = titleWords(other);
  return others.filter(word => words.has(word)).length / Math.max(1, Math.min(words.size, others.length));
}

/** The significant words of a title: those of three characters or more. */
export function titleWords(title: string): string[] {
  return title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

const TITLE_COLUMNS = 40;

/**
 * A notice about another conversation that the same customer began today under a similar title, for the conversation
 * that is being opened; null if none is loaded. Reads nothing.
 */
export function alsoToday(world: World, id: number): Notice | null {
  const opened = conversationOf(world, id);
  if (!opened || !isOfToday(opened, world)) return null;
  const [other] = likeConversations(world, opened).filter(one => isOfToday(one, world));
  if (!other) return null;
  const merges = t`${world.keyNames['conversation.merge']} merges`;
  return {
    tone: 'done',
    text: t`Also today: #${other.id} ${cut(other.title, TITLE_COLUMNS)} (same customer) · ${merges}`,
    short: t`Also today: #${other.id} · ${merges}`,
  };
}

/** A row does not say when it was created: a conversation of one message began with that. */
function beganAt({ created_at, message_count, last_message_at }: Conversation): number | null {
  return created_at ?? (message_count === 1 ? last_message_at : null);
}

function isOfToday(conversation: Conversation, { now }: World): boolean {
  const { archived, merged_into } = conversation;
  const at = beganAt(conversation);
  return !archived && merged_into === null && at !== null && isSameDay(at, now);
}
