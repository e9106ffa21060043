import type { Desk } from '../state/desk.ts';
import { hasMoreAbove } from '../state/list/news.ts';
import { overdue } from '../state/operations/operation.ts';
import type { Notice } from '../state/world/notice.ts';
import { countText } from '../text/numbers.ts';
import { clock } from '../text/relative-time.ts';
import { type SafeText, t } from '../text/safe.ts';
import { spansInWords } from '../text/time-words.ts';
import { ofOthers, sentence } from './words/spoken.ts';

/** At most this many notices of the time between two lines are said, the newest ones. */
const MAX_HEARD = 5;

/** Collects notices between two lines. */
export interface Heard {
  /** The notices since the last call, oldest first. */
  notices(): readonly SafeText[];
  /** The notices since the last call that asked for them. */
  news(): readonly SafeText[];
  stop(): void;
}

/** Listens to a desk. */
export function listenTo(desk: Desk): Heard {
  let above = desk.world().list.newAbove;
  const first = desk.world().notice;
  let notices: readonly SafeText[] = first ? [noticeWords(first)] : [];
  const stop = desk.store.subscribe(({ notice }, { notice: before }) => {
    const words = notice && notice !== before ? noticeWords(notice) : undefined;
    if (words !== undefined && words !== notices.at(-1)) notices = [...notices, words].slice(-MAX_HEARD);
  });
  return {
    notices: () => {
      const said = notices;
      notices = [];
      return said;
    },
    news: () => {
      const { list } = desk.world();
      const isSame = list.newAbove === above || list.newAbove.length === 0;
      above = list.newAbove;
      return isSame ? [] : [aboveWords(desk)];
    },
    stop,
  };
}

/** A failure is often told in the help center's words. */
function noticeWords({ tone, text }: Notice): SafeText {
  const said = spansInWords(sentence(text));
  return tone === 'problem' ? ofOthers(said) : said;
}

function aboveWords(desk: Desk): SafeText {
  const { list } = desk.world();
  return t`${countText(list.newAbove.length, hasMoreAbove(list))} new above: top shows them.`;
}

/** The words about changes of others and about unsent ones. */
export function newsWords(desk: Desk): readonly SafeText[] {
  const world = desk.world();
  const { list, offline, unsent, refused, isReadOnly } = world;
  const asks = overdue(world).length + refused.length;
  const words = [
    ...(list.newAbove.length > 0 ? [aboveWords(desk)] : []),
    ...(offline === null
      ? []
      : [sentence(t`${offline.text} since ${clock(offline.since, offline.since, offline.since)}`)]),
    ...(unsent > 0 ? [t`${unsent} unsent.`] : []),
    ...(asks > 0 ? [t`${asks} to decide on: activity lists them.`] : []),
    ...(isReadOnly ? [t`Read-only.`] : []),
  ];
  return words.length > 0 ? words : [t`Nothing new.`];
}
