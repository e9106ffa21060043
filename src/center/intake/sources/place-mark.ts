import { type ArchiveMark, markOfName } from '../mime/archive-mark.ts';
import { decodeRuns } from '../mime/shifted.ts';

/** Endings that programs give to folders and mailboxes. */
const ENDING = /(?:\.(?:mbox|mbx|mbs|sbd|directory|imapmbox|gz))+$/i;
/** Programs number folders of one name: `Sent-1`, `Sent (2)`, a user's `.Trash-1000`. */
const NUMBER = /(?:-\d{1,10}|\s*\(\d{1,3}\))$/;

/** IMAP writes the letters of folder names in its own form of UTF-7 (RFC 3501), and mail servers their folders' too. */
function readable(name: string): string {
  return decodeRuns(name, /&([A-Za-z0-9+,]*)-/g);
}

/** The marks that the name of a folder, or of a mailbox in one file, gives the mails in it. */
export function marksOfFolder(name: string): readonly ArchiveMark[] {
  const known = name.slice(-200).replace(ENDING, '');
  // A Maildir's folders are written in one name: `.Archive.Sent`.
  const levels = /^(?:\.|inbox\.)/i.test(known) ? known.split('.') : [known];
  return levels.flatMap(level => markOfName(readable(level).replace(NUMBER, '')) ?? []);
}

/** The marks of a Maildir file by the flags at the end of its name. */
export function marksOfFlags(name: string): readonly ArchiveMark[] {
  const flags = /[:;!]2,([A-Za-z]{0,60})$/.exec(name)?.[1] ?? '';
  return [...(flags.includes('T') ? ['deleted' as const] : []), ...(flags.includes('D') ? ['draft' as const] : [])];
}

/** The first line of an `.emlx` file of Apple Mail: the number of bytes of the mail after it. */
const LENGTH = /^(\d{1,10})[ \t]*\r?\n/;

/** The length of the mail and of the line before it; undefined if it is not such a file. */
export function emlxLength(text: string): { readonly skip: number; readonly length: number } | undefined {
  const found = LENGTH.exec(text);
  return found ? { skip: found[0].length, length: Number(found[1]) } : undefined;
}

/** The bits of its flags. */
const FLAGS: readonly (readonly [bit: bigint, mark: ArchiveMark])[] = [
  [1n, 'deleted'],
  [6n, 'draft'],
  [24n, 'spam'],
];

/** The marks in the property list after the mail. */
export function marksOfEmlx(properties: string): readonly ArchiveMark[] {
  const found = /<key>flags<\/key>\s{0,20}<integer>(\d{1,18})<\/integer>/.exec(properties)?.[1];
  const flags = BigInt(found ?? 0);
  return FLAGS.flatMap(([bit, mark]) => ((flags >> bit) & 1n ? [mark] : []));
}
