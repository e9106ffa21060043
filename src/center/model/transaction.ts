import type { GoneFile } from '../database/files.ts';
import type { Db } from '../database/tables.ts';
import type { ModelContext } from './context.ts';
import { type ChangedIds, noChanges, recordEvent } from './events/log.ts';
import { tellSubscribers } from './people/subscription-mail.ts';
import type { Work } from './work.ts';

type Context = Omit<ModelContext, 'ownPaths' | 'ownTokens'>;

interface Gone {
  hasText: boolean;
  readonly files: GoneFile[];
}

function nothingGone(): Gone {
  return { hasText: false, files: [] };
}

function workOn(context: Context, db: Db, now: number, changes: ChangedIds, gone: Gone): Work {
  return {
    db,
    kind: context.store.kind,
    now,
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
    putOff: until => {
      if (until !== null) changes.putOff = Math.min(changes.putOff, until);
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

/** Runs `work` in one transaction with its event, and wakes the listeners after the commit. */
export async function write<T>(context: Context, work: (work: Work) => Promise<T>, now = context.now()): Promise<T> {
  let gone = nothingGone();
  let putOff = Number.POSITIVE_INFINITY;
  const result = await context.store.write(async db => {
    const changes = noChanges();
    gone = nothingGone();
    const own = workOn(context, db, now, changes, gone);
    const done = await work(own);
    if (context.mailOut !== null && changes.written.size > 0) await tellSubscribers(own, changes);
    await recordEvent(db, changes, now, context.settings.eventsKept);
    putOff = changes.putOff;
    return done;
  });
  context.hub.wake();
  context.waker?.putOff(putOff);
  await clearAway(context, gone);
  return result;
}

/** Runs `work` on a snapshot; it must write nothing. */
export function read<T>(context: Context, work: (work: Work) => Promise<T>, now = context.now()): Promise<T> {
  return context.store.read(db => work(workOn(context, db, now, noChanges(), nothingGone())));
}
