import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, openQuestion, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { ArgsOf } from '../../state/changes/list.ts';
import type { Desk } from '../../state/desk.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { wroteLines } from '../../state/outbox/conflict-words.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import type { FieldOverlay, QuestionOverlay } from '../../state/overlay.ts';
import {
  ASKS_OVER,
  type BoxRecipients,
  boxRecipients,
  type MailDraft,
  mailOf,
  peopleKey,
  peopleParts,
  ReplyBox,
  statusAfterReply,
} from '../../state/reply/box.ts';
import { isUnnamed } from '../../state/reply/sender.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import { seenOnScreens, wroteMeanwhile } from '../../state/reply/wrote-since.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { keepDraft, openReply, sayKept } from './field-draft.ts';
import { goToPart, replyKey, replyPaste } from './reply-parts.ts';
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
    leave: (desk, { targets }) => sayKept(desk, 'reply', targets[0]),
    attached: ({ drafts }, { targets }) => filesInWords(draftFiles(drafts, 'reply', targets[0]!)),
    sawEnd: (desk, box) => {
      const { conversationId, section } = desk.world().detail;
      if (section === 'thread' && box.targets.length === 1 && box.targets[0] === conversationId) noteSeen(desk, box);
    },
    partKey: replyKey,
    partPaste: replyPaste,
    submit: submitReply,
  },
  question: {
    title: (_world, { targets }) => t`Reply to ${named(targets)}?`,
    lines: (world, { data }) => replyQuestion(world, data.box),
    verb: t`send`,
    answer: sendAsked,
    choices: (world, overlay) =>
      newsIn(world, overlay.data.box).length === 0
        ? []
        : [
            { key: 'y', words: t`send it all the same`, run: desk => sendAsked(desk, overlay) },
            { key: 'e', words: t`go on writing`, run: goOnWriting },
          ],
  },
};

function sendAsked(desk: Desk, { data }: QuestionOverlay<ReplyQuestion>): void {
  closeOverlay(desk, 2);
  send(desk, data.box);
}

/** The input of the question before a reply to many people: the box that asks. */
type ReplyQuestion = { readonly box: FieldOverlay<ReplyBox> };

/** Sends what the box says, or says what is missing. A reply to many people is asked about first. */
function submitReply(desk: Desk, overlay: FieldOverlay<ReplyBox>): void {
  const { targets, draft, data } = overlay;
  const world = desk.world();
  if (draft.text.trim() === '') {
    if (data.part !== 'text') goToPart(desk, overlay, 'text');
    say(desk, t`Nothing is written yet: the reply was not sent.`);
    return;
  }
  const fault = targets.length === 1 ? boxRecipients(world, mailOf(overlay)).fault : undefined;
  if (fault && data.part !== fault.part) goToPart(desk, overlay, fault.part);
  const problem =
    fault?.text ?? whyNoReply(world, targets) ?? whyNot('message.reply', replyOf(world, targets[0]!, overlay));
  if (problem !== undefined) say(desk, problem);
  else if (isUnnamed(world)) {
    openField(desk, { id: 'agent.name' }, '', {});
    say(desk, t`Not sent yet: customers would read “${world.me!.name}”. Write your name, then send again.`);
  } else if (replyQuestion(world, overlay).length > 0) {
    openQuestion(desk, conversationReply, targets, { box: overlay });
  } else {
    send(desk, overlay);
    closeOverlay(desk);
  }
}

/** The question before a reply to many people, or after others wrote. No lines: nothing is asked. */
function replyQuestion(world: World, box: FieldOverlay<ReplyBox>): readonly SafeText[] {
  const { targets } = box;
  if (targets.length > 1) {
    return [
      ...newsIn(world, box),
      t`Each of ${named(targets)} gets a message of its own,`,
      t`to its own customer. Nobody sees the others.`,
    ];
  }
  const { to, cc, bcc } = boxRecipients(world, mailOf(box));
  const count = to.length + cc.length + bcc.length;
  const seen = bcc.length > 0 ? t`those in To and Cc` : t`the others`;
  const many = count > ASKS_OVER ? [t`It goes to ${count} people. Each of them sees ${seen}.`] : [];
  return [...newsIn(world, box), ...many];
}

/** What others wrote while the agent was writing. */
function newsIn(world: World, { targets, data }: FieldOverlay<ReplyBox>): readonly SafeText[] {
  return targets.flatMap(id => {
    const seen = data.seen?.[id];
    if (seen === undefined) return [];
    const { customer, unread, colleagues } = wroteMeanwhile(world, id, seen);
    const more = unread === undefined ? [] : [t`Somebody wrote since: “${unread}”`];
    const lines = [...wroteLines(customer, colleagues), ...more];
    return targets.length === 1 ? lines : lines.map(line => t`#${id}: ${line}`);
  });
}

/** Goes back to the box. What others wrote was shown: it is not asked about again. */
function goOnWriting(desk: Desk): void {
  closeOverlay(desk);
  noteSeen(desk, topOverlay(desk.world()) as FieldOverlay<ReplyBox>);
}

/** What was written until now is no news to the agent any more. */
function noteSeen(desk: Desk, box: FieldOverlay<ReplyBox>): void {
  replaceOverlay(desk, { ...box, data: { ...box.data, seen: seenOnScreens(desk.world(), box.targets) } });
}

/** Commits the reply of a box: one for each of its conversations. */
function send(desk: Desk, box: FieldOverlay<ReplyBox>): void {
  const { targets } = box;
  const world = desk.world();
  if (targets.length === 1) {
    settlePeople(desk, mailOf(box), boxRecipients(world, mailOf(box)));
    // The change itself deletes the draft; until then a kill finds it saved.
    desk.commit('message.reply', replyOf(world, targets[0]!, box));
    return;
  }
  const replies = targets.map(id => replyOf(world, id, box));
  // Recipients that the first one's draft had are no longer those of anything.
  settlePeople(desk, mailOf(box), undefined);
  desk.commitEach('message.reply', replies, {
    text: t`Replied to ${named(targets)}`,
    short: t`Replied ${targets.length}`,
  });
}

/** What the agent sees in the box is what goes: the recipients are always named. */
function replyOf(world: World, id: number, box: FieldOverlay<ReplyBox>): ArgsOf<'message.reply'> {
  const { targets, draft, data } = box;
  const { part, messageId } = data;
  const status = part === 'then' ? statusAfterReply(world) : undefined;
  const { to, cc, bcc } = boxRecipients(world, { ...mailOf(box), id });
  // The files of a draft of several conversations belong to the first one, as its text does.
  const files = draftFiles(world.drafts, mailOf(box).kind, targets[0]!);
  return {
    ids: [id],
    body: safeBlock(draft.text.trimEnd()),
    messageId,
    ...(targets.length === 1 ? { to: [...to], cc: [...cc] } : {}),
    ...(targets.length === 1 && bcc.length > 0 ? { bcc: [...bcc] } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
    ...(status ? { thenStatus: status.id } : {}),
  };
}

/** Puts the drafts of the recipients into the form in which the change finds and takes them; without any, drops them. */
function settlePeople(desk: Desk, mail: MailDraft, recipients: BoxRecipients | undefined): void {
  for (const part of peopleParts) {
    const held = desk.world().drafts.get(peopleKey(mail, part)) ?? '';
    if (held !== '')
      keepDraft(desk, `${mail.kind}-${part}`, mail.id, held, recipients ? keptPeople(recipients[part]) : '');
  }
}
