import { isPeople, lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { askedInBox } from '../../state/reply/box.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { ofOthers, spoken } from '../words/spoken.ts';

/** What a text has so far: who gets it, its files, and its words, each line of these behind two blanks. */
export function writtenWords(world: World, overlay: FieldOverlay, field: Field<unknown>): readonly SafeText[] {
  const { draft, multiline } = overlay;
  const files = field.attached?.(world, overlay) ?? t``;
  const lines = safeBlock(draft.text).split('\n') as SafeText[];
  const text = multiline ? [t`Written so far:`, ...lines.map(ofOthers)] : [t`Now: ${lines[0] ?? t``}`];
  return [
    ...peopleWords(world, overlay),
    ...(files === '' ? [] : [t`Files: ${spoken(files)}.`]),
    ...(draft.text === '' ? [] : text),
  ];
}

function peopleWords(world: World, overlay: FieldOverlay): readonly SafeText[] {
  if (overlay.actionId !== 'conversation.reply') return [];
  const reply = overlay as ReplyOverlay;
  const { targets, data } = reply;
  const lines = partsOf(world, targets)
    .filter(isPeople)
    .map(part => t`${part === 'to' ? t`To` : t`Cc`}: ${safeLine(lineOf(world, reply, part).text) || t`nobody`}.`);
  const asked = targets.length === 1 ? askedInBox(world, targets[0]!, data.messageId) : undefined;
  return asked === undefined ? lines : [...lines, t`Its Reply-To is ${asked}: ~replyto answers there.`];
}
