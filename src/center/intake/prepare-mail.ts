import { type Files, type Finished, keepContent } from '../database/files.ts';
import { plainContentType, plainFileName } from '../model/message/file-name.ts';
import type { ArchiveMark } from './mime/archive-mark.ts';
import type { MailFile } from './mime/body.ts';
import type { Mail } from './mime/parse-mail.ts';
import { pack } from './pack.ts';
import type { FoundMail } from './sources/read.ts';

/** A mail's file whose content is safely on disk. */
export interface StoredMailFile extends Finished {
  readonly name: string;
  readonly content_type: string;
  readonly isInline: boolean;
}

/** A mail that is ready for its transaction. */
export interface PreparedMail {
  readonly source: string;
  readonly mail: Mail;
  readonly files: readonly StoredMailFile[];
  /** The bytes as found, compressed. */
  readonly raw: Uint8Array;
  /** The marks of its archive; absent for live mail. */
  readonly marks?: ReadonlySet<ArchiveMark>;
}

/** For parts without a name. */
const endings: ReadonlyMap<string, string> = new Map([
  ['application/pdf', '.pdf'],
  ['image/gif', '.gif'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['message/rfc822', '.eml'],
  ['text/calendar', '.ics'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/plain', '.txt'],
]);

async function keepFile(files: Files, file: MailFile): Promise<StoredMailFile> {
  const kept = await keepContent(files, [file.content]);
  const type = plainContentType(file.type);
  const name = file.name === '' ? `attachment${endings.get(type) ?? ''}` : plainFileName(file.name);
  return { name, content_type: type, isInline: file.isInline, ...kept };
}

/** Writes a mail's files to disk, so that its transaction need not wait. */
export async function keepFiles(files: Files, given: readonly MailFile[]): Promise<readonly StoredMailFile[]> {
  const kept: StoredMailFile[] = [];
  for (const file of given) kept.push(await keepFile(files, file));
  return kept;
}

/** Writes a mail's files to disk and compresses its source; `mail` is from an archive. */
export async function prepareMail(found: FoundMail, mail: Mail, files: Files): Promise<PreparedMail> {
  const kept = await keepFiles(files, mail.files);
  const marks = marksOf(found, mail);
  return { source: found.source, mail: { ...mail, files: [] }, files: kept, raw: await pack(found.raw), marks };
}

/** The marks by the folder, the file's name and the mail's own fields. */
export function marksOf(found: FoundMail, mail: Mail): ReadonlySet<ArchiveMark> {
  return new Set([...(found.marks ?? []), ...mail.marks]);
}
