import type { LeftOut } from './import-tally.ts';
import type { ArchiveMark } from './mime/archive-mark.ts';
import type { Mail } from './mime/parse-mail.ts';

/** Which mails of an archive are imported. */
export interface Choice {
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
  { since = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, hasDeleted = false }: Choice,
): LeftOut | undefined {
  if (!hasDeleted && marks.has('draft')) return 'drafts';
  if (!hasDeleted && marks.has('deleted')) return 'deleted';
  return sentAt < since || sentAt >= before ? 'otherDates' : undefined;
}
