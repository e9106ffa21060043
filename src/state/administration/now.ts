import type { ListReply } from '../../client/call.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { readAll } from '../sync/places.ts';
import type { Agent, Inbox, Team } from '../world.ts';
import { administer, type Reply } from './send.ts';

/** Reads an inbox as it is now. A help center that gives no single inbox is asked for the list. */
export async function inboxNow(desk: Desk, id: number): Promise<Reply<Inbox>> {
  const { inbox } = desk.client;
  const got = await administer(desk, 'inbox.get', () => inbox.get({ params: { inbox_id: id } }));
  if ('value' in got) return { value: got.value.data };
  if (got.isTransient) return got;
  return listed(t`inbox`, id, cursor => inbox.list({ query: { cursor } }));
}

/** Reads a team as it is now. */
export function teamNow(desk: Desk, id: number): Promise<Reply<Team>> {
  return listed(t`team`, id, cursor => desk.client.team.list({ query: { cursor } }));
}

/** Reads an agent as it is now. */
export function agentNow(desk: Desk, id: number): Promise<Reply<Agent>> {
  return listed(t`agent`, id, cursor => desk.client.agent.list({ query: { cursor } }));
}

async function listed<T extends { readonly id: number }>(
  noun: SafeText,
  id: number,
  page: (cursor: string | undefined) => Promise<ListReply<T>>,
): Promise<Reply<T>> {
  const list = await attempt(readAll(page));
  if ('error' in list) return { reason: list.error.reason, faults: {}, isTransient: list.error.isTransient };
  const found = list.value.find(one => one.id === id);
  return found ? { value: found } : { reason: t`Another admin deleted the ${noun}.`, faults: {}, isTransient: false };
}
