import { knownField } from '../mime/headers.ts';
import { type LineEnd, lineEndOf } from '../mime/line-end.ts';
import { emlxLength } from './emlx.ts';
import { firstWhole, type Mailbox, mailboxAt } from './mbox.ts';

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

const magic: readonly (readonly [string, string])[] = [
  ['\u001f\u008b', 'It is compressed (gzip) twice. Unpack it and import what is in it.'],
  ['PK\u0003\u0004', 'It is a ZIP archive. Unpack it and import what is in it.'],
  ['BZh', 'It is compressed (bzip2). Unpack it and import what is in it.'],
  ['\u00fd7zXZ', 'It is compressed (xz). Unpack it and import what is in it.'],
  ['!BDN', 'It is an Outlook data file (PST). Export its mail as mbox or .eml first.'],
  ['(\u00b5/\u00fd', 'It is compressed (zstd). Unpack it and import what is in it.'],
  ['7z\u00bc\u00af\u0027\u001c', 'It is a 7-Zip archive. Unpack it and import what is in it.'],
  ['Rar!\u001a\u0007', 'It is a RAR archive. Unpack it and import what is in it.'],
  ['\u0004"M\u0018', 'It is compressed (lz4). Unpack it and import what is in it.'],
  ['LZIP', 'It is compressed (lzip). Unpack it and import what is in it.'],
  ['\u00cf\u00ad\u0012\u00fe', 'It is a folder of Outlook Express (.dbx). Save its mail as .eml first.'],
  [
    'x\u009f>"',
    'It is what Outlook wraps files in (winmail.dat), without its mail. Import the mail that it came with.',
  ],
  ['\u00ff\u00fe', 'It is a text in UTF-16, which mail is not. Save the mail again, as .eml.'],
  ['\u00fe\u00ff', 'It is a text in UTF-16, which mail is not. Save the mail again, as .eml.'],
  ['%PDF-', 'It is a PDF document, and no mail.'],
  ['{\\rtf', 'It is an RTF document, and no mail.'],
];

/** Word, Excel and Outlook use one file format; a message names its properties in it. */
const officeMagic = '\u00d0\u00cf\u0011\u00e0';
function isOutlook(text: string): boolean {
  return ['__substg1.0_', '__properties_version1.0', '__nameid_version1.0'].some(name =>
    text.includes([...name].join('\u0000')),
  );
}
const outlookMessage = 'It is an Outlook message (.msg). Save it as .eml first.';
/** Newer office programs write ZIP archives whose first files have these names. */
function isOfficeZip(text: string): boolean {
  return (
    text.startsWith('PK\u0003\u0004') && /\[Content_Types\]\.xml|mimetypeapplication\/vnd\./.test(text.slice(0, 2_000))
  );
}
const officeFile =
  'It is a document of an office program (or an Outlook message), and no mail. Save a message as .eml first.';

/** The contents of a file, and how many bytes to skip before them. */
export interface Detected {
  readonly format: Format;
  readonly skip: number;
  readonly lineEnd: LineEnd;
  /** Whether it is a mailbox whose beginning is missing. */
  readonly isCut?: true;
  /** The bytes of the mail, if other things follow it. */
  readonly length?: number;
}

/** Recognises the contents of a file by its first bytes; returns a reason in words if it is not mail. */
export function detect(head: Buffer): Detected | { readonly reason: string } {
  if (head.length === 0) return { reason: 'The file is empty.' };
  const text = head.toString('latin1');
  if (isOfficeZip(text)) return { reason: officeFile };
  const found = magic.find(([start]) => text.startsWith(start));
  if (found) return { reason: found[1] };
  if (text.startsWith(officeMagic)) return { reason: isOutlook(text) ? outlookMessage : officeFile };
  if (text.startsWith('ustar', 257)) return { reason: 'It is a TAR archive. Unpack it and import what is in it.' };
  const skip = /^(?:\u00ef\u00bb\u00bf)?(?:[ \t]*(?:\r\n?|\n))*/.exec(text)![0].length;
  const lineEnd = lineEndOf(head.subarray(skip));
  const mailbox = mailboxAt(head, skip, lineEnd);
  if (mailbox) return { format: mailbox, skip, lineEnd };
  if (hasMailHeader(text.slice(skip))) return { format: 'mail', skip, lineEnd };
  const emlx = emlxLength(text);
  if (emlx && hasMailHeader(text.slice(emlx.skip))) return { format: 'mail', ...emlx, lineEnd };
  if (firstWhole(head, lineEnd) >= 0) return { format: 'mbox', skip: 0, lineEnd, isCut: true };
  return { reason: 'It is no mail: it does not begin with mail header fields such as From or Subject.' };
}
