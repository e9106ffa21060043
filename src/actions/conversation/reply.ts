import type { Action } from '../../keys/action.ts';
import { closeOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import type { FieldOverlay, QuestionOverlay } from '../../state/overlay.ts';
import { ReplyBox } from '../../state/reply/box.ts';
import { t } from '../../text/safe.ts';
import { keepDraft, openReply, sayKept } from './field-draft.ts';
import { replyKey, replyPaste } from './reply-parts.ts';
import { goOnWriting, newsIn, noteSeen, type ReplyQuestion, replyQuestion, send, submitReply } from './reply-send.ts';
import { named, whyNoTarget } from './targets.ts';

export const conversationReply: Action<'conversation.reply', { field: ReplyBox; question: ReplyQuestion }> = {
  id: 'conversation.reply',
  title: t`Reply`,
  help: t`Replies by mail; in the box, Ctrl-y quotes, Ctrl-t attaches`,
  scope: 'conversations',
  keys: ['r'],
  words: ['answer', 'respond', 'write', 'mail'],
  writes: true,
  hint: t`reply`,
  unavailable: world => whyNoTarget(world) ?? whyNoReply(world, targetsOf(world)),
  run: desk => openReply(desk, conversationReply, targetsOf(desk.world())),
  field: {
    title: (_world, { targets }) => named(targets),
    verb: t`send`,
    isMultiline: true,
    audience: t`REPLY · goes to the customer`,
    escape: t`keeps the draft`,
    kept: { form: ReplyBox },
    keep: (desk, { targets, draft }, former) => keepDraft(desk, 'reply', targets[0], former, draft.text),
    leave,
    attached: ({ drafts }, { targets }) => filesInWords(draftFiles(drafts, 'reply', targets[0]!)),
    sawEnd: (desk, box) => {
      const { conversationId, section } = desk.world().detail;
      if (section === 'thread' && box.targets.length === 1 && box.targets[0] === conversationId) noteSeen(desk, box);
    },
    partKey: replyKey,
    partPaste: replyPaste,
    submit: (desk, overlay) => submitReply(desk, overlay, conversationReply),
  },
  question: {
    title: (_world, { targets }) => t`Reply to ${named(targets)}?`,
    lines: (world, { targets, data }) => replyQuestion(world, { targets, ...data }),
    verb: t`send`,
    answer: sendAsked,
    choices: (world, overlay) =>
      newsIn(world, { ...overlay, ...overlay.data }).length === 0
        ? []
        : [
            { key: 'y', words: t`send it all the same`, run: desk => sendAsked(desk, overlay) },
            { key: 'e', words: t`go on writing`, run: goOnWriting },
          ],
  },
};

function sendAsked(desk: Desk, { targets, data }: QuestionOverlay<ReplyQuestion>): void {
  closeOverlay(desk, 2);
  send(desk, { targets, ...data });
}

function leave(desk: Desk, { targets }: FieldOverlay<ReplyBox>): void {
  sayKept(desk, 'reply', targets[0]);
}
