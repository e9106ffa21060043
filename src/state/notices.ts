import { type SafeText, t } from '../text/safe.ts';
import type { Change, Refusal, Title } from './change.ts';
import type { JournalEntry, Notice } from './world.ts';

/** `Archived 2 conversations · z undoes`, in full and for a slow link. */
export function doneNotice(change: Change, title: Title, canUndo: boolean): Notice {
  const how =
    change.undo === 'hold'
      ? t` · z takes it back within ${Math.round((change.holdMs ?? 0) / 1000)} s`
      : canUndo
        ? t` · z undoes`
        : t``;
  const short = change.undo === 'hold' || canUndo ? t` · z undoes` : t``;
  return { tone: 'done', text: t`${title.text}${how}`, short: t`${title.short}${short}` };
}

/** `Not archived: #12 was merged into #7.`, or of how many it was refused. `isDraft`: its words are a draft again. */
export function refusedNotice(change: Change, total: number, refused: readonly Refusal[], isDraft: boolean): Notice {
  const [first] = refused;
  const refusal = isDraft ? t`${change.refusal}, gd has its text` : change.refusal;
  if (!first) return { tone: 'problem', text: refusal, sticky: true };
  const reason = sentence(first.reason);
  if (total === 1) return { tone: 'problem', text: t`${refusal}: ${reason}`, sticky: true };
  const more = refused.length > 1 ? t` And ${refused.length - 1} more.` : t``;
  return {
    tone: 'problem',
    text: t`${refusal}: ${refused.length} of ${total}. #${first.id}: ${reason}${more}`,
    short: t`${refusal}: ${refused.length} of ${total}`,
    sticky: true,
  };
}

const sentence = (reason: SafeText): SafeText => (/[.!?…]$/.test(reason) ? reason : t`${reason}.`);

/** What became of a change that `z` took back. */
interface Undone {
  /** Its words are a draft again. */
  readonly isDraft: boolean;
  /** Somebody else has changed it since, for some conversations at least. */
  readonly isOverruled: boolean;
}

/** What `z` says once it has taken a change back: what, and of how many where it is not all. */
export function undoneNotice(entry: JournalEntry, undone: number, { isDraft, isOverruled }: Undone): Notice {
  const total = entry.count;
  if (undone === 0) {
    const why = isOverruled ? t`Somebody else has changed it since.` : t`It is taken back already.`;
    return { tone: 'problem', text: t`Not undone: ${entry.title}. ${why}` };
  }
  const part = undone < total ? t` ${undone} of ${total}` : t``;
  const kept = isDraft ? t` · gd has its text` : t``;
  return { tone: 'done', text: t`Undone${part}: ${entry.title}${kept} · Z redoes`, short: t`Undone${part}` };
}
