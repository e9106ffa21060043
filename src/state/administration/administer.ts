import type { ApiError } from '../../client/api-error.ts';
import type { AnyCall, Client, OneReply } from '../../client/call.ts';
import { type Endpoint, paramNames } from '../../contract/endpoint.ts';
import { contract, type EndpointName } from '../../contract/index.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack, whyLacking } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import { readAll } from '../sync/places.ts';
import type { Inbox } from '../world.ts';
import { callOn, endpointOf, type ResourceRow, type RowId, saveResource, writeName } from './calls.ts';
import { type ResourceKind, resources } from './resources.ts';

/** An answer in less time needs no word. */
const PATIENCE_MS = 1_000;
const SAVING = t`Waiting for the help center…`;

/** The result of a call, or why it was not carried out. */
export type AdministrationReply<T> = { readonly value: T } | Refused;

/** Why nothing was changed: a sentence, and the fault of each field by its name, if the help center names fields. */
export interface Refused {
  readonly reason: SafeText;
  readonly faults: Readonly<Record<string, SafeText>>;
  /** The same call may work later. Repeated with the same key, it is carried out once. */
  readonly isTransient: boolean;
}

/**
 * Makes a call that administers the help center. It does not go through the outbox: administration is rare, often
 * depends on its own last answer (an id, a name that is free), and the admin waits for the result. A call that
 * the help center lacks is remembered with its reason and is not sent again.
 */
export async function administer<T>(
  desk: Desk,
  name: EndpointName,
  call: () => Promise<T>,
): Promise<AdministrationReply<T>> {
  const known = whyLacking(desk.world(), name);
  if (known !== undefined) return refused(known);
  const stopTelling = desk.setTimer(() => desk.notify({ tone: 'done', text: SAVING }), PATIENCE_MS);
  const answer = await attempt(call());
  stopTelling();
  if (desk.world().notice?.text === SAVING) desk.set({ notice: null });
  if ('value' in answer) return isSilent(answer.value) ? refused(SILENT) : answer;
  const { error } = answer;
  if (isLacking(error, endpointOf(name))) {
    return refused(noteLack(desk, name, t`This help center does not offer that (${error.status}).`));
  }
  return { reason: error.reason, faults: faultsOf(error), isTransient: error.isTransient };
}

const SILENT = t`The answer does not say whether it was done: look before you repeat it.`;

function refused(reason: SafeText): Refused {
  return { reason, faults: {}, isTransient: false };
}

/** A success that neither shows the written values nor confirms the deletion. */
function isSilent(value: unknown): boolean {
  const { data, isConfirmed } = value as { data?: unknown; isConfirmed?: boolean };
  return data === null || isConfirmed === false;
}

/** A 404 for a path with an id may mean that the id is unknown. */
function isLacking(error: ApiError, { extension, path }: Endpoint): boolean {
  return extension === true && (error.isWithoutCall || (error.isAbsent && paramNames(path).length === 0));
}

/** The first fault of each field; `emails.0.email` is a fault of `emails`. */
function faultsOf({ details }: ApiError): Refused['faults'] {
  return Object.fromEntries(
    [...details].reverse().flatMap(({ path, message }) => (path === '' ? [] : [[path.split('.')[0]!, message]])),
  );
}

/** Makes a resource, or changes the one with this id, with one call that administers. */
export function writeResource(
  desk: Desk,
  kind: ResourceKind,
  id: RowId,
  body: object,
  more: AnyCall,
): Promise<AdministrationReply<unknown>> {
  return administer(desk, writeName(kind, id === null), () => saveResource(desk.client, kind, id, body, more));
}

/** Deletes a resource. */
export function removeResource(
  desk: Desk,
  kind: 'inbox' | 'savedReply' | 'rule',
  id: number,
): Promise<AdministrationReply<unknown>> {
  const [name, key] = [`${kind}.remove` as const, desk.newKey()];
  return administer(desk, name, () => callOn(desk.client, name, id, { key }));
}

/** Reads a resource as it is now. A help center that gives no single one is asked for the list. */
export async function resourceNow<K extends ResourceKind>(
  desk: Desk,
  kind: K,
  id: number,
): Promise<AdministrationReply<ResourceRow<K>>> {
  if ('get' in contract[kind]) {
    const name = `${kind}.get` as EndpointName;
    const got = await administer(desk, name, () => callOn<OneReply<ResourceRow<K>>>(desk.client, name, id, {}));
    if ('value' in got) return { value: got.value.data };
    if (got.isTransient) return got;
  }
  const { list: page } = desk.client[kind] as unknown as Client['team'];
  const list = await attempt(readAll(cursor => page({ query: { cursor } })));
  if ('error' in list) return { reason: list.error.reason, faults: {}, isTransient: list.error.isTransient };
  const found = list.value.find(one => one.id === id);
  return found
    ? { value: found as unknown as ResourceRow<K> }
    : refused(t`Another admin deleted the ${resources[kind].noun}.`);
}

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
export function sendOrder(desk: Desk, order: readonly number[], key: string): Promise<AdministrationReply<unknown>> {
  const inboxes = order.map((id, sort) => ({ id, sort }));
  return administer(desk, 'inbox.bulkSort', () => desk.client.inbox.bulkSort({ body: { inboxes }, key }));
}
