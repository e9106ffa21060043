import type { ArchiveMark } from './mime/archive-mark.ts';
import type { Mail } from './mime/parse-mail.ts';
import type { SetAside } from './sources/find.ts';
import type { StoredMail } from './store-mail.ts';

/** The progress of an import. */
export interface ImportProgress {
  /** Bytes read, and the total; of standard input and pipes neither is known. */
  readonly done: number;
  readonly total: number;
  readonly read: number;
  readonly imported: number;
  readonly doubles: number;
  readonly setAside: number;
  /** The file being read. */
  readonly file: string;
}

/** Why a mail was left out: a draft, in the trash or marked as deleted, or not of the chosen time. */
export type LeftOut = 'drafts' | 'deleted' | 'otherDates';

/** Which mails of an archive are imported. */
export interface ImportSelection {
  /** Only mails from then on; milliseconds. */
  readonly since?: number;
  /** Only mails from before then; milliseconds. */
  readonly before?: number;
  /** Drafts and deleted mails too. */
  readonly hasDeleted?: boolean;
}

/** Why a mail is left out, if it is. */
export function reasonToLeaveOut(
  { sentAt }: Mail,
  marks: ReadonlySet<ArchiveMark>,
  { since = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, hasDeleted = false }: ImportSelection,
): LeftOut | undefined {
  if (!hasDeleted && marks.has('draft')) return 'drafts';
  if (!hasDeleted && marks.has('deleted')) return 'deleted';
  return sentAt < since || sentAt >= before ? 'otherDates' : undefined;
}

/** The result of an import. */
export interface ImportResult {
  /** Mails that were found, imported or not; files without mail do not count. */
  readonly read: number;
  /** In a dry run, those that would be. */
  readonly imported: number;
  /** Mails that were there already. */
  readonly doubles: number;
  readonly leftOut: Readonly<Record<LeftOut, number>>;
  /** Mail and files set aside: all files and folders, and the first thousand mails. */
  readonly setAside: readonly { readonly source: string; readonly reason: string }[];
  /** How much was set aside, listed or not. */
  readonly setAsideCount: number;
  /** Files in folders that are empty, pictures, documents or a mail program's own: they are not listed. */
  readonly passedOver: number;
  /** How many conversations received mail, and how many of them are open; 0 in a dry run. */
  readonly conversations: number;
  readonly open: number;
  /** Whether nothing was stored, as asked. */
  readonly isDryRun: boolean;
  /** Whether `signal` ended it. */
  readonly isStopped: boolean;
}

/** A few bytes of a compressed mailbox can be millions of mails that cannot be read. */
const MAX_LISTED_MAILS = 1_000;

/** Counts while an import goes on. */
export class ImportTally {
  read = 0;
  imported = 0;
  doubles = 0;
  passedOver = 0;
  readonly leftOut: Record<LeftOut, number> = { drafts: 0, deleted: 0, otherDates: 0 };
  readonly setAside: { source: string; reason: string }[] = [];
  #mailsSetAside = 0;
  setAsideCount = 0;
  readonly conversations = new Set<number>();

  putAside({ source, reason, isMail }: SetAside): void {
    this.setAsideCount += 1;
    if (isMail) this.#mailsSetAside += 1;
    if (!isMail || this.#mailsSetAside <= MAX_LISTED_MAILS) this.setAside.push({ source, reason });
  }

  /** Counts the mails of a stored batch; undefined for one that was there already. */
  store(stored: readonly (StoredMail | undefined)[]): void {
    for (const each of stored) {
      if (!each) {
        this.doubles += 1;
        continue;
      }
      this.imported += 1;
      for (const gone of each.mergedAway) this.conversations.delete(gone);
      this.conversations.add(each.conversationId);
    }
  }

  progress(): Pick<ImportProgress, 'read' | 'imported' | 'doubles' | 'setAside'> {
    const { read, imported, doubles, setAsideCount } = this;
    return { read, imported, doubles, setAside: setAsideCount };
  }

  result(): Omit<ImportResult, 'open' | 'isDryRun' | 'isStopped'> {
    const { read, imported, doubles, leftOut, setAside, setAsideCount, passedOver, conversations } = this;
    return { read, imported, doubles, leftOut, setAside, setAsideCount, passedOver, conversations: conversations.size };
  }
}
