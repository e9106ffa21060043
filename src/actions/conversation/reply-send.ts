import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, openQuestion, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { ArgsOf } from '../../state/changes/list.ts';
import type { Desk } from '../../state/desk.ts';
import { whyNoReply } from '../../state/mail-out.ts';
import { whyNot } from '../../state/outbox/commit.ts';
import { wroteLines } from '../../state/outbox/conflict-words.ts';
import { draftFiles } from '../../state/outbox/draft-files.ts';
import type { ActionId, FieldOverlay } from '../../state/overlay.ts';
import { ASKS_OVER, boxRecipients, peopleKey, type ReplyBox, statusAfterReply } from '../../state/reply/box.ts';
import type { Recipients } from '../../state/reply/recipients.ts';
import { isUnnamed } from '../../state/reply/sender.ts';
import { keptPeople } from '../../state/reply/written-people.ts';
import { seenOnScreens, wroteMeanwhile } from '../../state/reply/wrote-since.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { keepDraft, PEOPLE_PARTS } from './field-draft.ts';
import { goToPart } from './reply-parts.ts';
import { named } from './targets.ts';

type Reply = ArgsOf<'message.reply'>;

/** What a box says: text, state, and its conversations. */
type Written = Pick<FieldOverlay<ReplyBox>, 'targets' | 'draft' | 'data'>;

/** The input of the question before a reply to many people. */
export type ReplyQuestion = Pick<FieldOverlay<ReplyBox>, 'draft' | 'data'>;

/** Sends what the box says, or says what is missing. A reply to many people is asked about first. */
export function submitReply(
  desk: Desk,
  overlay: FieldOverlay<ReplyBox>,
  action: Pick<Action<ActionId, { question: ReplyQuestion }>, 'id' | 'question'>,
): void {
  const { targets, draft, data } = overlay;
  const world = desk.world();
  if (draft.text.trim() === '') {
    if (data.part !== 'text') goToPart(desk, overlay, 'text');
    say(desk, t`Nothing is written yet: the reply was not sent.`);
    return;
  }
  const fault = targets.length === 1 ? boxRecipients(world, targets[0]!, data.messageId).fault : undefined;
  if (fault && data.part !== fault.part) goToPart(desk, overlay, fault.part);
  const problem = fault?.text ?? whyNoReply(world, targets) ?? whyNotTaken(world, overlay);
  if (problem !== undefined) say(desk, problem);
  else if (isUnnamed(world)) {
    openField(desk, { id: 'agent.name' }, '', {});
    say(desk, t`Not sent yet: customers would read “${world.me!.name}”. Write your name, then send again.`);
  } else if (replyQuestion(world, overlay).length > 0) {
    openQuestion(desk, action, targets, { draft, data });
  } else {
    send(desk, overlay);
    closeOverlay(desk);
  }
}

/** The number of those that a reply to one conversation goes to; 0 for several: that is asked about anyway. */
function peopleCount(world: World, { targets, data }: Pick<FieldOverlay<ReplyBox>, 'targets' | 'data'>): number {
  if (targets.length > 1) return 0;
  const { to, cc } = boxRecipients(world, targets[0]!, data.messageId);
  return to.length + cc.length;
}

/** The question before a reply to many people, or after others wrote. No lines: nothing is asked. */
export function replyQuestion(
  world: World,
  box: Pick<FieldOverlay<ReplyBox>, 'targets' | 'data'>,
): readonly SafeText[] {
  const { targets } = box;
  if (targets.length === 1) {
    const count = peopleCount(world, box);
    const many = count > ASKS_OVER ? [t`It goes to ${count} people. Each of them sees the others.`] : [];
    return [...newsIn(world, box), ...many];
  }
  return [
    ...newsIn(world, box),
    t`Each of ${named(targets)} gets a message of its own,`,
    t`to its own customer. Nobody sees the others.`,
  ];
}

/** What others wrote while the agent was writing. */
export function newsIn(
  world: World,
  { targets, data }: Pick<FieldOverlay<ReplyBox>, 'targets' | 'data'>,
): readonly SafeText[] {
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
export function goOnWriting(desk: Desk): void {
  closeOverlay(desk);
  noteSeen(desk, topOverlay(desk.world()) as FieldOverlay<ReplyBox>);
}

/** What was written until now is no news to the agent any more. */
export function noteSeen(desk: Desk, box: FieldOverlay<ReplyBox>): void {
  replaceOverlay(desk, { ...box, data: { ...box.data, seen: seenOnScreens(desk.world(), box.targets) } });
}

/** Commits the reply of a box: one for each of its conversations. */
export function send(desk: Desk, box: Written): void {
  const { targets } = box;
  const world = desk.world();
  if (targets.length === 1) {
    settlePeople(desk, targets[0]!, boxRecipients(world, targets[0]!, box.data.messageId));
    // The change itself deletes the draft; until then a kill finds it saved.
    desk.commit('message.reply', replyOf(world, targets[0]!, box));
    return;
  }
  const replies = targets.map(id => replyOf(world, id, box));
  // Recipients that the first one's draft had are no longer those of anything.
  settlePeople(desk, targets[0]!, undefined);
  desk.commitEach('message.reply', replies, {
    text: t`Replied to ${named(targets)}`,
    short: t`Replied ${targets.length}`,
  });
}

/** What the agent sees in the box is what goes: the recipients are always named. */
function replyOf(world: World, id: number, { targets, draft, data }: Written): Reply {
  const { part, messageId } = data;
  const status = part === 'then' ? statusAfterReply(world) : undefined;
  const { to, cc } = boxRecipients(world, id, messageId);
  // The files of a draft of several conversations belong to the first one, as its text does.
  const files = draftFiles(world.drafts, 'reply', targets[0]!);
  return {
    ids: [id],
    body: safeBlock(draft.text.trimEnd()),
    messageId,
    ...(targets.length === 1 ? { to: [...to], cc: [...cc] } : {}),
    ...(files.length > 0 ? { files: [...files] } : {}),
    ...(status ? { thenStatus: status.id } : {}),
  };
}

/** Puts the drafts of the recipients into the form in which the change finds and takes them; without any, drops them. */
function settlePeople(desk: Desk, id: number, recipients: Recipients | undefined): void {
  for (const part of PEOPLE_PARTS) {
    const held = desk.world().drafts.get(peopleKey(part, id)) ?? '';
    if (held !== '') keepDraft(desk, `reply-${part}`, id, held, recipients ? keptPeople(recipients[part]) : '');
  }
}

function whyNotTaken(world: World, overlay: FieldOverlay<ReplyBox>): SafeText | undefined {
  return whyNot('message.reply', replyOf(world, overlay.targets[0]!, overlay));
}
