import { agentName } from '../../state/names.ts';
import { threadOf } from '../../state/visible.ts';
import type { Copied, Message, Note, Thread, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/**
 * The text of the selected message or note; in the list, of the newest message of the conversation under the cursor,
 * whatever is marked. Undefined if none is loaded.
 */
export function entryText(world: World): Copied | undefined {
  const id = shownId(world);
  const thread = id === null ? undefined : threadOf(world, id);
  if (!thread) return undefined;
  const found = (world.pane === 'detail' ? selectedIn(thread, world.detail.entryKey) : undefined) ?? newestOf(thread);
  if (!found) return undefined;
  if ('details' in found) {
    const author = found.agent_id === null ? t`` : t` of ${agentName(world, found.agent_id)}`;
    return { what: t`the note${author}`, text: found.details };
  }
  return { what: t`the message of ${found.author?.name || t`an unknown sender`}`, text: found.body_text };
}

/** The message or note with this key in the open conversation, if it is loaded. */
export function entryOf(world: World, key: string | null): Message | Note | undefined {
  const { conversationId } = world.detail;
  const thread = conversationId === null ? undefined : threadOf(world, conversationId);
  return thread && selectedIn(thread, key);
}

/** Why there is no text of a message here. */
export function whyNoEntry(world: World): SafeText | undefined {
  const id = shownId(world);
  if (id === null) return t`There is no message here.`;
  if (threadOf(world, id) === undefined) return t`#${id} is not read yet: Enter opens it.`;
  return entryText(world) === undefined ? t`There is no message here.` : undefined;
}

function shownId({ pane, detail, list }: World): number | null {
  return pane === 'detail' ? (detail.conversationId ?? list.cursorId) : list.cursorId;
}

function selectedIn({ messages, notes }: Thread, key: string | null): Message | Note | undefined {
  const [kind, id] = key?.split(':') ?? [];
  const entries: readonly (Message | Note)[] = kind === 'note' ? notes : messages;
  return entries.find(entry => entry.id === Number(id));
}

function newestOf({ messages }: Thread): Message | undefined {
  return messages.findLast(({ event }) => event === null) ?? messages.at(-1);
}
