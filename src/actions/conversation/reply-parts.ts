import type { KeyStroke } from '../../keys/action.ts';
import { replaceOverlay, say } from '../../keys/overlay.ts';
import { typed } from '../../keys/row-keys.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, withFields } from '../../state/drafts.ts';
import { inboxIdOf, isFirst, sendingInboxes } from '../../state/first-mail.ts';
import { whyLacking } from '../../state/offers.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import {
  askedInBox,
  changedLine,
  isProposed,
  isTimed,
  type LinePart,
  lineKept,
  lineParts,
  lineText,
  mailOf,
  type PeoplePart,
  peopleParts,
  type ReplyBox,
  type ReplyPart,
  replyParts,
  statusAfterReply,
} from '../../state/reply/box.ts';
import { answeredMessage, messageFor } from '../../state/reply/recipients.ts';
import { lastTyped, readPeople } from '../../state/reply/written-people.ts';
import { seenOnScreens } from '../../state/reply/wrote-since.ts';
import type { Message, World } from '../../state/world.ts';
import { type Draft, insert } from '../../text/edit.ts';
import { foldQuotes } from '../../text/quote.ts';
import { stamp } from '../../text/relative-time.ts';
import { t } from '../../text/safe.ts';
import { openFiles, openPath } from './attach-box.ts';
import { openCommands } from './command-list.ts';
import { completed, offerPeople } from './complete-people.ts';
import { keepDraft } from './field-draft.ts';
import { saveBox } from './put-in.ts';
import { withWhole } from './read-whole.ts';
import { completeSaved, openSaved } from './saved-reply.ts';

/** An open reply box. */
export type ReplyOverlay = FieldOverlay<ReplyBox>;

const STEPS: Readonly<Record<string, number>> = { tab: 1, 'shift-tab': -1 };
/** In a part of one line these go on as well. */
const LINE_STEPS: Readonly<Record<string, number>> = { ...STEPS, enter: 1, down: 1, up: -1 };
const BUTTON_STEPS: Readonly<Record<string, number>> = { ...STEPS, down: 1, right: 1, up: -1, left: -1 };

/**
 * The parts of a mail: many conversations have no recipients in common, Bcc is there once it has an address or while it
 * has the keys, and a mail that answers none is written from its head down.
 */
export function partsOf(world: World, overlay: ReplyOverlay): readonly ReplyPart[] {
  const isOne = overlay.targets.length === 1;
  const isNew = isFirst(overlay.targets[0]!);
  const isForward = mailOf(overlay).kind === 'forward';
  const hasBcc = overlay.data.part === 'bcc' || lineKept(world, mailOf(overlay), 'bcc') !== '';
  const missing: readonly (ReplyPart | false)[] = [
    ...(isOne ? [] : peopleParts),
    !hasBcc && 'bcc',
    ...(isNew ? [] : (['subject', 'inbox', 'record'] as const)),
    sendingInboxes(world).length < 2 && 'inbox',
    (isForward || statusAfterReply(world) === undefined) && 'then',
    (isForward || whyLacking(world, 'later') !== undefined) && 'wait',
    whyLacking(world, 'sendAt') !== undefined && 'at',
    (isNew || isForward || whyLacking(world, 'savedReply.create') !== undefined) && 'save',
  ];
  const parts = replyParts.filter(part => !missing.includes(part));
  if (!isNew && !isForward) return parts;
  const at = parts.findIndex(part => part !== 'text' && !isLine(part));
  return [...parts.slice(1, at), 'text', ...parts.slice(at)];
}

