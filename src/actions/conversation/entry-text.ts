import type { Desk } from '../../state/context.ts';
import { agentName } from '../../state/names.ts';
import { threadOf } from '../../state/visible.ts';
import type { Copied, Message, Note, Thread, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { withWhole } from './read-whole.ts';

/**
 * The text of the selected message or note; in the list, of the newest message of the conversation under the cursor,
 * whatever is marked. Undefined if none is loaded.
 */
export function entryText(world: World): Copied | undefined {
  const found = shownEntry(world);
  if (!found) return undefined;
  if ('details' in found) {
    const author = found.agent_id === null ? t`` : t` of ${agentName(world, found.agent_id)}`;
    return { what: t`the note${author}`, text: found.details };
  }
  return { what: t`the message of ${found.author?.name || t`an unknown sender`}`, text: found.body_text };
}

/** Calls `then` with that text once it is whole; `undone`: what is not done without it, such as “copied”. */
export function withEntryText(desk: Desk, undone: SafeText, then: (text: Copied) => void): void {
  const found = shownEntry(desk.world());
  const conversationId = shownId(desk.world());
  if (!found || conversationId === null) return;
  // The agent may select another entry meanwhile, or open a box.
  const isWanted = (): boolean => {
    const now = shownEntry(desk.world());
    const isSame = now?.id === found.id && 'details' in now === 'details' in found;
    return isSame && shownId(desk.world()) === conversationId && desk.world().overlays.length === 0;
  };
  const ids = 'details' in found ? [] : [found.id];
  withWhole(desk, { conversationId, ids, undone, isWanted }, () => {
    const text = entryText(desk.world());
    if (text) then(text);
  });
}

function shownEntry(world: World): Message | Note | undefined {
  const id = shownId(world);
  const thread = id === null ? undefined : threadOf(world, id);
  if (!thread) return undefined;
  return (world.pane === 'detail' ? selectedIn(thread, world.detail.entryKey) : undefined) ?? newestOf(thread);
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
