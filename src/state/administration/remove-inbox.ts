import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Desk } from '../desk.ts';
import type { Conversation } from '../world.ts';
import { administer } from './administer.ts';

/** The messages that would be lost with an inbox. */
export interface InboxContents {
  readonly conversations: number;
  readonly messages: number;
  /** Mails of the inbox that wait to be sent: they are not sent, wherever their conversations go. */
  readonly unsent: number;
}

/** Conversations that arrive while others are moved are moved too; a busy inbox must not keep this going for ever. */
const MAX_MOVES = 2_000;
/** The document lists archived conversations by themselves. Merged ones are in neither list: they have no messages. */
const PARTS = [undefined, '1'] as const;

type ArchiveFilter = (typeof PARTS)[number];

/**
 * Counts an inbox's conversations and their messages, page by page, because the help center has no number of an inbox's
 * messages. `tell` receives the counts so far. Stops without a result when `isWanted` no longer holds.
 */
export async function countHeld(
  desk: Desk,
  id: number,
  tell: (held: InboxContents) => void,
  isWanted: () => boolean,
): Promise<InboxContents | SafeText | undefined> {
  const held = { conversations: 0, messages: 0, unsent: await unsentOf(desk, id) };
  for (const archived of PARTS) {
    let cursor: string | undefined;
    do {
      const page = await pageOf(desk, id, archived, cursor);
      if (!isWanted()) return undefined;
      if ('reason' in page) return page.reason;
      held.conversations += page.found.length;
      for (const { message_count } of page.found) held.messages += message_count ?? 0;
      tell({ ...held });
      cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
    } while (cursor !== undefined);
  }
  return held;
}

/** A help center that does not say it sends no mail, or none that waits. */
async function unsentOf(desk: Desk, id: number): Promise<number> {
  const answer = await attempt(desk.client.inbox.get({ params: { inbox_id: id } }));
  return 'value' in answer ? (answer.value.data.unsent ?? 0) : 0;
}

/** How many conversations were moved, and why not all of them, if so. */
export interface MovedConversations {
  readonly moved: number;
  readonly reason?: SafeText;
  /** The agent did not want more to be moved. */
  readonly isStopped?: true;
}

/** The observer of moved conversations. */
export interface Onlooker {
  tell(moved: number): void;
  /** Asked between two requests: one on its way cannot be stopped. */
  isWanted(): boolean;
  /** No more is moved, so that nothing can be stopped any more. */
  end(): void;
}

/** Moves all conversations of an inbox to another one, archived ones too, until a look finds none. */
export async function moveAll(desk: Desk, from: number, to: number, onlooker: Onlooker): Promise<MovedConversations> {
  let moved = 0;
  let last: readonly number[] = [];
  for (let count = 0; count < MAX_MOVES; count += 1) {
    const found = await firstOf(desk, from);
    if (!onlooker.isWanted()) return { moved, isStopped: true };
    if ('reason' in found) return { moved, reason: found.reason };
    const ids = found.found.map(({ id }) => id);
    const left = ids.find(id => last.includes(id));
    if (left !== undefined) return { moved: moved - last.length, reason: t`The help center left #${left} in it.` };
    if (ids.length === 0) return { moved };
    const reply = await move(desk, ids, to);
    if (!('value' in reply)) return { moved, reason: reply.reason };
    last = ids;
    moved += ids.length;
    onlooker.tell(moved);
  }
  return { moved, reason: t`More conversations arrive than can be moved.` };
}

function move(desk: Desk, ids: readonly number[], to: number) {
  const body = { conversation_ids: [...ids], inbox_id: to };
  return administer(desk, 'conversation.massUpdate', () =>
    desk.client.conversation.massUpdate({ body, key: desk.newKey() }),
  );
}

interface ConversationBatch {
  readonly found: readonly Conversation[];
  readonly nextCursor: string | undefined;
}

type Page = ConversationBatch | { readonly reason: SafeText };

/** Some of those that are still in the inbox; none if it is empty. */
async function firstOf(desk: Desk, id: number): Promise<Page> {
  const page = await pageOf(desk, id, undefined);
  return 'reason' in page || page.found.length > 0 ? page : pageOf(desk, id, '1');
}

/** A help center that ignores the filter would answer with other inboxes' conversations: they are left alone. */
async function pageOf(desk: Desk, id: number, archived: ArchiveFilter, cursor?: string): Promise<Page> {
  const query = { inbox_ids: [id], archived, limit: MAX_PAGE_SIZE, cursor };
  const answer = await attempt(desk.client.conversation.list({ query }));
  if ('error' in answer) return { reason: answer.error.reason };
  const { data, nextCursor } = answer.value;
  const found = data.filter(({ inbox_id, merged_into }) => inbox_id === id && merged_into === null);
  return { found, nextCursor: nextCursor ?? undefined };
}
