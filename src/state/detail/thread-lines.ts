import { grouped } from '../../text/numbers.ts';
import { stamp } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Message, Note, Thread, World } from '../world.ts';
import { type BodyLines, bodyLines, restLines } from './body-lines.ts';
import { type DeliveryWords, deliveryWords } from './delivery-words.ts';
import { createHeadOf, type HeadOf } from './entry-head.ts';
import { entryFiles, fileLines, whyNoWords } from './files.ts';
import { authorType, type DetailLine, detailLine, type Opened, voiceOf } from './line.ts';
import { createRecipientsOf, type RecipientsOf } from './recipient-lines.ts';

/** The room that a part of a head line takes beside its words. */
const GAP = 3;
/** The columns of the sign for the voice. */
export const VOICE_COLUMNS = 2;

/** The lines of a thread, `columns` wide, oldest entry first; `opened` are the passages shown in full. */
export function threadLines(
  thread: Thread,
  columns: number,
  opened: Opened,
  world: World,
  body: BodyLines = bodyLines,
): readonly DetailLine[] {
  const headOf = createHeadOf(thread, columns, world);
  const recipientsOf = createRecipientsOf(columns, world);
  const shown: Shown = { thread, columns, opened, world, body, headOf, recipientsOf };
  const entries = [...thread.messages, ...thread.notes].sort((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0));
  const numbers = numbersOf(entries, thread, world);
  const lines: DetailLine[] = [];
  if (thread.nextCursor !== null)
    lines.push({ ...detailLine(null, 'more', t`Earlier messages`), right: t`Enter reads them` }, gap);
  for (const [index, entry] of entries.entries()) {
    if (lines.length > 0 && lines.at(-1) !== gap) lines.push(gap);
    const number = numbers[index] ?? t``;
    const own = 'details' in entry ? noteLines(entry, number, shown) : messageLines(entry, number, shown);
    // Not as arguments of one call: a mail may have more lines than a call accepts.
    for (const line of own) lines.push(line);
  }
  return lines;
}

/** The facts that decide the lines of each entry, besides the entry. */
interface Shown {
  readonly thread: Thread;
  readonly columns: number;
  readonly opened: Opened;
  readonly world: World;
  readonly body: BodyLines;
  readonly headOf: HeadOf;
  readonly recipientsOf: RecipientsOf;
}

/** The bodies of a thread, each with its entry's key and its columns. */
export function bodiesOf(thread: Thread, columns: number): readonly [string, Message | Note, number][] {
  const room = columns - VOICE_COLUMNS;
  return [...thread.messages, ...thread.notes].map(entry => [keyOf(entry), entry, room]);
}

function keyOf(entry: Message | Note): string {
  return 'details' in entry ? `note:${entry.id}` : `message:${entry.id}`;
}

const gap: DetailLine = detailLine(null, 'gap', t``);

function messageLines(message: Message, number: SafeText, shown: Shown): readonly DetailLine[] {
  const key = keyOf(message);
  if (message.event === 'conversation.merged_with') return mergedLines(message, key, shown.world);
  if (authorType(message) === 'system' && !isMail(message)) return eventLines(message, key, shown);
  const isReply = message.automatic && message !== shown.thread.messages[0];
  if (authorType(message) === 'system' || isReply) return oneLine(message, key, number, shown);
  return wholeLines(message, number, shown);
}

/** Whether a message of the help center is a mail, or a longer text that is not an event. */
function isMail({ to, cc, body_text }: Message): boolean {
  return to.length + cc.length > 0 || body_text.trim().includes('\n');
}

/**
 * An event of the conversation, in the help center's words, and the key that opens another conversation that they name.
 */
function eventLines(message: Message, key: string, { columns }: Shown): readonly DetailLine[] {
  const lines = wrap(safeLine(message.body_text.trim()), columns).map(text => detailLine(key, 'event', text));
  const [last, named] = [lines.at(-1), namedConversation(message)];
  const right = t`Enter opens #${named ?? 0}`;
  const hasRoom = last !== undefined && width(last.text) + width(right) + GAP <= columns;
  return named !== undefined && hasRoom ? lines.with(-1, { ...last, right }) : lines;
}

