import { conversationInput, customerInput } from '../../state/conversation/command-input.ts';
import type { Desk } from '../../state/desk.ts';
import { draftText } from '../../state/drafts/drafts.ts';
import { isFirst } from '../../state/drafts/first-mail.ts';
import { whyNoReply } from '../../state/mail/out.ts';
import { accepted } from '../../state/reply/inserted.ts';
import { loadWhole } from '../../state/sync/thread.ts';
import { conversationOf, threadOf } from '../../state/visible.ts';
import { conversationNumber } from '../../state/words/names.ts';
import type { DraftKind } from '../../state/world/draft-kinds.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { WritingBox } from './put-in.ts';
import { readEntry, readWhole } from './read-whole.ts';
import { whyNoNote } from './targets.ts';

/** Where a command is run: the conversations that the keys act on, and the box that has the keys. */
export interface CommandPlace {
  readonly targets: readonly number[];
  readonly box?: WritingBox | undefined;
}

/** Whether the output of a command becomes a draft. */
export function becomesDraft({ output }: OwnCommand): boolean {
  return output === 'insert' || output === 'note';
}

/** The draft that gets the output of a command: that of the box, of what it read, or else of an answer. */
export function draftKindFor(world: World, { input, output }: OwnCommand, { targets: [id], box }: CommandPlace) {
  if (output === 'note') return 'note';
  return box?.draftKind ?? (input === 'draft' ? writtenKind(world, id) : undefined) ?? 'reply';
}

const WRITTEN = ['reply', 'note', 'forward'] as const satisfies readonly DraftKind[];

function writtenKind(world: World, id = 0): (typeof WRITTEN)[number] | undefined {
  return WRITTEN.find(kind => draftText(world, kind, id).trim() !== '');
}

/** Why a command cannot run here, as the end of a sentence about it. */
export function whyNotRun(world: World, command: OwnCommand, place: CommandPlace): SafeText | undefined {
  const { targets, box } = place;
  const [id] = targets;
  const { input } = command;
  if (id === undefined) return t`needs a conversation, and there is none here`;
  if (targets.length > 1) return t`works on one conversation, not on ${targets.length}`;
  if (becomesDraft(command) && world.isReadOnly) return t`writes a text, and this desk only reads`;
  if (input === 'draft' && !box?.draft.text.trim() && writtenKind(world, id) === undefined)
    return t`needs a draft in ${conversationNumber(id)}`;
  if (input !== 'draft' && (isFirst(id) || !conversationOf(world, id)))
    return t`needs a conversation that is read, and ${conversationNumber(id)} is not`;
  const kind = becomesDraft(command) && !box ? draftKindFor(world, command, place) : undefined;
  const why = kind === 'note' ? whyNoNote(world) : kind === 'reply' ? whyNoReply(world, targets) : undefined;
  return why && t`has nowhere to write: ${why}`;
}

/** Reads what is missing of a thread. Its preview may be on its way: of two reads, one would replace the other. */
async function loadThread(desk: Desk, id: number, isWhole: boolean): Promise<void> {
  await desk.reads.ended('thread');
  if (isWhole || !threadOf(desk.world(), id)) await loadWhole(desk, id, () => undefined);
  await desk.reads.ended('thread');
}

/**
 * Returns the input of a command, or the sentence why it cannot be read; undefined if the agent no longer waits for it.
 */
export async function readInput(
  desk: Desk,
  { input }: OwnCommand,
  { targets: [id = 0], box }: CommandPlace,
  isWanted: () => boolean,
): Promise<{ readonly text: string } | { readonly problem: SafeText } | undefined> {
  const world = desk.world();
  const conversation = conversationOf(world, id);
  if (input === 'draft') {
    const text = box?.draft.text.trim() ? box.draft.text : draftText(world, writtenKind(world, id) ?? 'reply', id);
    return { text: accepted({ text, cursor: 0 }).text };
  }
  if (!conversation) return undefined;
  if (input === 'customer') return { text: customerInput(conversation) };
  await loadThread(desk, id, input === 'conversation');
  if (input === 'message') return readEntry(desk, id, isWanted);
  const thread = threadOf(desk.world(), id);
  const offline = whyNotAsked(desk.world());
  if (!thread) return { problem: offline ?? t`${conversationNumber(id)} could not be read.` };
  if (offline === undefined) await readWhole(desk, { conversationId: id, isWanted });
  return isWanted() ? { text: conversationInput(conversation, threadOf(desk.world(), id) ?? thread) } : undefined;
}
