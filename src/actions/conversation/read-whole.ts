import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { unfinished } from '../../state/detail/body-lines.ts';
import { emptyThread } from '../../state/empty-world.ts';
import { type ReadProgress, readRest } from '../../state/sync/body-chunks.ts';
import { threadOf } from '../../state/visible.ts';
import { agentName } from '../../state/words/names.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { Copied, Message, Note, Thread, World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The kind of these reads: there is one at a time. */
const KIND = 'whole';

interface Unread {
  readonly conversationId: number;
  /** By default all that are loaded. */
  readonly ids?: readonly number[];
  /** Whether the agent still waits for it. */
  readonly isWanted: () => boolean;
}

/**
 * Reads messages to their ends, with the progress as a notice. Resolves with the reason if that was not possible, null if
 * it was, and undefined if the agent no longer waits for it.
 */
export async function readWhole(desk: Desk, unread: Unread): Promise<SafeText | null | undefined> {
  const { conversationId, ids, isWanted } = unread;
  const read = desk.reads.begin(KIND);
  let said: SafeText | undefined;
  const tell = (progress: ReadProgress): void => {
    if (isWanted()) {
      said = progressWords(progress);
      say(desk, said, 'done');
    } else desk.reads.begin(KIND).end();
  };
  const reason = await readRest(desk, conversationId, { signal: read.signal, tell, ...(ids && { ids }) });
  const isOver = !read.isCurrent();
  read.end();
  if (said !== undefined && desk.world().notice?.text === said) desk.set({ notice: null });
  return isOver || !isWanted() ? undefined : (reason ?? null);
}

/** `Reading the rest: 120 kB of 941 kB`. */
function progressWords({ read, of }: ReadProgress): SafeText {
  return of === null ? t`Reading the rest…` : t`Reading the rest: ${byteSize(read)} of ${byteSize(of)}`;
}

/** Messages that must be whole for what is done with them; `undone`: what is not done otherwise, such as “copied”. */
type Wanted = Unread & { readonly undone: SafeText };

/**
 * Runs `then` with whole messages: at once if they are, otherwise after their rest was read. If it cannot be read, a
 * notice says so and nothing is done.
 */
export function withWhole(desk: Desk, wanted: Wanted, then: () => void): void {
  const { conversationId, ids } = wanted;
  const thread = threadOf(desk.world(), conversationId);
  const isWhole = !thread || unfinished(thread).every(({ id }) => ids?.includes(id) === false);
  if (isWhole) then();
  else void readThen(desk, wanted, then);
}

async function readThen(desk: Desk, wanted: Wanted, then: () => void): Promise<void> {
  const reason = whyNotAsked(desk.world()) ?? (await readWhole(desk, wanted));
  if (reason === null) then();
  else if (reason !== undefined) say(desk, t`Not ${wanted.undone}: the rest of the message is not read. ${reason}`);
}

/**
 * The text of the selected message or note; in the list, of the newest message of the conversation under the cursor,
 * marks aside. Undefined if none is loaded.
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

/** Calls `then` with that text once it is whole; `undone`: the word for the act that needs it, such as “copied”. */
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

/**
 * Resolves with the text of a conversation's selected, or newest, message once it is whole, or with the sentence why
 * there is none; undefined if the agent no longer waits for it.
 */
export async function readEntry(
  desk: Desk,
  id: number,
  isWanted: () => boolean,
): Promise<{ readonly text: string } | { readonly problem: SafeText } | undefined> {
  const found = shownId(desk.world()) === id ? shownEntry(desk.world()) : newestOf(threadNow(desk, id));
  if (!found) return { problem: whyNotAsked(desk.world()) ?? t`There is no message in #${id}.` };
  if ('details' in found) return { text: found.details };
  const isCut = () => unfinished(threadNow(desk, id)).some(one => one.id === found.id);
  if (isCut()) {
    const wanted = { conversationId: id, ids: [found.id], isWanted };
    const reason = whyNotAsked(desk.world()) ?? (await readWhole(desk, wanted));
    if (!isWanted()) return undefined;
    if (isCut()) return { problem: t`The rest of the message is not read. ${reason ?? t``}` };
  }
  return { text: threadNow(desk, id).messages.find(one => one.id === found.id)?.body_text ?? found.body_text };
}

function threadNow(desk: Desk, id: number): Thread {
  return threadOf(desk.world(), id) ?? emptyThread;
}

/** The selected message or note, otherwise the newest message. */
export function shownEntry(world: World): Message | Note | undefined {
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
