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

/** Puts the answered message, quoted, where the cursor is. Returns that the key was taken. */
export function quote(desk: Desk, overlay: FieldOverlay<ReplyBox>): true {
  const [id] = overlay.targets;
  const message = answeredMessage(desk.world(), id!, overlay.data.messageId);
  const draft = message && overlay.targets.length === 1 ? quoted(overlay.draft, message, desk.now()) : overlay.draft;
  if (draft === overlay.draft) say(desk, t`There is no text here to quote.`);
  else {
    replaceOverlay(desk, { ...overlay, draft });
    keepDraft(desk, 'reply', id, overlay.draft.text, draft.text);
  }
  return true;
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