/** Gives a key to the part of the box that has the keys; false for the keys of its text. */
export function replyKey(desk: Desk, opened: ReplyOverlay, stroke: KeyStroke, submit: () => void): boolean {
  const overlay = withMessage(desk, opened);
  const { part } = overlay.data;
  const { kind } = mailOf(overlay);
  const { name, box } = stroke;
  const step = (part === 'text' ? STEPS : isLine(part) || part === 'inbox' ? LINE_STEPS : BUTTON_STEPS)[name];
  if (name === 'tab' && part === 'text' && completeSaved(desk)) return true;
  if (name === 'tab' && isPeople(part) && completeLine(desk, overlay, part)) return true;
  if (step !== undefined) goToPart(desk, overlay, nextPart(desk.world(), overlay, step));
  else if (box === 'box.attach') openPath(desk, kind, overlay.targets);
  else if (box === 'box.saved') openSaved(desk, overlay.targets);
  else if (box === 'box.command') openCommands(desk);
  else if (box === 'box.wait' && partsOf(desk.world(), overlay).includes('wait')) {
    goToPart(desk, overlay, 'wait');
    submit();
  } else if (part === 'text') return box === 'box.quote' && quote(desk, overlay);
  else if (isLine(part)) return lineKeyed(desk, overlay, part, stroke);
  else if (part === 'inbox' && (name === 'left' || name === 'right'))
    chooseInbox(desk, mailOf(overlay).id, name === 'left' ? -1 : 1);
  else if (name === 'enter' && part === 'files') openFiles(desk, kind, overlay.targets);
  else if (name === 'enter' && part === 'save') saveBox(desk, { ...overlay, draftKind: kind });
  else if (name === 'enter') submit();
  else buttonTyped(desk, overlay, stroke);
  return true;
}

/** Text typed on a button is not part of the mail: on the one for files it begins a path, on others it is a time. */
function buttonTyped(desk: Desk, overlay: ReplyOverlay, stroke: KeyStroke): void {
  const { targets, data } = overlay;
  const { part } = data;
  if (isTimed(part)) {
    const former = data[part] ?? '';
    const { text } = typed({ text: former, cursor: former.length }, stroke);
    replaceOverlay(desk, { ...overlay, data: { ...data, [part]: text } });
  } else if (part === 'files' && stroke.text !== undefined) openPath(desk, mailOf(overlay).kind, targets, stroke.text);
  else say(desk, t`Enter presses the button · Tab goes on to the text`);
}

/**
 * Sets the answered message and the last one seen as soon as the thread is read: later messages do not change the
 * recipients, and are asked about.
 */
function withMessage(desk: Desk, overlay: ReplyOverlay): ReplyOverlay {
  const { targets, data } = overlay;
  if (data.messageId !== null || targets.length > 1) return overlay;
  const isForward = mailOf(overlay).kind === 'forward';
  const answered = messageFor(desk.world(), targets[0]!, isForward);
  if (!answered) return overlay;
  const seen = isForward ? {} : { seen: seenOnScreens(desk.world(), targets) };
  const known = { ...overlay, data: { ...data, messageId: answered.id, ...seen } };
  replaceOverlay(desk, known);
  return known;
}

/** A paste belongs to the part that has the keys; false for the text. */
export function replyPaste(desk: Desk, overlay: ReplyOverlay, text: string): boolean {
  const { part } = overlay.data;
  if (isLine(part)) writeLine(desk, overlay, part, insert(lineBefore(desk.world(), overlay, part, text), text));
  else if (part !== 'text') buttonTyped(desk, overlay, { kind: 'key', name: 'paste', text });
  return part !== 'text';
}

/** Gives the keys to a part of the box; in a line, with the cursor at its end. */
export function goToPart(desk: Desk, overlay: ReplyOverlay, part: ReplyPart): void {
  const cursor = isLine(part) ? lineText(desk.world(), mailOf(overlay), part).length : 0;
  replaceOverlay(desk, { ...overlay, data: { ...overlay.data, part, cursor } });
}

/** A line as it is edited, with the cursor in it. */
export function lineOf(world: World, overlay: ReplyOverlay, part: LinePart): Draft {
  const text = lineText(world, mailOf(overlay), part);
  return { text, cursor: Math.min(overlay.data.cursor, text.length) };
}

/** Whether a part of the box is a line of people. */
export function isPeople(part: ReplyPart): part is PeoplePart {
  return (peopleParts as readonly string[]).includes(part);
}

