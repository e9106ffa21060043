import { sql } from 'kysely';
import { MAX_BULK_IDS } from '../../../contract/conversation-filter.ts';
import { rowWith } from '../../database/rows.ts';
import { type Caller, inboxIdsOf, seesInbox } from '../access.ts';
import { outdated } from '../etag.ts';
import { seesAttachment } from '../message/attachment.ts';
import { seesContact } from '../people/contact.ts';
import { conflict, type Fault, notFound } from '../problem.ts';
import { unknownFaults } from '../rows.ts';
import type { Work } from '../work.ts';
import { type ConversationRecord, lockConversations } from './row.ts';
import { tagKey } from './tag.ts';

/** The path of the `at`th entry of a list; the list may be the body as a whole. */
export function pathIn(path: string, at: number): string {
  return path === '' ? `${at}` : `${path}.${at}`;
}

/** The fault unless there are 1 to 500 ids. */
export function countFaults(ids: readonly number[], path: string): Fault[] {
  return ids.length < 1 || ids.length > MAX_BULK_IDS
    ? [[path, `must name 1 to ${MAX_BULK_IDS} conversations, not ${ids.length}`]]
    : [];
}

/** The fault unless there are 1 to 500 distinct ids. */
export function idFaults(ids: readonly number[], path = 'conversation_ids'): Fault[] {
  const faults = countFaults(ids, path);
  if (faults.length > 0 || new Set(ids).size === ids.length) return faults;
  return [[path, 'must not name a conversation twice']];
}

const MAX_TAGS = 100;

/** The fault if there are more than 100 names, or a tag is both added and deleted. */
export function tagFaults(lists: Readonly<Record<string, readonly string[] | undefined>>): Fault[] {
  const given = Object.entries(lists).map(([path, names]) => ({ path, names: names ?? [] }));
  const faults = given.flatMap(({ path, names }): Fault[] =>
    names.length > MAX_TAGS ? [[path, `must name at most ${MAX_TAGS} tags`]] : [],
  );
  const [first, ...others] = given.map(({ names }) => new Set(names.map(tagKey)));
  const both = others.flatMap(other => [...other].filter(key => first?.has(key)));
  return [...faults, ...both.map((key): Fault => [given[1]!.path, `“${key}” is both added and deleted`])];
}

/**
 * The conversations of one bulk call, locked. 404 with a detail for each that does not exist (or that the caller may
 * not see), 409 with a detail for each that was merged away.
 */
export async function lockAll(
  work: Work,
  caller: Caller,
  ids: readonly number[],
  path = 'conversation_ids',
): Promise<ConversationRecord[]> {
  const rows = await lockConversations(work, ids, caller);
  const found = new Set(rows.map(row => row.id));
  const missing = ids.flatMap((id, at) =>
    found.has(id) ? [] : [{ path: pathIn(path, at), message: `there is no conversation ${id}, or you may not see it` }],
  );
  if (missing.length > 0) throw notFound('conversation', missing);
  const gone = rows.filter(row => row.merged_into !== null);
  if (gone.length > 0)
    throw conflict(
      `Nothing was changed: ${gone.map(row => `${row.id} was merged into ${row.merged_into}`).join(', ')}.`,
      gone.map(row => ({
        path: pathIn(path, ids.indexOf(row.id)),
        message: `${row.id} was merged into ${row.merged_into}`,
      })),
    );
  return rows;
}

/** The versions of conversations, by their ids. */
export type VersionsById = Readonly<Record<string, number>>;

/** A fault for each version of a conversation that is not in the bulk call. */
export function versionFaults(versions: VersionsById, ids: readonly number[]): Fault[] {
  const known = new Set(ids.map(String));
  const others = Object.keys(versions).filter(id => !known.has(id));
  return others.map(id => [`if_versions.${id}`, 'is not among the named conversations'] as const);
}

/** 412 with a detail for each conversation whose version differs from the expected one. */
export function checkVersions(versions: VersionsById, rows: readonly ConversationRecord[]): void {
  const changed = rows.filter(({ id, version }) => (versions[id] ?? version) !== version);
  if (changed.length === 0) return;
  throw outdated(
    changed.map(({ id, version }) => ({
      path: `if_versions.${id}`,
      message: `conversation ${id} is at version ${version}, not ${versions[id]}`,
    })),
  );
}

