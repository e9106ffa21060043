import { replaceOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { ReplyBox } from '../../state/reply/box.ts';
import { answeredMessage } from '../../state/reply/recipients.ts';
import type { Message } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { foldQuotes } from '../../text/quote.ts';
import { stamp } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';
import { keepDraft } from './field-draft.ts';
import { withWhole } from './read-whole.ts';

/** Puts the answered message, quoted, where the cursor is. Returns that the key was taken. */
export function quote(desk: Desk, overlay: FieldOverlay<ReplyBox>): true {
  const [id] = overlay.targets;
  const message = answeredMessage(desk.world(), id!, overlay.data.messageId);
  if (!message || overlay.targets.length !== 1) say(desk, NOTHING);
  else {
    const isWanted = (): boolean => openReply(desk, overlay) !== undefined;
    const wanted = { conversationId: id!, ids: [message.id], undone: t`quoted`, isWanted };
    withWhole(desk, wanted, () => insertQuote(desk, openReply(desk, overlay) ?? overlay));
  }
  return true;
}

const NOTHING = t`There is no text here to quote.`;

/** The same box as it is now: the agent may have typed on while the message was read. */
function openReply(desk: Desk, { actionId, targets }: FieldOverlay<ReplyBox>): FieldOverlay<ReplyBox> | undefined {
  const top = desk.world().overlays.at(-1);
  const isSame = top?.kind === 'field' && top.actionId === actionId && top.targets[0] === targets[0];
  return isSame ? (top as FieldOverlay<ReplyBox>) : undefined;
}

function insertQuote(desk: Desk, overlay: FieldOverlay<ReplyBox>): void {
  const [id] = overlay.targets;
  const message = answeredMessage(desk.world(), id!, overlay.data.messageId);
  const draft = message ? quoted(overlay.draft, message, desk.now()) : overlay.draft;
  if (draft === overlay.draft) say(desk, NOTHING);
  else {
    replaceOverlay(desk, { ...overlay, draft });
    keepDraft(desk, 'reply', id, overlay.draft.text, draft.text);
  }
}

/** The writer’s own words alone, without what they quoted and without their signature. */
function quoted(draft: Draft, { author, body_text, created_at }: Message, now: number): Draft {
  const own = foldQuotes(body_text)
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ lines }) => lines);
  const text = own.join('\n').trim();
  if (text === '') return draft;
  const when = created_at === null ? t`` : t` on ${stamp(created_at, now)}`;
  const before = draft.cursor > 0 && draft.text[draft.cursor - 1] !== '\n' ? '\n' : '';
  const lines = text.split('\n').map(line => `> ${line}`.trimEnd());
  return insert(draft, `${before}${author.name}${when}:\n${lines.join('\n')}\n\n`, { multiline: true });
}
