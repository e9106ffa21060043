import { type Draft, insert } from '../../text/edit.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { trimEnd } from '../../text/trim-end.ts';

/**
 * A text that a command has put into a draft stands between two marks, each on a line of its own. While one of them is
 * there, the draft cannot be sent. They are text, so that they outlive the box and the process, and are seen everywhere.
 */
const MARK = /‹(from|end of) ([^‹›\n]+)›\n?/g;

/** The output of a command, between its marks. Nothing in it can be a mark, or a variable that waits for its value. */
export function markedText(name: SafeText, output: string): string {
  return `‹from ${name}›\n${trimEnd(output, ' \n').replaceAll('‹', '<').replaceAll('›', '>')}\n‹end of ${name}›\n`;
}

/** The commands whose text in a draft waits for the agent, each once. */
export function markedIn(text: string): readonly SafeText[] {
  return [...new Set([...text.matchAll(MARK)].map(([, , name]) => safeLine(name!)))];
}

/** The draft with a marked text on lines of its own: at the cursor, or behind the text, and then the cursor stays. */
export function withMarked(draft: Draft, marked: string, isAtCursor: boolean): Draft {
  const at = isAtCursor ? draft : { ...draft, cursor: draft.text.length };
  const before = at.text.slice(0, at.cursor);
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  const next = insert(at, `${lead}${marked}`, { multiline: true });
  return isAtCursor ? next : { ...next, cursor: draft.cursor };
}

/** The draft without any mark: the agent has accepted the text between them. */
export function accepted(draft: Draft): Draft {
  return without(draft, [...draft.text.matchAll(MARK)].map(rangeOf));
}

type Range = readonly [start: number, stop: number];

function rangeOf({ 0: mark, index }: RegExpMatchArray): Range {
  return [index!, index! + mark.length];
}

/** The two marks of each passage, in their order. */
function passagesIn(text: string): readonly (readonly [Range, Range])[] {
  let begun: RegExpMatchArray | undefined;
  return [...text.matchAll(MARK)].flatMap(mark => {
    const isEnd = mark[1] === 'end of' && mark[2] === begun?.[2];
    const passage = isEnd ? [[rangeOf(begun!), rangeOf(mark)] as const] : [];
    begun = mark[1] === 'from' ? mark : undefined;
    return passage;
  });
}

/**
 * The draft after an edit: a passage that the agent has changed loses the rest of its marks. Text typed into a mark
 * stays.
 */
export function editedMarked(former: string, draft: Draft): Draft {
  if (!former.includes('‹from ') || former === draft.text) return draft;
  const [from, to] = changedRange(former, draft.text);
  const grown = draft.text.length - former.length;
  const left = passagesIn(former).flatMap(([first, last]) => {
    const isBefore = from < to ? to < first[0] : to <= first[0];
    if (isBefore || from >= last[1]) return [];
    return [first, last].flatMap(([start, stop]): Range[] => [
      [start, Math.min(stop, from)],
      [Math.max(start, to) + grown, stop + grown],
    ]);
  });
  return without(
    draft,
    left.filter(([start, stop]) => start < stop),
  );
}

/** The part of a text that was replaced, as places in it before. */
function changedRange(before: string, after: string): readonly [number, number] {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return [from, before.length - same];
}

/** The draft without some ranges, which are in their order. */
function without(draft: Draft, ranges: readonly Range[]): Draft {
  let { text, cursor } = draft;
  for (const [start, stop] of ranges.toReversed()) {
    text = text.slice(0, start) + text.slice(stop);
    cursor -= Math.max(0, Math.min(cursor, stop) - start);
  }
  return ranges.length === 0 ? draft : { text, cursor };
}
