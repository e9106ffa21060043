import { fieldOf } from '../drafts/drafts.ts';
import { emptyDetail, emptyList } from '../empty-world.ts';
import type { KeptBox, KeptFlow, KeptState, Place } from '../kept/place.ts';
import { rangeOf } from '../list/marks.ts';
import { sameQuery, unresolved } from '../query/views.ts';
import type { BoxState, FlowStep, OpenBox, PartState } from '../world/open-box.ts';
import type { List, Query, World } from '../world.ts';

/** The desk's present place. Looks at the marks, but at no other rows. */
export function deskPlace(world: World): Place {
  const { list, pane, isWide, inboxCursor, overlays, saveFolder, viewSorts, ownLayouts, discarded } = world;
  return {
    form: 1,
    query: list.query,
    inboxCursor,
    pane,
    isWide,
    cursor: list.restoredCursor ?? cursorOf(list),
    marks: marksOf(list),
    detail: detailOf(world),
    saveFolder,
    viewSorts,
    ownLayouts,
    discarded: [...discarded],
    boxes: overlays.map(box => keptBox(box, world)),
  };
}

function cursorOf({ cursorId: id, cursorIndex: index, top }: List): Place['cursor'] {
  return { id, index, line: Math.max(0, index - top) };
}

function detailOf({ detail }: World): Place['detail'] {
  const { conversationId: id, formerId, section, top, entryKey, opened } = detail;
  return id === null ? null : { id, formerId, section, top, entryKey, opened: [...opened] };
}

/** By the list in which they were marked, this one first. The rows of an unfinished range are marked. */
function marksOf(list: List): Place['marks'] {
  const { rows, ghosts, marks, away, query } = list;
  const between = rangeOf(list);
  const inRange = between ? rows.slice(between[0], between[1] + 1).filter(id => !ghosts.has(id)) : [];
  const here = inRange.length === 0 ? [...marks] : [...new Set([...marks, ...inRange])];
  const byQuery = new Map<Query, number[]>([[query, here]]);
  for (const [id, home] of away) {
    const found = byQuery.get(home);
    if (found) found.push(id);
    else byQuery.set(home, [id]);
  }
  return [...byQuery].filter(([, ids]) => ids.length > 0).map(([home, ids]) => ({ query: home, ids }));
}

/** The target of the next key, as a text: two worlds with the same aim act on the same conversations. */
export function aimOf(world: World): string {
  const { pane, query, cursor, marks, inboxCursor, detail, boxes } = deskPlace(world);
  const at = { inboxes: inboxCursor, list: cursor.id, detail: [detail?.id, detail?.section, detail?.entryKey] }[pane];
  const marked = marks.flatMap(({ ids }) => ids).sort((a, b) => a - b);
  // A place that was read has the parts of its query in another order.
  const asked = sortedParts({ ...query, not: sortedParts(query.not) });
  return JSON.stringify([pane, at, cursor.id, asked, marked, boxes.length]);
}

