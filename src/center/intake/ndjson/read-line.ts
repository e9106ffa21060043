import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  ExchangedConversation,
  type ExchangedNote,
  type ExchangedReview,
  exchangedKinds,
} from '../../../contract/exchange.ts';
import { detailsOf } from '../../../contract/faults.ts';
import type { KnownMail } from '../../model/erasure/keys.ts';
import { cleanText } from '../../model/text-key.ts';
import { milliseconds } from '../../model/time.ts';

/** A line cannot be imported; the message says why, for a person. */
export class LineRefused extends Error {}

type Kind = (typeof exchangedKinds)[number];
type EntryOf<K extends Kind> = NonNullable<ExchangedConversation[K]>[number];

/** A message, a note or a review of a line, and the mark by which it is recognised as imported. */
export type ImportedEntry = { readonly [K in Kind]: { readonly kind: K; readonly entry: EntryOf<K> } }[Kind] &
  KnownMail;

/** A clock that goes wrong by a day or less is not a fault. */
const DAY_MS = 86_400_000;
const MAX_FAULTS_TOLD = 5;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value));
  } catch {
    throw new LineRefused('It is not JSON, or its end is missing.');
  }
}

/** Reads a line, with all that the form asks of it. Throws `LineRefused`. */
export function readLine(text: string, now: number): ExchangedConversation {
  const given = parsed(text);
  // A list would count as an object without any of the fields.
  if (Array.isArray(given)) throw new LineRefused('It must be an object.');
  const { issues, output } = v.safeParse(ExchangedConversation, given);
  if (issues) {
    const told = detailsOf(issues).slice(0, MAX_FAULTS_TOLD);
    throw new LineRefused(`${told.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}.`);
  }
  requireOrder(output as ExchangedConversation, now);
  return output as ExchangedConversation;
}

function requireOrder(given: ExchangedConversation, now: number): void {
  const isFuture = (time: string): boolean => milliseconds(time) > now + DAY_MS;
  if (isFuture(given.created_at)) throw new LineRefused('created_at lies in the future.');
  for (const kind of exchangedKinds)
    for (const [at, { created_at }] of (given[kind] ?? []).entries())
      if (isFuture(created_at)) throw new LineRefused(`${kind}.${at}.created_at lies in the future.`);
  const ids = new Set<string>();
  for (const [at, { id, kind, attachments = [] }] of (given.messages ?? []).entries()) {
    if (ids.has(id)) throw new LineRefused(`messages.${at}.id is the id of another message too.`);
    if (kind === 'system' && attachments.length > 0)
      throw new LineRefused(`messages.${at}.attachments: a message of the help desk itself has none.`);
    ids.add(id);
  }
}

type Origin = Pick<ExchangedConversation, 'source' | 'id'>;

function hashOf({ source, id }: Origin, ...parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['exchange', source, id, ...parts]))
    .digest('hex');
}

/** The mark of a message by its id: of one that a frontdesk exported it is in the id, the same on every way. */
export function messageIdentity(line: Origin, id: string): string {
  return /^sha256:([0-9a-f]{64})$/.exec(id)?.[1] ?? hashOf(line, 'messages', id);
}

/** The text and the time of a note or a review; its author may have another name elsewhere. */
function saidIn(entry: ExchangedNote | ExchangedReview): string {
  const at = milliseconds(entry.created_at);
  return JSON.stringify('details' in entry ? [at, entry.details] : [at, entry.rating, entry.comment ?? '']);
}

/** All messages of a line, then its notes, then its reviews. */
export function importedEntries(line: ExchangedConversation): ImportedEntry[] {
  const seen = new Map<string, number>();
  return exchangedKinds.flatMap(kind =>
    (line[kind] ?? []).map(entry => {
      if ('id' in entry) {
        const { message_id: messageId = null } = entry;
        return { kind, entry, identity: messageIdentity(line, entry.id), messageId } as ImportedEntry;
      }
      const said = saidIn(entry);
      const number = seen.get(kind + said) ?? 0;
      seen.set(kind + said, number + 1);
      return { kind, entry, identity: hashOf(line, kind, said, number), messageId: null } as ImportedEntry;
    }),
  );
}
