import * as v from 'valibot';
import { MAX_SEARCH_LENGTH } from '../../contract/schema.ts';
import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn, walkTo } from '../../keys/complete-words.ts';
import { begin } from '../../keys/flow.ts';
import type { Completed } from '../../keys/line-part.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { tabAt } from '../../state/query/complete.ts';
import { askedNumber, parseQuery, queryText } from '../../state/query/language.ts';
import { pieceAt } from '../../state/query/tokens.ts';
import { takesMore } from '../../state/query/values.ts';
import { everything, searchedEverywhere } from '../../state/query/views.ts';
import { findTags } from '../../state/sync/places.ts';
import type { TypedText, Walk } from '../../state/world/open-box.ts';
import type { Query } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { goToList, showInDetail } from '../go/go-to.ts';

/** The filter text with which the line opens. */
const Begun = v.object({ text: v.string() });

const filterLine = lineFlow<v.InferOutput<typeof Begun>>({
  id: 'list.filter',
  input: v.optional(Begun, { text: '' }),
  place: 'head',
  title: () => t`Filter`,
  verb: t`list`,
  start: ({ data }) => data.text,
  complete: completeFilter,
  recall: recallFilter,
  refuse: (desk, _view, text) => {
    const parsed = parseQuery(text, desk.world());
    return askedNumber(text, desk.world()) === undefined && 'problem' in parsed ? parsed : undefined;
  },
  answer: (desk, text) => {
    const number = askedNumber(text, desk.world());
    const parsed = parseQuery(text, desk.world());
    keepLine(desk, number === undefined ? text : `#${number}`);
    if (number !== undefined) showInDetail(desk, number);
    else if ('query' in parsed) list(desk, text, parsed.query);
  },
});

export const listFilter: Action<'list.filter'> = {
  id: 'list.filter',
  title: t`Filter`,
  help: t`Filters the list by words, status:, tag: and more; #n opens`,
  scope: 'list',
  keys: ['/'],
  words: ['search', 'query'],
  hint: t`filter`,
  run: desk => {
    const text = queryText(desk.world().list.query, desk.world());
    begin(desk, filterLine, { text: text === '' ? text : `${text} ` });
  },
  flows: [filterLine],
};

/** Lists it, and says which word gave way to a later one that it contradicts. */
function list(desk: Desk, text: string, query: Query): void {
  goToList(desk, query);
  const given = text.toLowerCase().split(/\s+/);
  const hasLeft = [!query.isUnresolved && t`is:unresolved`, !query.isLater && t`is:later`];
  const word = hasLeft.find(one => one !== false && given.includes(one));
  if (word) say(desk, t`${word} gave way to a later word that contradicts it.`, 'done');
}

/** Widens the search that is listed; without one, opens a filter line that searches everything. */
export const searchEverywhere: Action<'list.everywhere'> = {
  id: 'list.everywhere',
  title: t`Search everywhere`,
  help: t`Searches closed, archived and spam conversations too`,
  scope: 'list',
  keys: ['g /'],
  words: ['old', 'all', 'find'],
  run: desk => {
    const world = desk.world();
    const wider = searchedEverywhere(world.list.query);
    if (wider) goToList(desk, wider);
    else begin(desk, filterLine, { text: `${queryText({ ...everything, archived: 'any' }, world)} ` });
  },
};

const MAX_LINES = 50;

/** Completes the piece before the cursor; if it can become several, goes through them. */
export function completeFilter(
  desk: Desk,
  _view: unknown,
  line: TypedText,
  step: 1 | -1,
): Completed | Promise<Completed> {
  const next = walkOn(line, step);
  if (next) return next;
  const tab = tabAt(line.draft, desk.world());
  return tab === undefined ? findMore(desk, line, step) : fillIn(line, tab, step);
}

/** Asks the help center for a tag that is not known here; other values are all known. */
async function findMore(desk: Desk, line: TypedText, step: 1 | -1): Promise<Completed> {
  const { overlays } = desk.world();
  const { key, value, isNegative } = pieceAt(line.draft.text, line.draft.cursor);
  const part = value.trim().slice(0, MAX_SEARCH_LENGTH);
  if (key !== 'tag' || part === '' || (isNegative && !takesMore(desk.world()))) return undefined;
  const problem = await findTags(desk, part);
  if (desk.world().overlays !== overlays) return undefined;
  const tab = tabAt(line.draft, desk.world());
  if (tab !== undefined) return fillIn(line, tab, step);
  say(desk, problem === undefined ? t`No tag begins with that.` : t`Tags not read: ${problem}`);
  return undefined;
}

/** Goes through the earlier lines; the one being typed is the last of them. */
function recallFilter(desk: Desk, _view: unknown, line: TypedText, step: 1 | -1): Completed {
  const walk = line.walk?.by === 'arrows' ? line.walk : walkOfLines(desk, line);
  const index = Math.max(0, Math.min(walk.drafts.length - 1, walk.index + step));
  return index === walk.index ? undefined : walkTo({ ...walk, index });
}

function walkOfLines(desk: Desk, { draft }: TypedText): Walk {
  const typed = draft.text.trim();
  const earlier = desk.world().filterLines.filter(line => line !== typed);
  const drafts = [...earlier.map(text => ({ text, cursor: text.length })), draft];
  return { by: 'arrows', from: draft, drafts, index: earlier.length };
}

/** Keeps a line for ↑; one that is kept already becomes the newest. */
function keepLine(desk: Desk, text: string): void {
  const line = text.trim();
  if (line === '') return;
  const others = desk.world().filterLines.filter(other => other !== line);
  desk.set({ filterLines: [...others, line].slice(-MAX_LINES) });
}
