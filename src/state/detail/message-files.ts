import { byteSize } from '../../text/byte-size.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import type { Message, Note, Thread } from '../world.ts';
import { type Attachment, fileKind, isEncrypted } from './file-kinds.ts';
import { type DetailLine, detailLine } from './line.ts';

/** From this width on there is room to say what a file is, and then which key lists the files. */
const KIND_FROM = 36;
const HINT_FROM = 56;

/** What a message without words is, as far as its files show it. */
export function whyNoWords({ attachments }: Message): SafeText {
  if (attachments.length === 0) return t`No text: empty, or only pictures that are not in the mail`;
  if (attachments.some(isEncrypted)) return t`Encrypted, or signed so that only a mail program reads it`;
  const kinds = new Set(attachments.map(fileKind));
  const [kind] = kinds;
  const [one, many] = (kinds.size === 1 && kind?.only) || [t`Only an attachment`, t`Only attachments`];
  return attachments.length === 1 ? one : many;
}

/** The files of a message or a note; of a note's, only those are described that were read. */
export function filesOf(entry: Message | Note, { files }: Pick<Thread, 'files'>): readonly Attachment[] {
  if (!('details' in entry)) return entry.attachments;
  return entry.attachments.map(id => files?.get(id) ?? { id, name: t``, content_type: t``, size: null, inline: false });
}

/** A line for each file, and one line for all inline files together, such as the pictures of a signature. */
export function fileLines(files: readonly Attachment[], key: string, columns: number): readonly DetailLine[] {
  const beside = files.filter(({ inline }) => !inline);
  const within = files.filter(({ inline }) => inline);
  const lines = beside.map((file, index) => {
    const facts = columns >= KIND_FROM ? factsOf(file) : factsOf(file).slice(-1);
    const line = detailLine(key, 'attachment', fileName(file), join(facts, t` · `));
    return index === 0 && columns >= HINT_FROM ? { ...line, hint: t`L lists it` } : line;
  });
  if (within.length === 0) return lines;
  const size = byteSize(within.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const names = t`in the text: ${join(within.map(fileName), t`, `)}`;
  return [...lines, detailLine(key, 'attachment', names, size)];
}

/** The name of a file, never empty. */
export function fileName({ name, id }: Pick<Attachment, 'name' | 'id'>): SafeText {
  return name || t`attachment #${id}`;
}

/** `PDF · 84 kB`: what it is, and how large its sender says it is; empty if nothing is known. */
export function fileFacts(file: Attachment): SafeText {
  return join(factsOf(file), t` · `);
}

function factsOf(file: Attachment): readonly SafeText[] {
  const isKnown = file.name !== '' || Boolean(file.content_type);
  return [...(isKnown ? [fileKind(file).word] : []), ...(file.size === null ? [] : [byteSize(file.size)])];
}
