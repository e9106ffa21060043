import { MAX_SEARCH_LENGTH } from '../../contract/schema.ts';
import type { Action } from '../../keys/action.ts';
import { fillIn, walkOn, walkTo } from '../../keys/complete-words.ts';
import { closeOverlay, openField, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import type { FieldOverlay, Walk } from '../../state/overlay.ts';
import { tabAt } from '../../state/query/complete.ts';
import { askedNumber, parseQuery, queryText } from '../../state/query/language.ts';
import { pieceAt } from '../../state/query/tokens.ts';
import { type Refusal, takesMore } from '../../state/query/values.ts';
import { findTags } from '../../state/sync/places.ts';
import { everything, searchedEverywhere } from '../../state/views.ts';
import type { Query } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { goToList, readConversation } from '../go/go-to.ts';

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
    openField(desk, listFilter, text === '' ? text : `${text} `);
  },
  field: {
    title: () => t`Filter`,
    verb: t`list`,
    isHead: true,
    complete: completeFilter,
    recall: recallFilter,
    submit: (desk, overlay) => {
      const { draft } = overlay;
      const number = askedNumber(draft.text, desk.world());
      const parsed = parseQuery(draft.text, desk.world());
      if (number === undefined && 'problem' in parsed) {
        refuse(desk, overlay, parsed);
        return;
      }
      closeOverlay(desk);
      keepLine(desk, number === undefined ? draft.text : `#${number}`);
      if (number !== undefined) readConversation(desk, number);
      else if ('query' in parsed) list(desk, draft.text, parsed.query);
    },
  },
};

/** Lists it, and says which word gave way to a later one that it contradicts. */
function list(desk: Desk, text: string, query: Query): void {
  goToList(desk, query);
  const given = text.toLowerCase().split(/\s+/);
  const hasLeft = [!query.isUnresolved && t`is:unresolved`, !query.isLater && t`is:later`];
  const word = hasLeft.find(one => one !== false && given.includes(one));
  if (word) say(desk, t`${word} gave way to a later word that contradicts it.`, 'done');
}

/** Shows the error, with the cursor where it is. */
function refuse(desk: Desk, overlay: FieldOverlay, { problem, short, at }: Refusal): void {
  const { draft } = overlay;
  replaceOverlay(desk, { ...overlay, walk: undefined, draft: { ...draft, cursor: at ?? draft.cursor } });
  desk.notify({ tone: 'problem', text: problem, ...(short === undefined ? {} : { short }) });
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
    else openField(desk, listFilter, `${queryText({ ...everything, archived: 'any' }, world)} `);
  },
};

const MAX_LINES = 50;

/** Completes the piece before the cursor; if it can become several, goes through them. */
export function completeFilter(desk: Desk, overlay: FieldOverlay, step: 1 | -1): void {
  if (walkOn(desk, overlay, step)) return;
  const tab = tabAt(overlay.draft, desk.world());
  if (tab === undefined) void findMore(desk, overlay, step);
  else fillIn(desk, overlay, tab, step);
}

/** Asks the help center for a tag that is not known here; other values are all known. */
async function findMore(desk: Desk, overlay: FieldOverlay, step: 1 | -1): Promise<void> {
  const { key, value, isNegative } = pieceAt(overlay.draft.text, overlay.draft.cursor);
  const part = value.trim().slice(0, MAX_SEARCH_LENGTH);
  if (key !== 'tag' || part === '' || (isNegative && !takesMore(desk.world()))) return;
  const problem = await findTags(desk, part);
  if (topOverlay(desk.world()) !== overlay) return;
  const tab = tabAt(overlay.draft, desk.world());
  if (tab !== undefined) fillIn(desk, overlay, tab, step);
  else say(desk, problem === undefined ? t`No tag begins with that.` : t`Tags not read: ${problem}`);
}

/** Goes through the earlier lines; the one being typed is the last of them. */
function recallFilter(desk: Desk, overlay: FieldOverlay, step: 1 | -1): void {
  const walk = overlay.walk?.by === 'arrows' ? overlay.walk : walkOfLines(desk, overlay);
  const index = Math.max(0, Math.min(walk.drafts.length - 1, walk.index + step));
  if (index !== walk.index) walkTo(desk, overlay, { ...walk, index });
}

function walkOfLines(desk: Desk, { draft }: FieldOverlay): Walk {
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
