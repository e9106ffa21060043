import type { Desk } from '../context.ts';
import type { Inbox } from '../world.ts';
import { administer, type Reply } from './send.ts';

/** The inboxes in an order being made, by id: unknown ids are left out, inboxes that it does not name come last. */
export function inOrder(inboxes: readonly Inbox[], order: readonly number[]): readonly Inbox[] {
  const byId = new Map(inboxes.map(inbox => [inbox.id, inbox]));
  const named = order.flatMap(id => byId.get(id) ?? []);
  const places = new Set(order);
  return [...named, ...inboxes.filter(({ id }) => !places.has(id))];
}

/** The order after the entry at a place has moved by a step; the same order at its ends. */
export function moved(order: readonly number[], at: number, step: 1 | -1): readonly number[] {
  const to = at + step;
  const id = order[at];
  if (id === undefined || order[to] === undefined) return order;
  return order.with(at, order[to]).with(to, id);
}

/** Puts all inboxes in this order with one request. */
export function sendOrder(desk: Desk, order: readonly number[], key: string): Promise<Reply<unknown>> {
  const inboxes = order.map((id, sort) => ({ id, sort }));
  return administer(desk, 'inbox.bulkSort', () => desk.client.inbox.bulkSort({ body: { inboxes }, key }));
}
