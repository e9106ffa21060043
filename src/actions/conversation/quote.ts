import { boxNow } from '../../keys/flow.ts';
import { putText, textIn } from '../../keys/line-keys.ts';
import { say } from '../../keys/overlay.ts';
import { goTo } from '../../keys/submit.ts';
import type { Desk } from '../../state/desk.ts';
import { askedInBox, type MailDraft } from '../../state/reply/box.ts';
import { answeredMessage } from '../../state/reply/recipients.ts';
import type { Message } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { foldQuotes } from '../../text/quote.ts';
import { stamp } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';
import type { MailView } from './mail-view.ts';
import { withWhole } from './read-whole.ts';

/** Puts the Reply-To in place of those in To. */
export function takeReplyTo(desk: Desk, { world, open }: MailView, mail: MailDraft): void {
  const text = askedInBox(world, mail);
  if (text === undefined) say(desk, t`There is no Reply-To to take.`);
  else {
    putText(desk, open, { draft: { text, cursor: text.length } }, 'to');
    goTo(desk, boxNow(desk.world(), open) ?? open, 'to');
  }
}

const NOTHING = t`There is no text here to quote.`;

/** Puts the answered message, quoted, where the cursor is. */
export function quote(desk: Desk, view: MailView): void {
  const { world, targets, data, open } = view;
  const id = targets[0]!;
  const message = answeredMessage(world, id, data.messageId);
  if (!message || targets.length !== 1) say(desk, NOTHING);
  else {
    // The agent may have typed on while the message was read.
    const isWanted = (): boolean => boxNow(desk.world(), open)?.steps === open.steps;
    const wanted = { conversationId: id, ids: [message.id], undone: t`quoted`, isWanted };
    withWhole(desk, wanted, () => insertQuote(desk, view));
  }
}

function insertQuote(desk: Desk, { targets, data, open }: MailView): void {
  const now = boxNow(desk.world(), open) ?? open;
  const { name, state } = textIn(now)!;
  const message = answeredMessage(desk.world(), targets[0]!, data.messageId);
  const draft = message ? quoted(state.draft, message, desk.now()) : state.draft;
  if (draft === state.draft) say(desk, NOTHING);
  else putText(desk, now, { draft }, name);
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
