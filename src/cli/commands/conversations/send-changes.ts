import { setImmediate as turn } from 'node:timers/promises';
import type { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import type { Conversation, ConversationField } from '../../../client/model.ts';
import { ConversationRow } from '../../../contract/conversation.ts';
import { type ConversationFilter, MAX_BULK_IDS } from '../../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import { attempt } from '../../../state/calls/attempt.ts';
import type { Change, ChangeOutcome } from '../../../state/changes/change.ts';
import { IdMap } from '../../../state/world/id-map.ts';
import type { World } from '../../../state/world.ts';
import { type SafeText, t } from '../../../text/safe.ts';
import { retryWhileBusy, type Sleep } from '../../elsewhere/patiently.ts';
import type { Result } from '../../output/results.ts';
import type { ArgsWithoutIds } from './change-args.ts';
import { eachConversation } from './pages.ts';

/** A change to make on many conversations. */
export interface Sending {
  readonly client: Client;
  readonly change: Change;
  readonly args: ArgsWithoutIds;
  readonly ids: readonly number[];
  /** The places that the change may look at. */
  readonly world: World;
  /** Works out the effect without making any change. */
  readonly isDryRun: boolean;
  /** The change makes a difference to all of them: they are not read before. */
  readonly isPlanned?: boolean;
  /** Under it each request is carried out once, however often it is sent. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
  readonly onProgress: (answered: number) => void;
}

/** The results, in the order of the ids. */
export interface SentChanges {
  readonly results: readonly Titled[];
  /** Why it ended before its end. */
  readonly error?: ApiError;
}

/** A result, with the conversation's title if it was read. */
export interface Titled extends Result {
  readonly title?: SafeText | undefined;
}

/** The results without a reason of their own: an end before they were sent. */
export const NOT_SENT = { result: 'failed', code: 'not_sent', message: t`not sent` } as const;
const MISSING = t`there is no such conversation, or you may not see it`;

/**
 * Makes the change, in chunks as large as the help center takes. Each is read first: conversations that are so already
 * are left alone. Ends early when the user interrupts it or the help center is lost; unsent ones then say so.
 */
export async function sendChanges(sending: Sending): Promise<SentChanges> {
  const { ids, signal } = sending;
  const results: Titled[] = [];
  let error: ApiError | undefined;
  for (let start = 0; start < ids.length && error === undefined && !signal.aborted; start += MAX_BULK_IDS) {
    const chunk = await changeChunk(sending, ids.slice(start, start + MAX_BULK_IDS), start);
    results.push(...chunk.results);
    ({ error } = chunk);
    sending.onProgress(results.length);
    // An embedded help center answers without a turn of the event loop, and Ctrl-C arrives in one.
    await turn();
  }
  const left = ids.slice(results.length).map(id => ({ id, ...NOT_SENT }));
  return { results: [...results, ...left], ...(error ? { error } : {}) };
}

interface ChunkDone extends SentChanges {
  readonly error: ApiError | undefined;
}

async function changeChunk(sending: Sending, ids: readonly number[], start: number): Promise<ChunkDone> {
  const { client, change, args, isDryRun, key, signal, sleep, onProgress } = sending;
  const patience = { sleep, signal, isBegun: start > 0 };
  const read = () => readRowsById(client, sending.isPlanned ? [] : ids);
  const found = await attempt(retryWhileBusy(read, patience));
  if ('error' in found) return { results: ids.map(id => ({ id, ...NOT_SENT })), error: found.error };
  const rows = found.value;
  const changed = changedBy(sending, rows);
  const wanted = ids.filter(id => !rows.has(id) || changed.has(id));
  const results = (of: (id: number) => Omit<Result, 'id'>): Titled[] => {
    const isWanted = new Set(wanted);
    return ids.map(id => ({
      id,
      ...(isWanted.has(id) ? of(id) : { result: 'unchanged' as const }),
      title: rows.get(id)?.title,
    }));
  };
  if (wanted.length === 0) return { results: results(() => ({ result: 'unchanged' })), error: undefined };
  if (isDryRun) {
    const missing = wanted.filter(id => !rows.has(id));
    const merged = await attempt(
      retryWhileBusy(() => readRowsById(client, missing, { merged: '1', archived: 'any' }), patience),
    );
    if ('error' in merged) return { results: ids.map(id => ({ id, ...NOT_SENT })), error: merged.error };
    return {
      results: results(id => (rows.has(id) ? PLANNED : notThere(merged.value.get(id)))),
      error: undefined,
    };
  }
  const job = { versions: {}, progress: (done: number) => onProgress(start + done) };
  const send = () => change.send(client, { ids: wanted, ...args }, `${key}-${start}`, job);
  const sent = await attempt(retryWhileBusy(send, patience));
  if ('error' in sent) return { results: results(() => afterFailure(sent.error)), error: sent.error };
  return { results: results(resultIn(sent.value)), error: undefined };
}

/** Those of the conversations that there are, as a list shows them, by their ids. */
export async function readRowsById(
  client: Client,
  ids: readonly number[],
  more: ConversationFilter = {},
): Promise<ReadonlyMap<number, Conversation>> {
  const wanted = new Set(ids);
  const rows = new Map<number, Conversation>();
  const fields = Object.keys(ConversationRow.entries);
  for (let start = 0; start < ids.length; start += MAX_PAGE_SIZE) {
    const some = ids.slice(start, start + MAX_PAGE_SIZE);
    const filter = { ids: some, archived: 'any' as const, ...more };
    // A help center that does not know the filter lists others: one page tells.
    for await (const row of eachConversation(client, { filter, limit: some.length, fields }))
      if (wanted.has(row.id)) rows.set(row.id, row);
  }
  return rows;
}

/** The fields that changes set. A row without one of them cannot show that nothing is to be done. */
const SET_FIELDS: readonly ConversationField[] = [
  'archived',
  'assign_to',
  'conversation_status_id',
  'inbox_id',
  'merged_into',
  'tags',
];

/** Those of the conversations to which the change makes a difference, as far as they say. */
function changedBy({ change, args, world }: Sending, rows: ReadonlyMap<number, Conversation>): ReadonlySet<number> {
  const ids = [...rows.keys()];
  if (ids.length === 0) return new Set();
  const before = { base: { ...world.base, conversations: IdMap.of(rows) }, patch: world.patch };
  const { conversations } = change.apply(before, { ids, ...args }).patch;
  const isUnsaid = (id: number) => rows.get(id)?.unsaid?.some(field => SET_FIELDS.includes(field));
  // The help center says why it cannot be done.
  const holds = (id: number) => change.holds?.({ ids, ...args }, before, id) ?? true;
  return new Set(ids.filter(id => conversations.has(id) || isUnsaid(id) || !holds(id)));
}

const PLANNED = { result: 'planned' } as const;

/** Why nothing would be done to a conversation that is in no list. */
function notThere(merged: Conversation | undefined): Omit<Result, 'id'> {
  const into = merged?.merged_into ?? null;
  const message = into === null ? MISSING : t`was merged into ${into}`;
  return { result: 'failed', code: into === null ? 'not_found' : 'conflict', message };
}

/** The result of a request without an answer for its conversations. */
function afterFailure(error: ApiError): Omit<Result, 'id'> {
  return error.isUnsent || !error.isTransient || error.isSignedOut
    ? NOT_SENT
    : { result: 'unknown', code: error.code, message: t`it is not known whether it was done` };
}

function resultIn({ refused, stale = [], unsure }: ChangeOutcome): (id: number) => Omit<Result, 'id'> {
  const reasons = new Map([...refused, ...stale].map(({ id, reason }) => [id, reason]));
  const unknown = new Set(unsure?.ids);
  return id => {
    const message = reasons.get(id);
    if (message !== undefined) return { result: 'failed', code: 'refused', message };
    return unknown.has(id) ? { result: 'unknown', code: 'unconfirmed', message: unsure!.problem } : { result: 'done' };
  };
}
