import * as v from 'valibot';
import type { AttachmentSummary } from '../../client/model.ts';
import { mailLimits, messageLimits } from '../../contract/message.ts';
import { Id } from '../../contract/schema.ts';
import { byteSize } from '../../text/byte-size.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Thread } from '../world/thread.ts';
import { mediaType } from './media-type.ts';

/** The most bytes of all files of one note or reply together: the limit of a mail. */
export const MAX_ATTACHED_BYTES = mailLimits.attachmentBytes;

/**
 * A file that goes with a note or a reply. The desk copied it when it was attached, so that exactly that content goes,
 * even if the original changes. The bytes are on the disk, never here.
 */
export const AttachedFile = v.object({
  /** The name of the copy among the desk’s copies. */
  copy: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** The name under which it goes. */
  name: v.pipe(v.string(), v.transform(safeLine)),
  /** In bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Its id at the help center; absent until it is uploaded. */
  attachmentId: v.exactOptional(Id),
  /** When it was uploaded; milliseconds since 1970. */
  uploadedAt: v.exactOptional(v.number()),
  /** It belongs to a saved reply: it was never copied, and stays at the help center. */
  isShared: v.exactOptional(v.literal(true)),
});
export type AttachedFile = Readonly<v.InferOutput<typeof AttachedFile>>;

/** The files of a change. */
export const AttachedFiles = v.pipe(v.array(AttachedFile), v.maxLength(messageLimits.attachments));

/** The ids under which they are at the help center; those that are not uploaded are left out. */
export function attachmentIdsOf(files: readonly AttachedFile[]): number[] {
  return files.flatMap(({ attachmentId }) => attachmentId ?? []);
}

/** Whether an entry with these attachments has these files and no others. One that is not uploaded is in none. */
export function hasFiles(attachments: readonly number[], files: readonly AttachedFile[] = []): boolean {
  return (
    attachments.length === files.length && files.every(({ attachmentId = 0 }) => attachments.includes(attachmentId))
  );
}

/** `report.pdf 84 kB, photo.jpg 2.1 MB`: the files in a row of a box. Empty if there are none. */
export function filesInWords(files: readonly AttachedFile[]): SafeText {
  return join(
    files.map(({ name, size }) => t`${name} ${byteSize(size)}`),
    t`, `,
  );
}

/**
 * The files as attachments of an entry that the help center may not have yet. Those without an id get one below zero;
 * `entryId` (below zero too) makes it differ from those of other entries.
 */
export function shownFiles(files: readonly AttachedFile[], entryId: number): readonly AttachmentSummary[] {
  return files.map(({ name, size, attachmentId }, index) => ({
    id: attachmentId ?? entryId * messageLimits.attachments - index,
    name,
    content_type: safeLine(mediaType(name)),
    size,
    inline: false,
  }));
}

/** The thread, in which notes name these files by their ids alone. */
export function withShown(thread: Thread, files: readonly AttachmentSummary[]): Thread {
  if (files.length === 0) return thread;
  return { ...thread, files: new Map([...(thread.files ?? []), ...files.map(file => [file.id, file] as const)]) };
}

/** A file as a line of a draft. A file that was uploaded for a failed change stays one attachment: by its copy. */
export function fileLine({ copy, name, size, attachmentId, isShared }: AttachedFile): string {
  return JSON.stringify({ copy, name, size, ...(isShared && attachmentId ? { attachmentId, isShared } : {}) });
}

/** A file of a saved reply, to go with a note or a reply without an upload. */
export function sharedFile({ id, name, size }: AttachmentSummary): AttachedFile {
  const copy = id.toString(16).padStart(32, '0');
  return { copy, name, size: size ?? 0, attachmentId: id, isShared: true };
}

/** The files as the lines of a draft. */
export function draftFileLines(files: readonly AttachedFile[]): string {
  return files.map(fileLine).join('\n');
}

/** The files of a draft, each once. Other lines are left out. */
export function filesOfLines(text: string): readonly AttachedFile[] {
  const files = new Map<string, AttachedFile>();
  for (const line of text.split('\n')) {
    const { success, output } = v.safeParse(AttachedFile, parsed(line));
    if (success && !files.has(output.copy)) files.set(output.copy, output);
  }
  return [...files.values()];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * The private copies of files that go with unsent notes and replies. The methods reject with the reason, as a sentence.
 */
export interface FileCopies {
  /**
   * Copies the file at a path, or the files that were dropped on the terminal, as the agent typed it. If one is not a
   * regular file, cannot be read, changes meanwhile, or if they have more than `maxBytes` together, no copy stays.
   */
  take(typed: string, maxBytes: number): Promise<readonly AttachedFile[]>;
  /** The bytes of a copy, from the first on. Rejects if it is gone. */
  read(file: AttachedFile): AsyncIterable<Uint8Array>;
  /**
   * They were sent (`sent`), or the agent does not want them (`dropped`). A copy is removed once no draft and no unsent
   * change of any desk names it, one that was sent an hour later: `z` may bring it back.
   */
  release(files: readonly AttachedFile[], why: 'sent' | 'dropped'): void;
}
