import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Change, ChangeOutcome, Stale } from '../changes/change.ts';
import { changeOf } from '../changes/list.ts';
import { atOnce } from '../changes/send.ts';
import type { Desk, Read } from '../desk.ts';
import type { Conflict, SeenVersion } from '../operations/conflict.ts';
import { type FreshConversation, needsMessages, needsNotes } from '../reply/wrote-since.ts';
import { withConversations } from '../sync/memory.ts';
import type { Conversation, Message, Note, PendingChange } from '../world.ts';
import { seenOf } from './base-versions.ts';
import { detectConflict, mergedConflict, versionOf } from './detect-conflict.ts';

/** The conversation on which a change is made again: its own, or the one that took it in. */
export interface Renewal {
  readonly id: number;
  readonly version?: number;
  readonly seen?: SeenVersion;
}

/** The results about conversations that others may have changed since. */
export interface Reconciled {
  /** For those that need nothing more: the change holds already, or is refused. */
  readonly outcome: ChangeOutcome;
  /** Those on which it is made again, by the id in the change. */
  readonly again: ReadonlyMap<number, Renewal>;
  readonly asks: readonly Conflict[];
}

/** Nothing was learned: the change waits. */
export interface Unreconciled {
  readonly problem: SafeText;
  readonly error?: ApiError;
}

type Resolution =
  | { readonly done: Conversation }
  | { readonly refused: SafeText }
  | { readonly again: Renewal }
  | Conflict;

/** One change to reconcile, and the data read for it. */
interface Reconciling {
  readonly desk: Desk;
  readonly change: Change;
  readonly entry: PendingChange;
  readonly read: Read;
  readonly found: Map<number, Conversation>;
}

const WIDTH = 4;
/** Newest messages, and notes, that are read to see others' words. */
const NEWEST = 50;

/** Reads conversations that others may have changed since, and decides about the change for each. */
export async function reconcile(
  desk: Desk,
  entry: PendingChange,
  stale: readonly Stale[],
): Promise<Reconciled | Unreconciled> {
  const change = changeOf(entry.name)!;
  const read = desk.reads.begin(`reconcile ${entry.key}`);
  const reconciling: Reconciling = { desk, change, entry, read, found: new Map() };
  const resolutions = new Map<number, Resolution>();
  const answer = await attempt(
    atOnce(WIDTH, stale, async one => void resolutions.set(one.id, await resolutionOf(reconciling, one))),
  );
  read.end();
  const known = [...reconciling.found.values()];
  if (known.length > 0) desk.store.setState(withConversations(desk.world(), known, read));
  if ('error' in answer) return { problem: answer.error.reason, error: answer.error };
  return reconciledOf(
    stale.flatMap(({ id }) => (resolutions.has(id) ? [[id, resolutions.get(id)!] as const] : [])),
    known.filter(({ id }) => !resolutions.has(id)),
  );
}

function reconciledOf(
  resolutions: readonly (readonly [number, Resolution])[],
  survivors: readonly Conversation[],
): Reconciled {
  const again = new Map<number, Renewal>();
  const asks: Conflict[] = [];
  const conversations: Conversation[] = [...survivors];
  const refused: ChangeOutcome['refused'][number][] = [];
  for (const [id, resolution] of resolutions) {
    if ('kind' in resolution) asks.push(resolution);
    else if ('again' in resolution) again.set(id, resolution.again);
    else if ('done' in resolution) conversations.push(resolution.done);
    else refused.push({ id, reason: resolution.refused });
  }
  return { outcome: { conversations, refused }, again, asks };
}

