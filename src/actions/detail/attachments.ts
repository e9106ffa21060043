import { whyLacking } from '../../state/degrade.ts';
import { type Attachment, filesOf } from '../../state/detail/files.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { threadOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The attachments of the conversation in the detail: the newest entry first, and what stands in its text last. */
export function attachmentsOf(world: World, entryKey?: string | null): readonly Attachment[] {
  const { conversationId } = world.detail;
  const thread = conversationId === null ? undefined : threadOf(world, conversationId);
  if (!thread) return [];
  const entries = [
    ...thread.messages.map(entry => ({ key: `message:${entry.id}`, entry })),
    ...thread.notes.map(entry => ({ key: `note:${entry.id}`, entry })),
  ].sort((a, b) => (b.entry.created_at ?? 0) - (a.entry.created_at ?? 0));
  const wanted = entryKey === undefined ? entries : entries.filter(({ key }) => key === entryKey);
  const files = wanted.flatMap(({ entry }) => [...filesOf(entry, thread)].sort(inlineLast));
  return [...new Map(files.map(file => [file.id, file])).values()];
}

function inlineLast(a: Attachment, b: Attachment): number {
  return Number(a.inline ?? false) - Number(b.inline ?? false);
}

/** Without what stands in the texts, such as logos; with it if there is nothing else. */
export function withoutInline(files: readonly Attachment[]): readonly Attachment[] {
  const beside = files.filter(({ inline }) => !inline);
  return beside.length > 0 ? beside : files;
}

/** Why there is no attachment to save. */
export function whyNoAttachment(world: World): SafeText | undefined {
  if (world.detail.conversationId === null) return t`No conversation is open.`;
  if (attachmentsOf(world).length === 0) return t`There is no attachment in this conversation.`;
  return whyNotGiven(world);
}

/** Why the help center gives out none now; undefined as far as is known. */
export function whyNotGiven(world: World): SafeText | undefined {
  return whyLacking(world, 'attachment.content') ?? whyNotAsked(world);
}
