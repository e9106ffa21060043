import { knownField } from '../mime/headers.ts';
import { type LineEnd, lineEndOf } from '../mime/line-end.ts';
import { firstWhole, type Mailbox, mailboxAt } from './mbox.ts';
import { emlxLength } from './place-mark.ts';

/** The contents of a file: several mails, or one. */
export type Format = Mailbox | 'mail';

const anyField = /^[!-9;-~]{1,256}[ \t]*:/;

/** The first lines must be header fields, one of them typical of mail. */
function hasMailHeader(text: string): boolean {
  let hasKnown = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line === '' && hasKnown) return true;
    if (/^[ \t]/.test(line)) continue;
    if (!anyField.test(line)) return hasKnown;
    hasKnown ||= knownField.test(line);
  }
  return hasKnown;
}

function packed(how: string): string {
  return `It is ${how}. Unpack it and import what is in it.`;
}

const OFFICE =
  'It is a document of an office program (or an Outlook message), not a mail. Save a message as .eml first.';
const OUTLOOK = 'It is an Outlook message (.msg). Save it as .eml first.';
const UTF16 = 'It is a text in UTF-16, which mail is not. Save the mail again, as .eml.';

/** The beginnings of files without mail that can be imported, with the reason; the first that fits counts. */
const OTHERS: readonly (readonly [beginning: RegExp, reason: string])[] = [
  // Newer office programs write ZIP archives whose first files have these names.
  [/^PK\x03\x04.{0,1977}?(?:\[Content_Types\]\.xml|mimetypeapplication\/vnd\.)/s, OFFICE],
  [/^\x1f\x8b/, packed('compressed (gzip) twice')],
  [/^PK\x03\x04/, packed('a ZIP archive')],
  [/^BZh/, packed('compressed (bzip2)')],
  [/^\xfd7zXZ/, packed('compressed (xz)')],
  [/^!BDN/, 'It is an Outlook data file (PST). Export its mail as mbox or .eml first.'],
  [/^\(\xb5\/\xfd/, packed('compressed (zstd)')],
  [/^7z\xbc\xaf'\x1c/, packed('a 7-Zip archive')],
  [/^Rar!\x1a\x07/, packed('a RAR archive')],
  [/^\x04"M\x18/, packed('compressed (lz4)')],
  [/^LZIP/, packed('compressed (lzip)')],
  [/^\xcf\xad\x12\xfe/, 'It is a folder of Outlook Express (.dbx). Save its mail as .eml first.'],
  [/^x\x9f>"/, 'It is what Outlook wraps files in (winmail.dat), without its mail. Import the mail that it came with.'],
  [/^\xff\xfe/, UTF16],
  [/^\xfe\xff/, UTF16],
  [/^%PDF-/, 'It is a PDF document, not a mail.'],
  [/^\{\\rtf/, 'It is an RTF document, not a mail.'],
  [/^.{257}ustar/s, packed('a TAR archive')],
];

/** Word, Excel and Outlook use one file format; a message names its properties in it. */
const OFFICE_BEGINNING = '\u00d0\u00cf\u0011\u00e0';
const OUTLOOK_NAMES = ['__substg1.0_', '__properties_version1.0', '__nameid_version1.0'].map(name =>
  [...name].join('\u0000'),
);

/** The contents of a file, and how many bytes to skip before them. */
export interface DetectedFile {
  readonly format: Format;
  readonly skip: number;
  readonly lineEnd: LineEnd;
  /** Whether it is a mailbox whose beginning is missing. */
  readonly isCut?: true;
  /** The bytes of the mail, if other things follow it. */
  readonly length?: number;
}

/** Recognises the contents of a file by its first bytes; returns a reason in words if it is not mail. */
export function detect(head: Buffer): DetectedFile | { readonly reason: string } {
  if (head.length === 0) return { reason: 'The file is empty.' };
  const text = head.toString('latin1');
  const other = OTHERS.find(([beginning]) => beginning.test(text));
  if (other) return { reason: other[1] };
  if (text.startsWith(OFFICE_BEGINNING))
    return { reason: OUTLOOK_NAMES.some(name => text.includes(name)) ? OUTLOOK : OFFICE };
  const skip = /^(?:\u00ef\u00bb\u00bf)?(?:[ \t]*(?:\r\n?|\n))*/.exec(text)![0].length;
  const lineEnd = lineEndOf(head.subarray(skip));
  const mailbox = mailboxAt(head, skip, lineEnd);
  if (mailbox) return { format: mailbox, skip, lineEnd };
  if (hasMailHeader(text.slice(skip))) return { format: 'mail', skip, lineEnd };
  const emlx = emlxLength(text);
  if (emlx && hasMailHeader(text.slice(emlx.skip))) return { format: 'mail', ...emlx, lineEnd };
  if (firstWhole(head, lineEnd) >= 0) return { format: 'mbox', skip: 0, lineEnd, isCut: true };
  return { reason: 'It is not a mail: it does not begin with mail header fields such as From or Subject.' };
}