/** The ids in a body that must exist and be visible to the caller. */
export interface ReferencedIds {
  readonly conversation_status_id?: number;
  readonly inbox_id?: number;
  readonly assign_to?: number | null;
  readonly contacts?: readonly number[];
  /** The named inbox is invalid: whether the agent sees it cannot be checked. */
  readonly isInboxWrong?: boolean;
}

async function statusFaults(work: Work, id: number | undefined): Promise<Fault[]> {
  if (id === undefined) return [];
  const found = await rowWith(work.db, 'conversation_status', { id });
  return found ? [] : [['conversation_status_id', `there is no status ${id}`]];
}

/** The fault if a body names a contact that does not exist or that the caller may not see. */
export async function contactFault(work: Work, caller: Caller, id: number | undefined): Promise<Fault[]> {
  return id === undefined ? [] : unknownFaults(work.db, 'contact', [id], () => 'contact_id', seesContact(caller));
}

/** The fields of a conversation that decide to whom it can be assigned. */
type Assigned = Pick<ConversationRecord, 'assign_to' | 'inbox_id'>;

/** The future inboxes of conversations that get another assignee; those without an inbox may be assigned to anyone. */
function homesOf(named: ReferencedIds, rows: readonly Assigned[]): Set<number> {
  const changing = rows.filter(
    row => row.assign_to !== named.assign_to || (named.inbox_id !== undefined && named.inbox_id !== row.inbox_id),
  );
  return new Set(changing.flatMap(row => named.inbox_id ?? row.inbox_id ?? []));
}

/** The fault if an agent does not exist, is disabled, or cannot see the inboxes of these conversations. */
export async function agentFaults(
  work: Work,
  { isInboxKnown, ...named }: ReferencedIds & { readonly isInboxKnown: boolean },
  rows: readonly Assigned[],
  path: string,
): Promise<Fault[]> {
  const id = named.assign_to;
  if (id === undefined || id === null) return [];
  const found = await rowWith(work.db, 'agent', { id });
  if (!found) return [[path, `there is no agent ${id}`]];
  // An agent who lost access, or was disabled, keeps the assignment: assigning it again changes nothing.
  if (found.disabled === 1 && rows.some(row => row.assign_to !== id)) return [[path, `agent ${id} is disabled`]];
  if (found.role === 'admin' || !isInboxKnown) return [];
  const { rows: seen } = await sql<{ inbox_id: number }>`select inbox_id from ${inboxIdsOf(id)} as seen`.execute(
    work.db,
  );
  const unseen = homesOf(named, rows).difference(new Set(seen.map(row => row.inbox_id)));
  return [...unseen].slice(0, 1).map(home => [path, `agent ${id} cannot see inbox ${home}`] as const);
}

/**
 * One fault for each id that does not exist, that the caller may not see, or that cannot be assigned. `rows` are the
 * conversations that would change.
 */
export async function namedFaults(
  work: Work,
  caller: Caller,
  named: ReferencedIds,
  rows: readonly Assigned[],
  agentPath = 'assign_to',
): Promise<Fault[]> {
  const { inbox_id: inboxId, contacts = [] } = named;
  const inboxes = inboxId === undefined ? [] : [inboxId];
  const inbox = await unknownFaults(work.db, 'inbox', inboxes, () => 'inbox_id', seesInbox(caller));
  const isInboxKnown = inbox.length === 0 && !named.isInboxWrong;
  return [
    ...(await statusFaults(work, named.conversation_status_id)),
    ...inbox,
    ...(await agentFaults(work, { ...named, isInboxKnown }, rows, agentPath)),
    ...(await unknownFaults(work.db, 'contact', contacts, at => `contacts.${at}`, seesContact(caller))),
  ];
}

/** A fault for each attachment that does not exist or that the caller may not see. */
export function attachmentFaults(work: Work, caller: Caller, ids: readonly number[] = []): Promise<Fault[]> {
  return unknownFaults(work.db, 'attachment', ids, at => `attachments.${at}`, seesAttachment(caller));
}