/** Whether a part of the box is a line to write. */
export function isLine(part: ReplyPart): part is LinePart {
  return (lineParts as readonly string[]).includes(part);
}

/** Sends a first mail from the next inbox, or the one before. */
function chooseInbox(desk: Desk, id: number, step: 1 | -1): void {
  const { drafts } = desk.world();
  const ids = sendingInboxes(desk.world()).map(one => one.id);
  const next = ids.at((ids.indexOf(inboxIdOf(desk.world(), id) ?? 0) + step) % ids.length);
  desk.set({ drafts: withFields(drafts, [[draftKey('reply', id), 'inbox', `${next}`]]) });
}

function nextPart(world: World, overlay: ReplyOverlay, step: number): ReplyPart {
  const parts = partsOf(world, overlay);
  return parts[(parts.indexOf(overlay.data.part) + step + parts.length) % parts.length]!;
}

/** A line before a key is inserted. Typing behind a customer proposed in To replaces the proposal. */
function lineBefore(world: World, overlay: ReplyOverlay, part: LinePart, text: string | undefined): Draft {
  const line = lineOf(world, overlay, part);
  const isReplaced = part === 'to' && line.cursor === line.text.length && isProposed(world, mailOf(overlay));
  return isReplaced && text !== undefined && !/^[\s,;]/.test(text) ? { text: '', cursor: 0 } : line;
}

function lineKeyed(desk: Desk, overlay: ReplyOverlay, part: LinePart, stroke: KeyStroke): boolean {
  const line = lineBefore(desk.world(), overlay, part, stroke.text);
  if (stroke.box === 'box.editor') return false;
  if (stroke.box === 'box.quote' && part === 'to') return takeReplyTo(desk, overlay);
  if (stroke.box === 'box.bcc') {
    goToPart(desk, overlay, 'bcc');
    return true;
  }
  const next = typed(line, stroke);
  if (next !== line) {
    const written = writeLine(desk, overlay, part, next);
    if (next.text !== line.text && isPeople(part)) offerPeople(desk, written, part, next.text.slice(0, next.cursor));
  } else if (stroke.box === 'box.send') say(desk, t`${desk.world().keyNames['box.send']} sends at the end of the text`);
  return true;
}

/** Completes the last person of a line; over a slow link Tab asks first. Returns whether there was anything to do. */
function completeLine(desk: Desk, overlay: ReplyOverlay, part: PeoplePart): boolean {
  const line = lineOf(desk.world(), overlay, part);
  const next = completed(desk, overlay, line);
  const before = line.text.slice(0, line.cursor);
  if (next !== undefined) {
    writeLine(desk, overlay, part, next);
    desk.set({ notice: null });
    return true;
  }
  const isNew = desk.world().link === 'slow' && lastTyped(before).length > 1 && readPeople(before).fault !== undefined;
  if (isNew) offerPeople(desk, overlay, part, before, true);
  return isNew;
}

/** Puts the Reply-To in place of those in To. Returns that the key was taken. */
function takeReplyTo(desk: Desk, overlay: ReplyOverlay): true {
  const asked = askedInBox(desk.world(), mailOf(overlay));
  if (asked === undefined) say(desk, t`There is no Reply-To to take.`);
  else writeLine(desk, overlay, 'to', { text: asked, cursor: asked.length });
  return true;
}

function writeLine(desk: Desk, overlay: ReplyOverlay, part: LinePart, { text, cursor }: Draft): ReplyOverlay {
  const mail = mailOf(overlay);
  const held = lineKept(desk.world(), mail, part);
  keepDraft(desk, mail.kind, mail.id, held, changedLine(desk.world(), mail, part, text), part);
  const written = { ...overlay, data: { ...overlay.data, cursor } };
  replaceOverlay(desk, written);
  return written;
}

/** Puts the answered message, quoted, where the cursor is. Returns that the key was taken. */
function quote(desk: Desk, overlay: FieldOverlay<ReplyBox>): true {
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
    keepDraft(desk, mailOf(overlay).kind, id, overlay.draft.text, draft.text);
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
