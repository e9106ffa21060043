import { cut } from '../../text/cut.ts';
import { lookAlikeKey } from '../../text/look-alike.ts';
import { foldSteps, type Segment } from '../../text/quote.ts';
import { stamp } from '../../text/relative-time.ts';
import { join, type SafeBlock, type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { agentName } from '../names.ts';
import { createIsLikeStaff, withAddress } from '../person-name.ts';
import type { Message, Note, Thread, World } from '../world.ts';
import { type DetailLine, detailLine, type Voice } from './line.ts';
import { finish, type Steps } from './slices.ts';

/** The text lines of an entry's body. */
export type BodyLines = (
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: ReadonlySet<string>,
) => readonly DetailLine[];

/** Longer quotations and signatures than this many lines are folded into one. */
const FOLD_OVER_LINES = 3;
/** The types in which S/MIME and PGP wrap a whole mail. */
const ENCRYPTED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)/i;
/** The name of such a file if its type does not show it. */
const ENCRYPTED_NAME = /^smime\.p7m$/i;
/** The columns of the sign for who speaks. */
const VOICE_COLUMNS = 2;

/** The lines of a thread, `columns` wide, oldest entry first; `opened` are the passages shown in full. */
export function threadLines(
  thread: Thread,
  columns: number,
  opened: ReadonlySet<string>,
  world: World,
  body: BodyLines = bodyLines,
): readonly DetailLine[] {
  const headOf = createHeadOf(thread, world);
  const entries = [
    ...thread.messages.map(message => ({
      at: message.created_at,
      lines: () => messageLines(message, columns, opened, world, body, headOf),
    })),
    ...thread.notes.map(note => ({ at: note.created_at, lines: () => noteLines(note, columns, opened, world, body) })),
  ].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const lines: DetailLine[] = [];
  if (thread.nextCursor !== null)
    lines.push({ ...detailLine(null, 'more', t`Earlier messages`), right: t`Enter reads them` }, gap);
  for (const entry of entries) {
    if (lines.length > 0 && lines.at(-1) !== gap) lines.push(gap);
    // Not as arguments of one call: a mail may have more lines than a call accepts.
    for (const line of entry.lines()) lines.push(line);
  }
  return lines;
}

/** The bodies of a thread, each with its entry's key and its columns. */
export function bodiesOf(thread: Thread, columns: number): readonly [string, Message | Note, number][] {
  const room = columns - VOICE_COLUMNS;
  return [
    ...thread.messages.map((message): [string, Message, number] => [`message:${message.id}`, message, room]),
    ...thread.notes.map((note): [string, Note, number] => [`note:${note.id}`, note, room]),
  ];
}

const gap: DetailLine = detailLine(null, 'gap', t``);

function timeOf(at: number | null, world: World): SafeText {
  return at === null ? t`` : stamp(at, world.now);
}

function messageLines(
  message: Message,
  columns: number,
  opened: ReadonlySet<string>,
  world: World,
  body: BodyLines,
  headOf: HeadOf,
): readonly DetailLine[] {
  const key = `message:${message.id}`;
  const when = timeOf(message.created_at, world);
  if (message.event === 'conversation.merged_with')
    return [detailLine(key, 'event', t`Merged into #${message.merged_with ?? 0}`, when)];
  const voice = voiceOf(message);
  const files = fileLines(message, key).map(line => ({ ...line, voice }));
  const cutNote = message.truncated ? [detailLine(key, 'event', t`Long message: only its beginning is shown`)] : [];
  const words = body(message, key, columns - VOICE_COLUMNS, opened);
  const emptyNote = words.length === 0 ? [detailLine(key, 'event', whyNoWords(message))] : [];
  return [
    detailLine(key, 'head', headOf(message, columns - width(when) - 1), when),
    ...words,
    ...emptyNote,
    ...cutNote,
    ...files,
  ];
}

function nameOf({ name, id }: Message['attachments'][number]): SafeText {
  return name || t`#${id}`;
}

