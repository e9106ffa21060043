import { type ArchiveMark, markOfName } from '../mime/archive-mark.ts';

/** Endings that programs give to folders and mailboxes. */
const ENDING = /(?:\.(?:mbox|mbx|mbs|sbd|directory|imapmbox|gz))+$/i;
/** Programs number folders of one name: `Sent-1`, `Sent (2)`, a user's `.Trash-1000`. */
const NUMBER = /(?:-\d{1,10}|\s*\(\d{1,3}\))$/;

/** IMAP writes the letters of folder names in its own form of UTF-7 (RFC 3501), and mail servers their folders' too. */
function readable(name: string): string {
  return name.replace(/&([A-Za-z0-9+,]*)-/g, (_, run: string) => {
    if (run === '') return '&';
    const bytes = Buffer.from(run.replaceAll(',', '/'), 'base64');
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  });
}

/** What the name of a folder, or of a mailbox in one file, says of the mails in it. */
export function marksOfFolder(name: string): readonly ArchiveMark[] {
  const known = name.slice(-200).replace(ENDING, '');
  // A Maildir's folders are written in one name: `.Archive.Sent`.
  const levels = /^(?:\.|inbox\.)/i.test(known) ? known.split('.') : [known];
  return levels.flatMap(level => markOfName(readable(level).replace(NUMBER, '')) ?? []);
}

/** What the flags at the end of a Maildir file's name say of its mail. */
export function marksOfFlags(name: string): readonly ArchiveMark[] {
  const flags = /[:;!]2,([A-Za-z]{0,60})$/.exec(name)?.[1] ?? '';
  return [...(flags.includes('T') ? ['deleted' as const] : []), ...(flags.includes('D') ? ['draft' as const] : [])];
}
