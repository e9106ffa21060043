import { t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { readAll } from '../sync/places.ts';
import type { Inbox } from '../world.ts';
import { administer, type Refused, type Reply } from './send.ts';

const GONE: Refused = { reason: t`Another admin deleted the inbox.`, faults: {}, isTransient: false };

/** Reads an inbox as it is now. A help center that gives no single inbox is asked for the list. */
export async function inboxNow(desk: Desk, id: number): Promise<Reply<Inbox>> {
  const { inbox } = desk.client;
  const got = await administer(desk, 'inbox.get', () => inbox.get({ params: { inbox_id: id } }));
  if ('value' in got) return { value: got.value.data };
  if (got.isTransient) return got;
  const list = await attempt(readAll(cursor => inbox.list({ query: { cursor } })));
  if ('error' in list) return { reason: list.error.reason, faults: {}, isTransient: list.error.isTransient };
  const found = list.value.find(one => one.id === id);
  return found ? { value: found } : GONE;
}
