import { closeBox } from '../../keys/flow.ts';
import { endProblem } from '../../keys/overlay.ts';
import type { ArgsOf } from '../../state/changes/list.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, withoutDraft } from '../../state/drafts/drafts.ts';
import { draftFiles } from '../../state/drafts/files.ts';
import { inboxIdOf, isFirst, subjectOf } from '../../state/drafts/first-mail.ts';
import { whyNoReply } from '../../state/mail/out.ts';
import { whyInvalidArgs } from '../../state/outbox/commit.ts';
import { wroteLines } from '../../state/outbox/conflict-words.ts';
import { afterMail, mineOnReply, stagedFor } from '../../state/outbox/staged.ts';
import {
  ASKS_OVER,
  type BoxRecipients,
  boxRecipients,
  lineKept,
  type MailDraft,
  peopleParts,
  sentAt,
  waitUntil,
  whyNoForward,
} from '../../state/reply/box.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import { wroteMeanwhile } from '../../state/reply/wrote-since.ts';
import { sendAndGoOn } from '../../state/sync/after-sending.ts';
import { threadOf } from '../../state/visible.ts';
import type { Message, World } from '../../state/world.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { keepDraft, sayKept } from './field-draft.ts';
import { type MailView, mailOf } from './mail-view.ts';
import { whyUnfilled } from './put-in.ts';
import { conversationsTitle } from './targets.ts';

/** A mail that is sent: its text, and the button that was pressed. */
export interface SentMail extends Pick<MailView, 'targets' | 'data'> {
  readonly kind: MailDraft['kind'];
  readonly said: Readonly<Record<'text' | 'wait' | 'at' | 'close' | 'record', string>>;
}

/** Why a mail cannot be sent. */
export function whyNotSent(desk: Desk, mail: SentMail): SafeText | undefined {
  const { kind, targets, said } = mail;
  const world = desk.world();
  return (
    whyUnfilled(world, said.text) ??
    (kind === 'forward' ? whyNotForwarded(world, mail) : undefined) ??
    (said.record ? undefined : whyNoReply(world, targets)) ??
    (isFirst(targets[0]!)
      ? whyInvalidArgs('conversation.create', firstOf(desk, mail))
      : whyInvalidArgs('message.reply', replyOf(desk, targets[0]!, mail)))
  );
}

/** The message that a mail forwards; undefined if it forwards none, or if that is not loaded. */
export function forwardedBy(world: World, { kind, id, messageId }: MailDraft): Message | undefined {
  return kind === 'forward' ? threadOf(world, id)?.messages.find(one => one.id === messageId) : undefined;
}

function whyNotForwarded(world: World, { kind, ...mail }: SentMail): SafeText | undefined {
  const message = forwardedBy(world, mailOf(kind, mail));
  return message ? whyNoForward([message]) : t`The message is still being read: send again in a moment.`;
}

/** The reasons to ask before a reply goes to many people; empty if it goes at once. */
export function manyLines(world: World, { kind, ...mail }: Omit<SentMail, 'said'>): readonly SafeText[] {
  const { targets } = mail;
  if (targets.length > 1)
    return [
      t`Each of ${conversationsTitle(targets)} gets a message of its own,`,
      t`to its own customer. Nobody sees the others.`,
    ];
  const { to, cc, bcc } = boxRecipients(world, mailOf(kind, mail));
  const count = to.length + cc.length + bcc.length;
  const seen = bcc.length > 0 ? t`those in To and Cc` : t`the others`;
  return count > ASKS_OVER ? [t`It goes to ${count} people. Each of them sees ${seen}.`] : [];
}

/** The messages and notes that others wrote while the agent was writing. */
export function newsLines(world: World, { targets, data }: Pick<SentMail, 'targets' | 'data'>): readonly SafeText[] {
  return targets.flatMap(id => {
    const seen = data.seen?.[id];
    if (seen === undefined) return [];
    const { customer, unread, colleagues } = wroteMeanwhile(world, id, seen);
    const more = unread === undefined ? [] : [t`Somebody wrote since: “${unread}”`];
    const lines = [...wroteLines(customer, colleagues), ...more];
    return targets.length === 1 ? lines : lines.map(line => t`#${id}: ${line}`);
  });
}

/** Commits the mail of a box: one for each of its conversations. */
export function sendMail(desk: Desk, mail: SentMail): void {
  const { kind, targets } = mail;
  const draft = mailOf(kind, mail);
  if (targets.length === 1) {
    const id = targets[0]!;
    settlePeople(desk, draft, boxRecipients(desk.world(), draft));
    // The change itself deletes the draft; until then a kill finds it saved.
    const send = () => desk.commit('message.reply', replyOf(desk, id, mail));
    if (isFirst(id)) desk.commit('conversation.create', firstOf(desk, mail));
    else if (kind === 'reply') sendAndGoOn(desk, id, send);
    else send();
    return;
  }
  const replies = targets.map(id => replyOf(desk, id, mail));
  // Recipients that the first one's draft had are no longer those of anything.
  settlePeople(desk, draft, undefined);
  desk.commitEach('message.reply', replies, {
    text: t`Replied to ${conversationsTitle(targets)}`,
    short: t`Replied ${targets.length}`,
  });
}

/** The mail that begins a conversation. */
function firstOf(desk: Desk, mail: SentMail): ArgsOf<'conversation.create'> {
  const world = desk.world();
  const id = mail.targets[0]!;
  const { messageId, forward, to = [], ...args } = replyOf(desk, id, mail);
  const inboxId = inboxIdOf(world, id);
  const title = subjectOf(world, id).trim();
  return { ...args, to, title, deliver: !mail.said.record, ...(inboxId ? { inboxId } : {}) };
}

/** The recipients are always named, so that the mail goes to exactly those in the box. */
function replyOf(desk: Desk, id: number, { kind, targets, data, said }: SentMail): ArgsOf<'message.reply'> {
  const world = desk.world();
  const draft = mailOf(kind, { targets, data });
  const staged = stagedFor(world, draft, id);
  const { snooze } = said.wait ? waitUntil(said.wait, desk.centerNow()) : {};
  const { sendAt } = said.at ? sentAt(said.at, desk.centerNow()) : {};
  const mine = kind === 'reply' && !isFirst(id) ? mineOnReply(world, id) : [];
  // Before those that the agent has chosen: another assignment among them replaces it.
  const following = [...mine, ...staged, ...afterMail(world, id, { isClosing: said.close !== '', snooze })];
  const { to, cc, bcc } = boxRecipients(world, { ...draft, id });
  // The files of a draft of several conversations belong to the first one, as its text does.
  const files = draftFiles(world.drafts, kind, targets[0]!);
  const isForward = kind === 'forward';
  return {
    ids: [id],
    ...(isForward && data.messageId !== null ? { forward: data.messageId } : {}),
    body: safeBlock(said.text.trimEnd()),
    messageId: isForward ? null : data.messageId,
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

/** Leaves a box. Of a first mail or a forward without any word nothing is kept. */
export function leaveMail(desk: Desk, kind: MailDraft['kind'], { open, targets: [id = 0] }: MailView): void {
  closeBox(desk, open);
  endProblem(desk);
  const { drafts } = desk.world();
  const { text, subject, files, to } = drafts.get(draftKey(kind, id)) ?? {};
  const isWritten = text || subject || files || (kind === 'forward' && to);
  if (isWritten || (kind === 'reply' && !isFirst(id))) sayKept(desk, kind, id);
  else desk.set({ drafts: withoutDraft(drafts, draftKey(kind, id)) });
}
