import type { GoneFile } from '../database/files.ts';
import { type Locks, MustBeExclusive } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import type { ModelContext } from './context.ts';
import { lockConversations } from './conversation/row.ts';
import { type ChangedIds, isTold, noChanges, recordEvent } from './events/log.ts';
import { recordAtEnd } from './history.ts';
import { moveAtEnd } from './inbox/number.ts';
import { tellSubscribers } from './people/subscription-mail.ts';
import type { Concurrency, Concurrent, Work } from './work.ts';

type Context = Omit<ModelContext, 'ownPaths' | 'ownTokens'>;

interface Gone {
  hasText: boolean;
  readonly files: GoneFile[];
}

function nothingGone(): Gone {
  return { hasText: false, files: [] };
}

function workOn(context: Context, db: Db, now: number, changes: ChangedIds, gone: Gone, concurrent?: Concurrent): Work {
  return {
    db,
    concurrent,
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
    ownRowChanged: (agentId, id) => {
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
async function lockFirst(work: Work, { conversations, once }: Concurrency): Promise<void> {
  if (once !== undefined) await work.concurrent!.lock(once);
  const find = typeof conversations === 'function' ? conversations : undefined;
  const ids = find ? await find(work) : (conversations as readonly number[]);
  await lockConversations(work, ids);
  if (find && !new Set(await find(work)).isSubsetOf(new Set(ids))) throw new MustBeExclusive();
}

/** All writes do this at their ends, one after another until the commit: ids of events and history are in its order. */
async function commitInOrder(work: Work, changes: ChangedIds): Promise<void> {
  const { db, concurrent } = work;
  await moveAtEnd(work);
  if (!concurrent) return;
  if (!isTold(changes) && concurrent.history.length === 0) return;
  await concurrent.lock('turn');
  await recordAtEnd(db, concurrent.history);
}

/**
 * Runs `work` in one transaction with its event, and wakes the listeners after the commit. With `concurrency`
 * others may run meanwhile.
 */
export async function writeTransaction<T>(
  context: Context,
  work: (work: Work) => Promise<T>,
  now = context.now(),
  concurrency?: Concurrency,
): Promise<T> {
  let gone = nothingGone();
  let jobs: ChangedIds['jobs'] = new Map();
  const run = async (db: Db, locks?: Locks) => {
    const changes = noChanges();
    gone = nothingGone();
    const concurrent = locks && { ...locks, history: [] };
    const own = workOn(context, db, now, changes, gone, concurrent);
    if (concurrent) await lockFirst(own, concurrency!);
    const done = await work(own);
    if (context.mailOut !== null && changes.written.size > 0) await tellSubscribers(own, changes);
    await commitInOrder(own, changes);
    await recordEvent(db, changes, now, context.settings.eventsKept);
    jobs = changes.jobs;
    return done;
  };
  const result = await context.store.write(run, concurrency !== undefined);
  context.hub.wake();
  for (const [job, at] of jobs) context.jobs?.schedule(job, at);
  await clearAway(context, gone);
  return result;
}

/**
 * Runs `work` on a snapshot; it must write nothing. One that takes long may run on a standby: see `Store`. It ends when
 * the caller hangs up, which `signal` says.
 */
export function readTransaction<T>(
  context: Context,
  work: (work: Work) => Promise<T>,
  now = context.now(),
  isLong = false,
  signal?: AbortSignal,
): Promise<T> {
  const run = (db: Db) => work({ ...workOn(context, db, now, noChanges(), nothingGone()), signal });
  return context.store.read(run, isLong, signal);
}
