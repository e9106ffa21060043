import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import { closeOverlay, replaceOverlay, say } from '../../keys/overlay.ts';
import type { Flow } from '../../keys/script.ts';
import type { ArgsOf } from '../../state/changes/list.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, withoutDraft } from '../../state/drafts.ts';
import { filesInWords } from '../../state/files/attached-file.ts';
import { inboxIdOf, isFirst, subjectOf } from '../../state/first-mail.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { wroteLines } from '../../state/outbox/conflict-words.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import { afterMail, stagedFor } from '../../state/outbox/staged.ts';
import {
  ASKS_OVER,
  type BoxRecipients,
  boxRecipients,
  lineKept,
  type MailDraft,
  mailOf,
  peopleParts,
  ReplyBox,
  timeOf,
} from '../../state/reply/box.ts';
import { isUnnamed } from '../../state/reply/sender.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import { seenOnScreens, wroteMeanwhile } from '../../state/reply/wrote-since.ts';
import { threadOf } from '../../state/visible.ts';
import type { Message, World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { counted } from '../../text/numbers.ts';
import { join, type SafeText, safeBlock, t } from '../../text/safe.ts';
import { keepDraft, sayKept } from './field-draft.ts';
import { nameLine } from './name-agent.ts';
import { whyUnfilled } from './put-in.ts';
import { goToPart, type ReplyOverlay, replyKey, replyPaste } from './reply-parts.ts';
import { named } from './targets.ts';

const NAME_COLUMNS = 20;

/** The box in which an action writes a mail, and its question. `audience`: those who will read it, in words. */
export function mailBox(id: string, audience: SafeText): Pick<Action, 'field' | 'flows'> {
  const asking = sendQuestion(`${id}.question`);
  return {
    flows: [asking],
    field: {
      title: titleOf,
      verb: t`send`,
      audience,
      escape: t`keeps the draft`,
      form: ReplyBox,
      keep: (desk, box: ReplyOverlay, former) =>
        keepDraft(desk, mailOf(box).kind, box.targets[0], former, box.draft.text),
      leave: (desk, box: ReplyOverlay) => leaveMail(desk, mailOf(box)),
      attached: attachedTo,
      sawEnd: (desk, box: ReplyOverlay) => {
        const { conversationId, section } = desk.world().detail;
        if (section === 'thread' && box.targets.length === 1 && box.targets[0] === conversationId) noteSeen(desk, box);
      },
      partKey: replyKey,
      partPaste: replyPaste,
      submit: (desk, box: ReplyOverlay) => submitMail(desk, box, asking),
    },
  };
}

/** The question before a mail goes to many people, or after others wrote, above the box that asks. */
function sendQuestion(id: string): Flow {
  return question({
    id,
    title: ({ targets }) => (isFirst(targets[0]!) ? t`Send it?` : t`Reply to ${named(targets)}?`),
    lines: ({ world }) => mailQuestion(world, boxBelow(world)),
    verb: t`send`,
    buttons: ({ world }) =>
      newsIn(world, boxBelow(world)).length === 0
        ? [{ key: 'y', words: t`send` }]
        : [
            { key: 'y', words: t`send it anyway`, isRow: true },
            { key: 'e', words: t`go on writing`, isRow: true },
          ],
    answer: (desk, _data, _targets, key) => {
      const box = boxBelow(desk.world());
      // The agent has seen the news: they are not asked about again.
      if (key === 'e') return noteSeen(desk, box);
      closeOverlay(desk);
      send(desk, box);
    },
  });
}

function boxBelow({ overlays }: World): ReplyOverlay {
  return overlays.findLast(one => one.kind === 'field') as ReplyOverlay;
}

/** The conversation, and of a forward whose message it is. */
function titleOf(world: World, box: ReplyOverlay): SafeText {
  const { targets } = box;
  const author = forwardedBy(world, box)?.author.name;
  if (isFirst(targets[0]!)) return t``;
  return author ? t`${cut(author, NAME_COLUMNS)} · ${named(targets)}` : named(targets);
}

/** The message that a box forwards; undefined if it forwards none, or if that is not loaded. */
function forwardedBy(world: World, box: ReplyOverlay): Message | undefined {
  const { kind, id, messageId } = mailOf(box);
  return kind === 'forward' ? threadOf(world, id)?.messages.find(one => one.id === messageId) : undefined;
}

/** The files of a mail; those of a message that is forwarded go with it without being sent there. */
function attachedTo(world: World, box: ReplyOverlay): SafeText {
  const { kind, id } = mailOf(box);
  const own = filesInWords(draftFiles(world.drafts, kind, id));
  const count = forwardedBy(world, box)?.attachments.length ?? 0;
  const more = count === 0 ? t`` : t`${counted(count, t`file`)} of the message`;
  return join([own, more].filter(Boolean), t` · `);
}

/** Sends the text of the box, or says what is missing. Asks first if a reply goes to many people. */
function submitMail(desk: Desk, overlay: ReplyOverlay, asking: Flow): void {
  const { targets, draft, data } = overlay;
  const world = desk.world();
  const { kind } = mailOf(overlay);
  if (draft.text.trim() === '' && kind !== 'forward') {
    if (data.part !== 'text') goToPart(desk, overlay, 'text');
    say(desk, t`Nothing is written yet: nothing was sent.`);
    return;
  }
  const fault = targets.length === 1 ? boxRecipients(world, mailOf(overlay)).fault : undefined;
  if (fault && data.part !== fault.part) goToPart(desk, overlay, fault.part);
  const problem =
    fault?.text ??
    timeOf(data, desk.centerNow()).problem ??
    whyUnfilled(world, draft.text) ??
    (kind === 'forward' ? whyNotForwarded(world, overlay) : undefined) ??
    (data.part === 'record' ? undefined : whyNoReply(world, targets)) ??
    (isFirst(targets[0]!)
      ? whyNot('conversation.create', firstOf(desk, overlay))
      : whyNot('message.reply', replyOf(desk, targets[0]!, overlay)));
  if (problem !== undefined) say(desk, problem);
  else if (isUnnamed(world)) {
    begin(desk, nameLine, { text: '' });
    say(desk, t`Not sent yet: customers would read “${world.me!.name}”. Write your name, then send again.`);
  } else if (mailQuestion(world, overlay).length > 0) begin(desk, asking, undefined, targets);
  else {
    send(desk, overlay);
    closeOverlay(desk);
  }
}

function whyNotForwarded(world: World, box: ReplyOverlay): SafeText | undefined {
  const message = forwardedBy(world, box);
  return message ? whyNoForward([message]) : t`The message is still being read: send again in a moment.`;
}

/** Why messages cannot be forwarded: a help center that can says of each whether it is aside. */
export function whyNoForward(messages: readonly Message[]): SafeText | undefined {
  const known = messages.filter(({ id }) => id > 0);
  const isLacking = known.length > 0 && known.every(({ side }) => side == null);
  return isLacking ? t`This help center forwards no messages.` : undefined;
}

/** The question before a reply to many people, or after others wrote. No lines: nothing is asked. */
function mailQuestion(world: World, box: ReplyOverlay): readonly SafeText[] {
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

/** The messages and notes that others wrote while the agent was writing. */
function newsIn(world: World, { targets, data, draftKind }: ReplyOverlay): readonly SafeText[] {
  if (draftKind === 'forward') return [];
  return targets.flatMap(id => {
    const seen = data.seen?.[id];
    if (seen === undefined) return [];
    const { customer, unread, colleagues } = wroteMeanwhile(world, id, seen);
    const more = unread === undefined ? [] : [t`Somebody wrote since: “${unread}”`];
    const lines = [...wroteLines(customer, colleagues), ...more];
    return targets.length === 1 ? lines : lines.map(line => t`#${id}: ${line}`);
  });
}

/** Marks everything written so far as seen by the agent. */
function noteSeen(desk: Desk, box: ReplyOverlay): void {
  replaceOverlay(desk, { ...box, data: { ...box.data, seen: seenOnScreens(desk.world(), box.targets) } });
}

/** Commits the mail of a box: one for each of its conversations. */
function send(desk: Desk, box: ReplyOverlay): void {
  const { targets } = box;
  const world = desk.world();
  if (targets.length === 1) {
    settlePeople(desk, mailOf(box), boxRecipients(world, mailOf(box)));
    // The change itself deletes the draft; until then a kill finds it saved.
    if (isFirst(targets[0]!)) desk.commit('conversation.create', firstOf(desk, box));
    else desk.commit('message.reply', replyOf(desk, targets[0]!, box));
    return;
  }
  const replies = targets.map(id => replyOf(desk, id, box));
  // Recipients that the first one's draft had are no longer those of anything.
  settlePeople(desk, mailOf(box), undefined);
  desk.commitEach('message.reply', replies, {
    text: t`Replied to ${named(targets)}`,
    short: t`Replied ${targets.length}`,
  });
}

/** The mail that begins a conversation. */
function firstOf(desk: Desk, box: ReplyOverlay): ArgsOf<'conversation.create'> {
  const world = desk.world();
  const [id] = box.targets;
  const { messageId, forward, to = [], ...mail } = replyOf(desk, id!, box);
  const inboxId = inboxIdOf(world, id!);
  const deliver = box.data.part !== 'record';
  return { ...mail, to, title: subjectOf(world, id!).trim(), deliver, ...(inboxId ? { inboxId } : {}) };
}

/** Leaves a box. Of a first mail or a forward without any word nothing is kept. */
function leaveMail(desk: Desk, { kind, id }: MailDraft): void {
  const { drafts } = desk.world();
  const { text, subject, files, to } = drafts.get(draftKey(kind, id)) ?? {};
  const isWritten = text || subject || files || (kind === 'forward' && to);
  if (isWritten || (kind === 'reply' && !isFirst(id))) sayKept(desk, kind, id);
  else desk.set({ drafts: withoutDraft(drafts, draftKey(kind, id)) });
}

/** The recipients are always named, so that the mail goes to exactly those in the box. */
function replyOf(desk: Desk, id: number, box: ReplyOverlay): ArgsOf<'message.reply'> {
  const world = desk.world();
  const { targets, draft, data } = box;
  const { part, messageId } = data;
  const staged = stagedFor(world, { kind: mailOf(box).kind, id: targets[0]! }, id);
  const { snooze, sendAt } = timeOf(data, desk.centerNow());
  const following = [...staged, ...afterMail(world, id, { isClosing: part === 'then', snooze })];
  const { to, cc, bcc } = boxRecipients(world, { ...mailOf(box), id });
  // The files of a draft of several conversations belong to the first one, as its text does.
  const files = draftFiles(world.drafts, mailOf(box).kind, targets[0]!);
  return {
    ids: [id],
    ...(mailOf(box).kind === 'forward' && messageId !== null ? { forward: messageId } : {}),
    body: safeBlock(draft.text.trimEnd()),
    messageId: mailOf(box).kind === 'forward' ? null : messageId,
    ...(targets.length === 1 ? { to: [...to], cc: [...cc] } : {}),
    ...(targets.length === 1 && bcc.length > 0 ? { bcc: [...bcc] } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
    ...(following.length > 0 ? { following } : {}),
    ...(staged.length > 0 ? { staged: [...staged] } : {}),
    ...(sendAt === undefined ? {} : { sendAt }),
  };
}

/** Puts the drafts of the recipients into the form in which the change finds and takes them; without any, drops them. */
function settlePeople(desk: Desk, mail: MailDraft, recipients: BoxRecipients | undefined): void {
  for (const part of peopleParts) {
    const held = lineKept(desk.world(), mail, part);
    if (held !== '') keepDraft(desk, mail.kind, mail.id, held, recipients ? keptPeople(recipients[part]) : '', part);
  }
}