function sortedParts(whole: object): readonly (readonly [string, unknown])[] {
  return Object.entries(whole).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Further down the cursor does not return: the rows above it would all be read. */
const MAX_INDEX = 2_000;

/**
 * A desk that has not read its list yet, at a place that another one left. Reading the list puts the cursor on its row,
 * and the marks on theirs. Its boxes are opened by `reopen`.
 */
export function withPlace(world: World, place: Place): World {
  const {
    query,
    inboxCursor,
    pane,
    isWide,
    cursor,
    marks,
    detail,
    saveFolder = null,
    viewSorts,
    ownLayouts,
    discarded,
  } = place;
  const away = marks.flatMap(({ query: home, ids }) => {
    const own = sameQuery(home, query) ? query : home;
    return ids.map(id => [id, own] as const);
  });
  return {
    ...world,
    pane,
    isWide,
    inboxCursor,
    saveFolder,
    viewSorts,
    ownLayouts,
    discarded,
    list: {
      ...emptyList(query),
      away: new Map(away),
      restoredCursor: { ...cursor, index: Math.min(cursor.index, MAX_INDEX) },
    },
    detail:
      detail === null
        ? emptyDetail
        : {
            ...emptyDetail,
            conversationId: detail.id,
            formerId: detail.formerId,
            section: detail.section,
            top: detail.top,
            entryKey: detail.entryKey,
            startKey: detail.entryKey,
            opened: new Set(detail.opened),
            loading: true,
          },
  };
}

/** The same place without its list, because the agent has asked for another one. */
export function elsewhere(place: Place): Place {
  return { ...place, query: unresolved, inboxCursor: null, pane: 'list', cursor: { id: null, index: 0, line: 0 } };
}

/** The kept part of an open box; one that does not come back says why. */
function keptBox(box: OpenBox, world: World): KeptBox {
  if (box.flow.lost === undefined) return keptFlow(box, world);
  return { kind: 'closed', actionId: box.flow.id, why: 'question' };
}

/** Of a flow with a secret, the box in which it was written: the steps from there on, and a body, would hold it. */
function keptFlow({ flow, targets, input, ...open }: OpenBox, world: World): KeptFlow {
  const at = open.steps.findIndex(step => step.kind === 'asked' && hasSecret(step.left));
  const steps = at < 0 ? open.steps : open.steps.slice(0, at);
  const { left: state = open.state } = { left: undefined, ...open.steps[at] };
  const sent = hasSecret(state) ? undefined : open.sent;
  return {
    kind: 'box',
    flow: flow.id,
    targets: [...targets],
    input: plain(input),
    steps: steps.map(step => keptStep(step, world)),
    state: keptState(state, world),
    ...(sent && { sent }),
  };
}

/** Whether a password or a token was written in a box, also in one that was kept without it. */
export function hasSecret({ parts }: BoxState | KeptState): boolean {
  return Object.values(parts).some(part => 'isSecret' in part);
}

/** Data read beside an answer are read again. */
function keptStep(step: FlowStep, world: World): KeptFlow['steps'][number] {
  if (step.kind !== 'asked') return step;
  return { kind: 'asked', box: step.box, left: keptState(step.left, world), answer: step.answer };
}

/** A text that is a draft is kept there alone: it may be sent, or grow, before the next desk opens the box. */
function keptState({ at, parts }: BoxState, { drafts }: World): KeptState {
  const kept = Object.entries(parts).map(([name, part]): [string, KeptState['parts'][string]] => {
    if (part.kind !== 'line' && part.kind !== 'text') return [name, part];
    const { kind, draft, heldAs } = part;
    if (part.isSecret) return [name, { kind, draft: { text: '', cursor: 0 }, isSecret: true }];
    if (heldAs === undefined || fieldOf(drafts, heldAs) === '')
      return [name, { kind, draft, ...(heldAs && { heldAs }) }];
    return [name, { kind, draft: { text: '', cursor: 0 }, heldAs, afterCursor: draft.text.length - draft.cursor }];
  });
  return { at, parts: Object.fromEntries(kept) };
}

/** The state of a box that was kept; undefined if its text is no longer a draft. */
export function boxState({ at, parts }: KeptState, { drafts }: World): BoxState | undefined {
  const states: [string, PartState][] = [];
  for (const [name, part] of Object.entries(parts)) {
    if ('isSecret' in part) states.push([name, { kind: part.kind, draft: part.draft }]);
    else if (!('afterCursor' in part) || part.afterCursor === undefined) states.push([name, part as PartState]);
    else {
      const { kind, heldAs, afterCursor } = part;
      const text = heldAs && drafts.get(heldAs)?.text;
      if (text === undefined) return undefined;
      const draft = { text, cursor: Math.max(0, text.length - afterCursor) };
      states.push([name, { kind, draft, heldAs: heldAs!, isDraft: true }]);
    }
  }
  return { at, parts: Object.fromEntries(states) };
}

/** A value if it is data alone, without a function, a map or a set; otherwise undefined. */
function plain(data: unknown): unknown {
  return isPlain(data) ? data : undefined;
}

function isPlain(data: unknown): boolean {
  if (Array.isArray(data)) return data.every(isPlain);
  if (typeof data !== 'object' || data === null) return typeof data !== 'function';
  return Object.getPrototypeOf(data) === Object.prototype && Object.values(data).every(isPlain);
}