/** The conversation that an event names: the one into which a part of this one went, or all of it. */
export function namedConversation(message: Message): number | undefined {
  if (message.merged_with) return message.merged_with;
  if (authorType(message) !== 'system' || isMail(message)) return undefined;
  const [, id] = /#(\d{1,15})/.exec(message.body_text) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A mail that a machine wrote, the help center or one that answered: one line until the agent opens it. */
function oneLine(message: Message, key: string, number: SafeText, shown: Shown): readonly DetailLine[] {
  const foldKey = `${key}/whole`;
  const delivery = deliveryWords(message, shown.world);
  if (shown.opened !== 'all' && !shown.opened.has(foldKey) && !delivery?.hasFailed) {
    const [head] = shown.headOf(message, key, number, delivery);
    const begins = message.body_text.trimStart().split('\n', 1)[0] as SafeText;
    const by = { ...head!.by!, begins };
    return [{ ...head!, by, role: 'fold', text: t`${head!.text} · ${begins}`, foldKey }];
  }
  return wholeLines(message, number, { ...shown, opened: 'all' }).map(line => ({ ...line, foldKey }));
}

function wholeLines(message: Message, number: SafeText, shown: Shown): readonly DetailLine[] {
  const { columns, opened, world, body, headOf, recipientsOf } = shown;
  const key = keyOf(message);
  const voice = voiceOf(message);
  const files = fileLines(message.attachments, key, columns, world).map(line => ({ ...line, voice }));
  const words = body(message, key, columns - VOICE_COLUMNS, opened);
  const emptyNote = words.length === 0 ? [detailLine(key, 'event', whyNoWords(message))] : [];
  const delivery = deliveryWords(message, world);
  return [
    ...withRecipients(headOf(message, key, number, delivery), recipientsOf(message, key, opened), columns),
    ...words,
    ...emptyNote,
    ...restLines(message, key).map(line => ({ ...line, voice })),
    ...files,
    ...deliveryLines(delivery, key, columns),
  ];
}

/** Folded recipients stand in the head line if there is room, before the number and the time; otherwise below it. */
function withRecipients(
  [head, ...below]: readonly DetailLine[],
  recipients: readonly DetailLine[],
  columns: number,
): readonly DetailLine[] {
  const [folded] = recipients;
  if (folded?.role !== 'fold') return [head!, ...below, ...recipients];
  const { text: to, foldKey } = folded;
  const { text, right, hint = t`` } = head!;
  const taken = [text, to, right ?? t``, hint].reduce((sum, part) => sum + width(part) + GAP, 0);
  return taken > columns ? [head!, ...below, ...recipients] : [{ ...head!, to, foldKey }, ...below];
}

function mergedLines({ merged_with, created_at }: Message, key: string, world: World): readonly DetailLine[] {
  const at = created_at === null ? null : stamp(created_at, world.now);
  return [detailLine(key, 'event', t`Merged into #${merged_with ?? 0}`, at)];
}

/** How far a message has come, if the head line has no room for the words. */
function deliveryLines(delivery: DeliveryWords | null, key: string, columns: number): readonly DetailLine[] {
  const { below = null, hasFailed = false } = delivery ?? {};
  return below === null ? [] : wrap(below, columns).map(text => detailLine(key, hasFailed ? 'failure' : 'event', text));
}

function noteLines(note: Note, number: SafeText, shown: Shown): readonly DetailLine[] {
  const key = keyOf(note);
  const files = fileLines(entryFiles(note, shown.thread), key, shown.columns, shown.world);
  const all = [
    ...shown.headOf(note, key, number),
    ...shown.body(note, key, shown.columns - VOICE_COLUMNS, shown.opened),
    ...files,
  ];
  return all.map(one => ({ ...one, voice: 'note' }));
}

/** How many entries a thread has, loaded or not; null if that is not known. */
export function entryTotal(thread: Thread, world: World): number | null {
  const id = thread.messages[0]?.conversation_id ?? thread.notes[0]?.conversation_id;
  const conversation = id === undefined ? undefined : conversationOf(world, id);
  const messages = thread.nextCursor === null ? thread.messages.length : (conversation?.message_count ?? null);
  return messages === null ? null : messages + notesOf(thread, conversation);
}

function notesOf({ notes }: Thread, conversation: Conversation | undefined): number {
  return Math.max(notes.length, conversation?.note_count ?? 0);
}

/**
 * `2 of 4` for each of these entries, oldest first. They are counted from the newest, so that the numbers are right
 * while earlier messages are not loaded; an entry that is older than something not loaded has none.
 */
function numbersOf(entries: readonly (Message | Note)[], thread: Thread, world: World): readonly SafeText[] {
  const total = entryTotal(thread, world);
  if (total === null) return entries.map(() => t``);
  const isCut = (kind: 'message' | 'note'): boolean =>
    kind === 'message'
      ? thread.nextCursor !== null
      : notesOf(thread, conversationOf(world, entries[0]?.conversation_id ?? 0)) > thread.notes.length;
  const firstKnown = Math.max(
    isCut('message') ? entries.findIndex(entry => !('details' in entry)) : 0,
    isCut('note') ? (thread.notes.length === 0 ? entries.length : entries.findIndex(entry => 'details' in entry)) : 0,
  );
  const all = grouped(total);
  return entries.map((_entry, index) =>
    index < firstKnown ? t`` : (`${grouped(total - entries.length + index + 1)} of ${all}` as SafeText),
  );
}
