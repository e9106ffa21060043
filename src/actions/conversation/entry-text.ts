import { targetsOf } from '../../state/list/targets.ts';
import { agentName } from '../../state/names.ts';
import { threadOf } from '../../state/visible.ts';
import type { Copied, Message, Note, Thread, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { whyNoTarget } from './targets.ts';

/**
 * The text of the message or note that the keys act on: the selected one, otherwise the conversation's newest message.
 * Undefined if none is loaded.
 */
export function entryText(world: World): Copied | undefined {
  const [id, ...others] = targetsOf(world);
  const thread = id === undefined || others.length > 0 ? undefined : threadOf(world, id);
  if (!thread) return undefined;
  const found = (world.pane === 'detail' ? selectedIn(thread, world.detail.entryKey) : undefined) ?? newestOf(thread);
  if (!found) return undefined;
  if ('details' in found) {
    const author = found.agent_id === null ? t`` : t` of ${agentName(world, found.agent_id)}`;
    return { what: t`the note${author}`, text: found.details };
  }
  return { what: t`the message of ${found.author?.name || t`an unknown sender`}`, text: found.body_text };
}

/** Why there is no text of a message here. */
export function whyNoEntry(world: World): SafeText | undefined {
  const targets = targetsOf(world);
  if (targets.length > 1) return t`A message belongs to one conversation: unmark with *n first.`;
  const isLoaded = targets.length === 1 && threadOf(world, targets[0]!) !== undefined;
  if (targets.length === 1 && !isLoaded) return t`#${targets[0]!} is not read yet: Enter opens it.`;
  return whyNoTarget(world) ?? (entryText(world) === undefined ? t`There is no message here.` : undefined);
}

function selectedIn({ messages, notes }: Thread, key: string | null): Message | Note | undefined {
  const [kind, id] = key?.split(':') ?? [];
  const entries: readonly (Message | Note)[] = kind === 'note' ? notes : messages;
  return entries.find(entry => entry.id === Number(id));
}

function newestOf({ messages }: Thread): Message | undefined {
  return messages.findLast(({ event }) => event === null) ?? messages.at(-1);
}
