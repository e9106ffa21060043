import { ApiError } from '../../../client/api-error.ts';
import type { Client } from '../../../client/client.ts';
import type { Conversation, HistoryNews } from '../../../client/model.ts';
import { ConversationRow } from '../../../contract/conversation.ts';
import { historyEvents, vias } from '../../../contract/history.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import type { World } from '../../../state/world.ts';
import { safeLine } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { fieldNames } from '../../output/encode.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { filterKeysOf } from '../conversations/filter-keys.ts';
import { findAmong } from '../conversations/find.ts';
import { eachConversation } from '../conversations/pages.ts';
import { readSavedViews, readWorld } from '../read-world.ts';
import { type Event, type EventCursor, eventOf } from './event.ts';

/** Which events are wanted. */
export type NewsFlags = FlagsOf<'events'>;

/** Some events, each with its cursor, and where to go on after them: events that do not match were read too. */
export interface NewsPart {
  readonly events: readonly (readonly [EventCursor, Event])[];
  readonly upTo: EventCursor;
  readonly isEnd: boolean;
}

/** How much of the history is read at once. A command may take long, and gets conversations as they were then. */
const ENTRIES_AT_ONCE = { printed: MAX_PAGE_SIZE, handedOver: 50 } as const;
const FIELDS = fieldNames(ConversationRow);

function requireKnown(flag: string, given: readonly string[] = [], known: readonly string[]): void {
  const wrong = given.find(one => !known.includes(one));
  if (wrong === undefined) return;
  throw new ShellError(`--${flag} does not know “${safeLine(wrong)}”. It takes: ${known.join(', ')}.`);
}

/** Returns the function that reads the events after a cursor. The help center itself matches the filter. */
export function createNews(shell: Shell, client: Client, words: readonly string[], flags: NewsFlags) {
  requireKnown('type', flags.type, historyEvents);
  requireKnown('not-via', flags.notVia, vias);
  const isNarrowed = words.length + filterKeysOf(flags).length > 0 || flags.view !== undefined;
  const limit = ENTRIES_AT_ONCE[flags.exec === undefined ? 'printed' : 'handedOver'];
  let known: World | undefined;
  const worldNow = async (): Promise<World> => {
    known ??= {
      ...(await readWorld(client, 0)),
      savedViews: flags.view === undefined ? [] : readSavedViews(shell, flags),
    };
    return { ...known, now: shell.now() };
  };
  return async (after: EventCursor): Promise<NewsPart> => {
    const world = await worldNow();
    const data = await readHistory(client, { after_id: after.id, limit });
    const { epoch, upTo } = data;
    requireSame(after, upTo);
    const wanted = data.entries.filter(entry => isWanted(entry, flags));
    const ids = [...new Set(wanted.map(entry => entry.conversation_id))];
    const found = isNarrowed ? findAmong(client, world, words, flags, FIELDS, ids) : anyOf(client, ids);
    const rows = new Map<number, Conversation>();
    if (ids.length > 0) for await (const row of found) rows.set(row.id, row);
    const events = wanted.flatMap((entry): [EventCursor, Event][] => {
      const row = rows.get(entry.conversation_id);
      const cursor = { id: entry.id, epoch };
      const inbox = world.base.inboxes.find(({ id }) => id === row?.inbox_id)?.slug ?? null;
      return row ? [[cursor, eventOf(cursor, entry, row, inbox)]] : [];
    });
    return { events, upTo, isEnd: data.is_end };
  };
}

/** A part of the help center's history; without a query only where it ends. */
export async function readHistory(client: Client, query: { readonly after_id?: number; readonly limit?: number } = {}) {
  try {
    const { data } = await client.history.after({ query });
    return { ...data, upTo: { id: data.up_to ?? 0, epoch: data.epoch } };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isAbsent) throw error;
    throw new ShellError(
      'This help center does not list what changed in it: it may be an older frontdesk.',
      exitCode.failed,
    );
  }
}

/** Archived ones and those merged away too. */
async function* anyOf(client: Client, ids: readonly number[]): AsyncGenerator<Conversation> {
  const left = new Set(ids);
  for (const merged of ['0', '1'] as const) {
    const filter = { ids: [...left], archived: 'any' as const, merged };
    if (left.size === 0) return;
    for await (const row of eachConversation(client, { filter, fields: FIELDS })) {
      left.delete(row.id);
      yield row;
    }
  }
}

function isWanted({ event, by, via }: HistoryNews, { type, notBy = [], notVia = [] }: NewsFlags): boolean {
  const name = by?.name?.toLowerCase();
  if (notBy.some(one => one.toLowerCase() === name) || notVia.some(one => one === via)) return false;
  return type === undefined || type.some(one => one === event);
}

/** Refuses to go on at an event that the help center does not know: others may have been missed. */
function requireSame(after: EventCursor, now: EventCursor): void {
  const isRestored = after.epoch !== now.epoch;
  if (!isRestored && now.id >= after.id) return;
  const why = isRestored ? 'was restored from a backup since then' : 'has no such event';
  throw new ShellError(
    `The help center ${why}: it cannot go on after event ${after.id}. Nothing was handled. Remove the cursor file if ` +
      'there is one, and say where to begin: --since now for what comes from then on, --since start for all that is there.',
    exitCode.failed,
  );
}