async function resolutionOf(reconciling: Reconciling, stale: Stale): Promise<Resolution> {
  const { desk, change, entry } = reconciling;
  const { id, isOutdated } = stale;
  const now = await readOne(reconciling, id);
  if (!('id' in now)) return now;
  if (now.merged_into !== null) return survivorsResolution(reconciling, stale, now);
  if (!isOutdated) return { refused: stale.reason };
  if (entry.versions?.[id] !== undefined && entry.versions[id] === now.version) {
    desk.client.capabilities.noteLack('versions');
  }
  const seen = entry.seen?.[id];
  const found: FreshConversation = {
    conversation: now,
    messages: needsMessages(seen, now) && change.blockedByReplies ? await newestMessages(reconciling, now) : [],
    ...(needsNotes(seen, now) && change.blockedByColleagues ? { notes: await newestNotes(reconciling, now) } : {}),
  };
  const detected = detectConflict(desk.world(), { change, call: entry, seen }, found);
  if (detected === 'done') return { done: now };
  if (detected !== 'merges')
    return detected.kind === 'field' ? { ...detected, ...(await whoSet(reconciling, now)) } : detected;
  const fresh = seenOf(change, now, found);
  return { again: { id, ...versionOf(now), ...(seen ? { seen: { ...seen, ...fresh } } : {}) } };
}

/**
 * A note or a tag follows to the conversation that took this one in; for a change that sets a field there, or that a
 * customer gets, the agent is asked.
 */
async function survivorsResolution(reconciling: Reconciling, { id }: Stale, first: Conversation): Promise<Resolution> {
  const { desk, change, entry } = reconciling;
  const passed = new Set([id]);
  let now = first;
  while (now.merged_into !== null) {
    if (passed.has(now.merged_into)) return { refused: t`It was merged in a circle.` };
    passed.add(now.merged_into);
    const next = await readOne(reconciling, now.merged_into);
    if (!('id' in next)) return { refused: t`It was merged into #${now.merged_into}. ${next.refused}` };
    now = next;
  }
  if (change.allIds !== undefined) {
    const isInto = (entry.args as { into?: number }).into === now.id;
    return isInto ? { done: first } : mergedConflict(change, id, { conversation: now, messages: null });
  }
  const call = { name: entry.name, args: { ...(entry.args as object), ids: [now.id] } };
  const detected = detectConflict(desk.world(), { change, call, seen: undefined }, { conversation: now, messages: [] });
  if (detected === 'done') return { done: first };
  if (change.conflictField === undefined && change.blockedByReplies === undefined)
    return { again: { id: now.id, ...versionOf(now) } };
  return mergedConflict(change, id, { conversation: now, messages: null });
}

/** The conversation; or why the change is refused for it. Throws if nothing can be learned now. */
async function readOne(reconciling: Reconciling, id: number): Promise<Conversation | { readonly refused: SafeText }> {
  const { desk, read, found } = reconciling;
  const answer = await attempt(desk.client.conversation.get({ params: { conversation_id: id }, signal: read.signal }));
  if ('error' in answer) {
    if (answer.error.isRefusal) return { refused: answer.error.reason };
    throw answer.error;
  }
  found.set(id, answer.value.data);
  return answer.value.data;
}

async function newestMessages({ desk, read }: Reconciling, now: Conversation): Promise<readonly Message[] | null> {
  if (now.messages && now.messages.length > 0) return now.messages;
  return newest(desk.client.message.list({ ...newestOf(now.id), signal: read.signal }));
}

function newestNotes({ desk, read }: Reconciling, now: Conversation): Promise<readonly Note[] | null> {
  return newest(desk.client.note.list({ ...newestOf(now.id), signal: read.signal }));
}

/** The newest parts of a conversation; null if this help center does not list them. */
async function newest<Part>(list: Promise<{ readonly data: readonly Part[] }>): Promise<readonly Part[] | null> {
  const answer = await attempt(list);
  if ('value' in answer) return answer.value.data;
  if (answer.error.isTransient) throw answer.error;
  return null;
}

function newestOf(id: number) {
  return { params: { conversation_id: id }, query: { limit: NEWEST, sort: 'created_at.desc' } } as const;
}

/** The agent who set the field last, if the help center says it. */
async function whoSet(
  { desk, change: { conflictField }, read }: Reconciling,
  { id }: Conversation,
): Promise<{ readonly who?: number | null }> {
  const answer = await attempt(desk.client.history.list({ ...newestOf(id), signal: read.signal }));
  if ('error' in answer || conflictField === undefined) return {};
  const entries = answer.value.data.filter(({ changes }) => Object.hasOwn(changes, conflictField));
  const last = entries.reduce((a, b) => (a && a.id > b.id ? a : b), entries[0]);
  return last ? { who: last.agent_id } : {};
}
