import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Change, Refusal, Title } from '../changes/change.ts';
import type { Notice, Offline, Operation, World } from '../world.ts';

/** The names of actions' keys in sentences. */
type Keys = Pick<World, 'keyNames'>;

/** `Archived 2 conversations · z undoes`, in full and for a slow link. `key`: of the pending change, if it is held. */
export function doneNotice({ keyNames }: Keys, change: Change, title: Title, canUndo: boolean, key?: string): Notice {
  const how =
    change.undo === 'hold'
      ? t` · ${keyNames.undo} takes it back within ${Math.round((change.holdMs ?? 0) / 1000)} s`
      : canUndo
        ? t` · ${keyNames.undo} ${change.undoes ?? t`undoes`}`
        : t``;
  const short = change.undo === 'hold' || canUndo ? t` · ${keyNames.undo} undoes` : t``;
  const state = change.undo === 'hold' ? ('held' as const) : change.undoes ? ('takeBack' as const) : undefined;
  const promise = state && key !== undefined ? { promise: { key, state } } : {};
  return { tone: 'done', text: t`${title.text}${how}`, short: t`${title.short}${short}`, ...promise };
}

/** `Forwarded from #26 · waits behind: Replied to #26: asks · go`: nothing is sent before the agent has decided. */
export function waitsNotice(title: Title, behind: SafeText): Notice {
  return { tone: 'done', text: t`${title.text} · waits behind: ${behind}`, short: t`${title.short}: waits` };
}

/** `Not archived: #12 was merged into #7.`, or how many were refused and done. `isDraft`: its words are a draft again. */
export function refusedNotice(
  { keyNames }: Keys,
  change: Change,
  { key, total, refused, isDraft }: { key: string; total: number; refused: readonly Refusal[]; isDraft: boolean },
): Notice {
  const [first] = refused;
  const promise = { key, state: 'refused' } as const;
  const refusal = isDraft ? t`${change.refusal}, ${keyNames['draft.list']} has its text` : change.refusal;
  if (!first) return { tone: 'problem', text: refusal, sticky: true };
  const reason = sentence(first.reason);
  if (total === 1)
    return { tone: 'problem', text: t`${refusal}: ${reason} · ${keyNames.activity} keeps it`, sticky: true, promise };
  const counts = t`${grouped(total - refused.length)} done, ${grouped(refused.length)} refused`;
  const more = refused.length > 1 ? t` And ${refused.length - 1} more.` : t``;
  return {
    tone: 'problem',
    text: t`${refusal}: ${counts}. #${first.id}: ${reason}${more} · Enter lists them`,
    short: t`${counts} · Enter lists them`,
    sticky: true,
    promise: { ...promise, isListed: true },
  };
}

/** The notice for a change that went to the conversation that took its own one in. */
export function followedNotice(
  { text, short }: Title,
  followed: readonly { readonly from: number; readonly to: number }[],
): Notice {
  const [first, ...others] = followed;
  const more = others.length > 0 ? t` (and ${others.length} more)` : t``;
  return {
    tone: 'done',
    text: t`#${first!.from} was merged into #${first!.to}${more}, your change went there: ${text}`,
    short: t`Merged into #${first!.to}: ${short} there`,
    sticky: true,
  };
}

/** The notice for a change that could not be sent: it is kept, and where it is listed. */
export function waitingNotice({ keyNames }: Keys, count: number, problem: SafeText): Notice {
  const [what, it] = count === 1 ? [t`1 change is kept`, t`it`] : [t`${count} changes are kept`, t`them`];
  return {
    tone: 'problem',
    text: t`Not sent yet, ${what}: ${sentence(problem)} · ${keyNames.activity} shows ${it}`,
    short: t`Not sent: ${count} kept`,
    topic: 'unsent',
  };
}

/**
 * The notice while the help center cannot be used for a reason that the agent can remedy; null if it does not answer at
 * all. `count`: of the changes that wait.
 */
