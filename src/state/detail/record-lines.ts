import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { stamp } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import type { HistoryEntry, Thread, World } from '../world.ts';
import { type HistorySentence, historyPeople, historyWords } from './history-words.ts';
import { type DetailLine, detailLine } from './line.ts';

/** Beside a time, words have at least this room; otherwise the time has a line of its own. */
const MIN_WORDS = 20;
/** The blanks between words and a time, at least. */
const TIME_GAP = 2;
const HANGING = t`  `;

/** Only one page is read. */
const OLDER_MISSING = t`Only the newest ${MAX_PAGE_SIZE} changes are shown`;

/** One author's acts within one second. */
interface Act {
  readonly entry: HistoryEntry;
  readonly who: SafeText;
  readonly did: readonly SafeText[];
}

/** The history of a conversation in sentences, one act each, oldest first. */
export function historyLines(thread: Thread, columns: number, world: World): readonly DetailLine[] {
  const lines = actsOf(thread, world).flatMap(({ entry, who, did }) =>
    timedLines(`history:${entry.id}`, t`${who} ${listed(did)}`, when(entry.created_at, world), columns),
  );
  if (thread.history.length < MAX_PAGE_SIZE) return lines;
  return [...wrap(OLDER_MISSING, columns).map(text => detailLine(null, 'event', text)), ...lines];
}

function actsOf(thread: Thread, world: World): readonly Act[] {
  const people = historyPeople(thread, world);
  const acts: Act[] = [];
  for (const entry of thread.history) {
    const said = historyWords(entry, world, people);
    const last = acts.at(-1);
    if (last && isSameAct(last, entry, said)) acts[acts.length - 1] = { ...last, did: [...last.did, said.did] };
    else acts.push({ entry, who: said.who, did: [said.did] });
  }
  return acts;
}

function isSameAct({ entry, who, did }: Act, other: HistoryEntry, said: HistorySentence): boolean {
  return who === said.who && did.length < MAX_TOGETHER && isSameSecond(entry.created_at, other.created_at);
}

/** More in one sentence is hard to read. */
const MAX_TOGETHER = 4;

function isSameSecond(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.floor(one / 1000) === Math.floor(other / 1000);
}

/** `closed it, added the tag vip and wrote a note`. */
function listed(parts: readonly SafeText[]): SafeText {
  const last = parts.at(-1) ?? t``;
  return parts.length < 2 ? last : t`${join(parts.slice(0, -1), t`, `)} and ${last}`;
}

/** Words with a time at the right edge, which they never reach. */
function timedLines(key: string, words: SafeText, time: SafeText | null, columns: number): readonly DetailLine[] {
  const room = time === null ? columns : columns - width(time) - TIME_GAP;
  if (room < MIN_WORDS && time !== null)
    return [detailLine(key, 'text', t``, time), ...hanging(key, wrap(words, columns - width(HANGING)))];
  const [first = t``, ...more] = wrap(words, room);
  return [detailLine(key, 'text', first, time), ...hanging(key, more)];
}

function hanging(key: string, lines: readonly SafeText[]): readonly DetailLine[] {
  return lines.map(line => detailLine(key, 'text', t`${HANGING}${line}`));
}

function when(at: number | null, world: World): SafeText | null {
  return at === null ? null : stamp(at, world.now);
}

/** A comment of one line stands beside its rating up to this width; others stand below it. */
const MAX_BESIDE = 120;

/** The reviews of a conversation, oldest first: the customer, the rating, the time, and the comment. */
export function reviewLines(thread: Thread, columns: number, world: World): readonly DetailLine[] {
  const people = historyPeople(thread, world);
  return thread.reviews.flatMap((review, index) => {
    const key = `review:${review.id}`;
    const { who, did } = people.review(review.id);
    const isShort = review.comment !== '' && !review.comment.includes('\n') && width(review.comment) <= MAX_BESIDE;
    const beside = isShort ? t` · “${safeLine(review.comment)}”` : t``;
    const head = timedLines(key, t`${who} ${did}${beside}`, when(review.created_at, world), columns);
    const below = review.comment === '' || isShort ? [] : wrap(review.comment, columns - 2);
    const text = below.map(one => detailLine(key, 'text', one));
    const space = index === 0 ? [] : [detailLine(null, 'gap', t``)];
    return [...space, ...head, ...text.map(line => ({ ...line, voice: 'customer' as const }))];
  });
}
