import type { Db, Work } from './call.ts';
import type { CenterParts } from './parts.ts';
import { type ChangedIds, noChanges, recordEvent } from './storage/event.ts';

type Parts = Pick<CenterParts, 'store' | 'hub' | 'now' | 'settings'>;

const workOn = (parts: Parts, db: Db, now: number, changes: ChangedIds): Work => ({
  db,
  kind: parts.store.kind,
  now,
  inboxChanged: id => {
    changes.inboxes.add(id);
  },
  conversationChanged: (id, ...homes) => {
    const known = changes.conversations.get(id) ?? new Set();
    for (const home of homes) known.add(home);
    changes.conversations.set(id, known);
  },
});

/** Runs `work` in one transaction with the event that tells of it, and wakes the listeners after the commit. */
export const write = async <T>(parts: Parts, work: (work: Work) => Promise<T>, now = parts.now()): Promise<T> => {
  const result = await parts.store.write(async db => {
    const changes = noChanges();
    const done = await work(workOn(parts, db, now, changes));
    await recordEvent(db, changes, now, parts.settings.eventsKept);
    return done;
  });
  parts.hub.wake();
  return result;
};

/** Runs `work` on a snapshot; it must write nothing. */
export const read = <T>(parts: Parts, work: (work: Work) => Promise<T>, now = parts.now()): Promise<T> =>
  parts.store.read(db => work(workOn(parts, db, now, noChanges())));