export function offlineNotice({ keyNames }: Keys, { why, text }: Offline, count: number): Notice | null {
  if (why === 'unreachable') return null;
  const what = why === 'signedOut' ? t`The help center no longer takes this token.` : sentence(text);
  const kept = count === 0 ? t`` : count === 1 ? t` 1 change is kept` : t` ${grouped(count)} changes are kept`;
  const how = why === 'signedOut' ? t` · ${keyNames['sign-in']} signs in` : t``;
  const short = why === 'signedOut' ? t`Signed out · ${keyNames['sign-in']} signs in` : t`A sign-in page answers`;
  return { tone: 'problem', text: t`${what}${kept}${how}`, short, sticky: true, topic: 'offline' };
}

/**
 * The notice for a change that asks: the help center does not say whether it was carried out (`outcome`), or it was held
 * and not sent when its time ended (`hold`).
 */
export function askingNotice(
  { keyNames }: Keys,
  { text, short }: Title,
  { about, problem, key }: { about: 'hold' | 'outcome'; problem: SafeText; key: string },
): Notice {
  const what = about === 'hold' ? t`Not sent` : t`Not confirmed`;
  return {
    tone: 'problem',
    text: t`${what}: ${text}. ${sentence(problem)} It is kept · ${keyNames.activity} asks`,
    short: t`${what}: ${short}`,
    sticky: true,
    promise: { key, state: 'asks' },
  };
}

function sentence(reason: SafeText): SafeText {
  return /[.!?…]$/.test(reason) ? reason : t`${reason}.`;
}

/** The result of undoing a change. */
interface Undone {
  /** Its words are a draft again. */
  readonly isDraft: boolean;
  /** Another agent has changed it since, for some conversations at least. */
  readonly isOverruled: boolean;
}

/** The notice of kept changes that this version does not know, and where they are; null if there are none. */
export function unknownNotice(count: number, place?: SafeText): Notice | null {
  if (count === 0) return null;
  const what =
    count === 1
      ? t`1 kept change was made by another version of this program and is not sent.`
      : t`${count} kept changes were made by another version of this program and are not sent.`;
  const where = place === undefined ? t`` : t` ${count === 1 ? t`It stays` : t`They stay`} in ${place}.`;
  return { tone: 'problem', text: t`${what}${where}` };
}

/**
 * The notice of replies that were taken back; until the help center agreed, they may still have gone. `title` is that of
 * the last one.
 */
export function takenBackNotice({ keyNames }: Keys, ids: readonly number[], { text, short }: Title): Notice {
  if (ids.length === 1)
    return { tone: 'done', text: t`${text} · ${keyNames['draft.list']} goes on with it`, short, takenBack: ids };
  const all = t`Took back ${ids.length} replies`;
  return { tone: 'done', text: t`${all} · ${keyNames['draft.list']} goes on with them`, short: all, takenBack: ids };
}

/** The notice of `z` while the help center is asked whether it can still be taken back. */
export function takingBackNotice({ title }: Operation): Notice {
  return { tone: 'done', text: t`Taking back: ${title}`, short: t`Taking back` };
}

/** The notice of `z` after an undo: the change, and for how many conversations if not for all. */
export function undoneNotice(
  { keyNames }: Keys,
  entry: Operation,
  undone: number,
  { isDraft, isOverruled }: Undone,
): Notice {
  const total = entry.count;
  if (undone === 0) {
    const why = isOverruled ? t`Another agent has changed it since.` : t`It is undone already.`;
    return { tone: 'problem', text: t`Not undone: ${entry.title}. ${why}` };
  }
  const part = undone < total ? t` ${undone} of ${total}` : t``;
  const kept = isDraft ? t` · ${keyNames['draft.list']} has its text` : t``;
  return {
    tone: 'done',
    text: t`Undone${part}: ${entry.title}${kept} · ${keyNames.redo} redoes`,
    short: t`Undone${part}`,
  };
}
