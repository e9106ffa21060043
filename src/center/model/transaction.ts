import type { GoneFile } from '../database/files.ts';
import { type Locks, MustBeAlone } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import type { ModelContext } from './context.ts';
import { lockConversations } from './conversation/row.ts';
import { type ChangedIds, isTold, noChanges, recordEvent } from './events/log.ts';
import { recordAtEnd } from './history.ts';
import { moveAtEnd } from './inbox/number.ts';
import { tellSubscribers } from './people/subscription-mail.ts';
import type { Beside, Besides, Work } from './work.ts';

type Context = Omit<ModelContext, 'ownPaths' | 'ownTokens'>;

interface Gone {
  hasText: boolean;
  readonly files: GoneFile[];
}

function nothingGone(): Gone {
  return { hasText: false, files: [] };
}

function workOn(context: Context, db: Db, now: number, changes: ChangedIds, gone: Gone, beside?: Beside): Work {
  return {
    db,
    beside,
    kind: context.store.kind,
    now,
    moves: new Map(),
    textGone: files => {
      gone.hasText = true;
      gone.files.push(...files);
    },
    contactErased: erasureId => {
      changes.erased = erasureId;
    },
    conversationRead: (agentId, id) => {
      changes.read.push([agentId, id]);
    },
    conversationUnread: (agentId, id) => {
      changes.unread.push([agentId, id]);
    },
    inboxChanged: id => {
      changes.inboxes.add(id);
    },
    namesChanged: () => {
      changes.isOfNames = true;
    },
    accessChanged: (agentId, inboxId) => {
      changes.access.set(agentId, (changes.access.get(agentId) ?? new Set()).add(inboxId));
    },
    answered: (token, conversations) => {
      changes.answered = { token, versions: conversations.map(({ id, version }) => [id, version]) };
    },
    agentAnswered: (agentId, id) => {
      changes.replied.push([agentId, id]);
    },
    customerWrote: (id, inboxId) => {
      changes.written.set(id, inboxId);
      changes.messages.set(id, (changes.messages.get(id) ?? 0) + 1);
    },
    scheduleJob: (job, at) => {
      changes.jobs.set(job, Math.min(changes.jobs.get(job) ?? at, at));
    },
    agentCalled: (agentId, id) => {
      changes.called.push([agentId, id]);
    },
    conversationChanged: (id, ...homes) => {
      const known = changes.conversations.get(id) ?? new Set();
      for (const home of homes) known.add(home);
      changes.conversations.set(id, known);
    },
  };
}

/** Further deletions after the commit of a transaction that deleted texts: their remains in the log, and files. */
async function clearAway({ store, files }: Context, gone: Gone): Promise<void> {
  if (!gone.hasText) return;
  store.forget();
  await files.remove(gone.files);
}

/** Locks before the write reads anything, so that its reads are still true when it writes. */
async function lockFirst(work: Work, { conversations, once }: Besides): Promise<void> {
  if (once !== undefined) await work.beside!.lock(once);
  const find = typeof conversations === 'function' ? conversations : undefined;
  const ids = find ? await find(work) : (conversations as readonly number[]);
  await lockConversations(work, ids);
  if (find && !new Set(await find(work)).isSubsetOf(new Set(ids))) throw new MustBeAlone();
}

/** All writes do this at their ends, one after another until the commit: ids of events and history are in its order. */
async function takeTurn(work: Work, changes: ChangedIds): Promise<void> {
  const { db, beside } = work;
  await moveAtEnd(work);
  if (!beside) return;
  if (!isTold(changes) && beside.history.length === 0) return;
  await beside.lock('turn');
  await recordAtEnd(db, beside.history);
}

/**
 * Runs `work` in one transaction with its event, and wakes the listeners after the commit. With `besides` it may run
 * beside others.
 */
export async function write<T>(
  context: Context,
  work: (work: Work) => Promise<T>,
  now = context.now(),
  besides?: Besides,
): Promise<T> {
  let gone = nothingGone();
  let jobs: ChangedIds['jobs'] = new Map();
  const run = async (db: Db, locks?: Locks) => {
    const changes = noChanges();
    gone = nothingGone();
    const beside = locks && { ...locks, history: [] };
    const own = workOn(context, db, now, changes, gone, beside);
    if (beside) await lockFirst(own, besides!);
    const done = await work(own);
    if (context.mailOut !== null && changes.written.size > 0) await tellSubscribers(own, changes);
    await takeTurn(own, changes);
    await recordEvent(db, changes, now, context.settings.eventsKept);
    jobs = changes.jobs;
    return done;
  };
  const result = await context.store.write(run, besides !== undefined);
  context.hub.wake();
  for (const [job, at] of jobs) context.jobs?.schedule(job, at);
  await clearAway(context, gone);
  return result;
}

/**
 * Runs `work` on a snapshot; it must write nothing. One that takes long may run on a standby: see `Store`. It ends when
 * the caller hangs up, which `signal` says.
 */
export function read<T>(
  context: Context,
  work: (work: Work) => Promise<T>,
  now = context.now(),
  isLong = false,
  signal?: AbortSignal,
): Promise<T> {
  const run = (db: Db) => work({ ...workOn(context, db, now, noChanges(), nothingGone()), signal });
  return context.store.read(run, isLong, signal);
}
