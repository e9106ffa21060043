import { type SafeText, t } from '../text/safe.ts';
import type { Change, Refusal, Title } from './change.ts';
import { idsOf } from './journal.ts';
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

/** `Not archived: #12 was merged into #7.`, or of how many it was refused. */
export function refusedNotice(change: Change, total: number, refused: readonly Refusal[]): Notice {
  const [first] = refused;
  const refusal = change.written ? t`${change.refusal}, gd has its text` : change.refusal;
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

/** What `z` says once it has taken a change back: what, and of how many where it is not all. */
export function undoneNotice(entry: JournalEntry, undone: number): Notice {
  const total = entry.count;
  if (undone === 0)
    return { tone: 'problem', text: t`Not undone: ${entry.title}. Somebody else has changed it since.` };
  const part = undone < total ? t` ${undone} of ${total}` : t``;
  return { tone: 'done', text: t`Undone${part}: ${entry.title} · Z redoes`, short: t`Undone${part}` };
}

/** How many conversations calls are about. */
export const countOf = (calls: JournalEntry['forward']): number => new Set(calls.flatMap(idsOf)).size;