/** A line for each file, and one line for all inline files together, such as the pictures of a signature. */
function fileLines({ attachments }: Message, key: string): readonly DetailLine[] {
  const beside = attachments.filter(({ inline }) => !inline);
  const within = attachments.filter(({ inline }) => inline);
  const lines = beside.map(file => detailLine(key, 'attachment', nameOf(file), sizeOf(file.size)));
  if (within.length === 0) return lines;
  const size = sizeOf(within.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const names = t`in the text: ${join(within.map(nameOf), t`, `)}`;
  return [...lines, detailLine(key, 'attachment', names, size)];
}

/** The text for a message without words, as far as its files show what it is. */
function whyNoWords({ attachments }: Message): SafeText {
  const isAll = (type: RegExp): boolean => attachments.every(file => type.test(file.content_type ?? ''));
  if (attachments.length === 0) return t`No text: empty, or only pictures that are not in the mail`;
  if (attachments.some(file => ENCRYPTED.test(file.content_type ?? '') || ENCRYPTED_NAME.test(file.name)))
    return t`Encrypted, or signed so that only a mail program reads it`;
  return isAll(/^image\//i) ? t`Only pictures` : t`Only files`;
}

/** The author of a message, at most this many columns wide. */
type HeadOf = (message: Message, columns: number) => SafeText;

/**
 * Heads of messages. A customer chooses the name: the address stands beside it if two people could be mistaken for each
 * other.
 */
function createHeadOf(thread: Thread, world: World): HeadOf {
  const isLikeStaff = createIsLikeStaff(world);
  const addresses = new Map<string, Set<string | null>>();
  const customers = thread.messages.filter(message => !isAgents(message));
  for (const { author } of customers) {
    const key = lookAlikeKey(author.name);
    addresses.set(key, (addresses.get(key) ?? new Set()).add(author.email));
  }
  return (message, columns) => {
    if (isAgents(message)) return agentHead(message, world, columns);
    const { id, email, name: given } = message.author;
    const name = given || email || (id === null ? t`Unknown sender` : t`#${id}`);
    const isShared = (addresses.get(lookAlikeKey(name))?.size ?? 0) > 1;
    return isShared || isLikeStaff(name) ? withAddress({ name, email }, columns) : cut(name, columns);
  };
}

function voiceOf(entry: Message | Note): Voice {
  return 'details' in entry ? 'note' : isAgents(entry) ? 'agent' : 'customer';
}

function isAgents({ author, kind }: Message): boolean {
  return (author.type ?? kind) === 'agent';
}

function agentHead({ author: { id, name: given, email } }: Message, world: World, columns: number): SafeText {
  const known = id !== null && !given ? agentName(world, id) : given;
  const mark = t` · agent`;
  // An inbox as author, from an imported archive, is recognised by its address.
  const name = known || email || t`Help center`;
  const who = id === null && email !== null ? withAddress({ name, email }, columns - width(mark)) : name;
  return t`${cut(who, columns - width(mark))}${mark}`;
}

function noteLines(
  note: Note,
  columns: number,
  opened: ReadonlySet<string>,
  world: World,
  body: BodyLines,
): readonly DetailLine[] {
  const key = `note:${note.id}`;
  const who = note.agent_id === null ? t`Help center` : agentName(world, note.agent_id);
  const files = note.attachments.map(id => detailLine(key, 'attachment', t`attachment #${id}`));
  const all = [
    detailLine(key, 'head', t`NOTE · ${who}`, timeOf(note.created_at, world)),
    ...body(note, key, columns - VOICE_COLUMNS, opened),
    ...files,
  ];
  return all.map(one => ({ ...one, voice: 'note' }));
}

/** This many lines are wrapped in one step. */
const LINES_OF_STEP = 500;
/** The cost of a line in addition to its characters, counted in characters. */
const COST_OF_LINE = 10;

/** A body's text wrapped, with long quotations and signatures folded unless they are opened. */
export function* bodySteps(
  entry: Message | Note,
  entryKey: string,
  columns: number,
  opened: ReadonlySet<string>,
): Steps<readonly DetailLine[]> {
  const voice = voiceOf(entry);
  const lines: DetailLine[] = [];
  const block = 'details' in entry ? entry.details : entry.body_text;
  const segments = yield* foldSteps(block);
  for (const [number, segment] of segments.entries()) {
    const foldKey = `${entryKey}/${number}`;
    const isLong = segment.kind !== 'text' && segment.lines.length > FOLD_OVER_LINES;
    if (isLong && !opened.has(foldKey)) {
      lines.push({ ...detailLine(entryKey, 'fold', foldTitle(segment), t`Enter opens`), foldKey, voice });
      continue;
    }
    const usual = { ...detailLine(entryKey, segment.kind, t``), foldKey: isLong ? foldKey : null, voice };
    for (let at = 0; at < segment.lines.length; at += LINES_OF_STEP) {
      const lined = segment.lines.slice(at, at + LINES_OF_STEP);
      const some = lined.join('\n') as SafeBlock;
      // All empty lines are one object: a mail may consist of nothing else.
      for (const text of wrap(some, columns)) lines.push(text === '' ? usual : { ...usual, text });
      yield some.length + lined.length * COST_OF_LINE;
    }
  }
  while (lines.at(-1)?.text.trim() === '') lines.pop();
  return lines;
}

/** The same in one step. */
export function bodyLines(...args: Parameters<typeof bodySteps>): readonly DetailLine[] {
  return finish(bodySteps(...args));
}

function foldTitle({ kind, lines }: Segment): SafeText {
  return kind === 'quote' ? t`> quoted: ${lines.length} lines` : t`-- signature: ${lines.length} lines`;
}

/** `84 kB`: at most three digits. */
function sizeOf(bytes: number | null): SafeText | null {
  if (bytes === null) return null;
  if (bytes < 1000) return t`${bytes} B`;
  if (bytes < 999_500) return t`${Math.round(bytes / 1000)} kB`;
  return safeLine(`${(bytes / 1_000_000).toFixed(1)} MB`);
}
