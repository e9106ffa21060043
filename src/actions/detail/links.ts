import { isReadWhole } from '../../state/detail/body-lines.ts';
import { threadOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { trimEnd } from '../../text/trim-end.ts';

const LINK = /\bhttps?:\/\/[^\s<>"“”]+/gi;
/** Signs that end the sentence around a link and do not belong to the link. */
const TRAILING = ".,;:!?'’)]}>";

/** The links of the conversation in the detail, without repeats: the newest entry first, in the order of each entry. */
export function linksOf(world: World, entryKey?: string | null): readonly string[] {
  const { conversationId } = world.detail;
  const thread = conversationId === null ? undefined : threadOf(world, conversationId);
  if (!thread) return [];
  const entries = [
    ...thread.messages.map(({ id, created_at: at, body_text: text }) => ({ key: `message:${id}`, at, text })),
    ...thread.notes.map(({ id, created_at: at, details: text }) => ({ key: `note:${id}`, at, text })),
  ].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const wanted = entryKey === undefined ? entries : entries.filter(({ key }) => key === entryKey);
  return [...new Set(wanted.flatMap(({ text }) => [...text.matchAll(LINK)].map(([link]) => trimmed(link))))];
}

/** Keeps a closing bracket if the link contains its opening one. */
function trimmed(link: string): string {
  const bare = trimEnd(link, TRAILING);
  const rest = link.slice(bare.length);
  const isOpen = bare.split('(').length > bare.split(')').length;
  return isOpen && rest.startsWith(')') ? `${bare})` : bare;
}

/** Why there is no link to show. */
export function whyNoLink(world: World): SafeText | undefined {
  if (world.detail.conversationId === null) return t`No conversation is open.`;
  return linksOf(world).length === 0
    ? t`There is no link in ${isReadWhole(world) ? t`this conversation` : t`what is read of this conversation`}.`
    : undefined;
}
