import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import type { PalettePlaces } from '../../keys/keymap.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { hasTarget } from '../../state/query/values.ts';
import { savedDigit, savedDigits } from '../../state/query/view-edits.ts';
import { givenQuery, inItsOrder, savedKey, savedQuery, type ViewQuery } from '../../state/query/view-query.ts';
import { countKey, digitViews, inboxQuery, type View, views } from '../../state/query/views.ts';
import type { Inbox, ListTotal, SavedView, World } from '../../state/world.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { goToList, showInDetail } from './go-to.ts';

/** A list to go to: an inbox or a view. */
export interface GoTarget {
  /** Its name for the inbox pane's cursor: an inbox's id or a view's name. */
  readonly key: string;
  readonly kind: 'inbox' | 'view';
  readonly title: SafeText;
  /** The key that opens a view; empty if it has none. */
  readonly digit: SafeText;
  /** The number of its conversations; null if it is unknown or not shown. */
  readonly count: ListTotal | null;
  readonly query: ViewQuery;
  /** The agent is subscribed to it. */
  readonly hasBell?: true;
  /** The view, if it is a saved one. */
  readonly saved?: SavedView;
}

/** All places: the inboxes in their order, then the given views, then the saved ones. */
export function placesOf(world: World): readonly GoTarget[] {
  const given = views.map(
    (view, index): GoTarget => ({
      key: view.id,
      kind: 'view',
      title: view.title,
      digit: digitOf(view, index),
      count: world.numbers.get(countKey(view.query)) ?? null,
      query: givenQuery(view, world),
    }),
  );
  return [...world.inboxes.map(inboxPlace), ...given, ...savedPlaces(world)];
}

function digitOf(view: View, index: number): SafeText {
  return digitViews.includes(view) ? safeLine(String(index)) : t``;
}

function inboxPlace({ id, name, counts: { unresolved }, subscribed }: Inbox): GoTarget {
  const key = String(id);
  return {
    key,
    kind: 'inbox',
    title: name || t`#${id}`,
    digit: t``,
    count: unresolved === null ? null : { number: unresolved, isMore: false },
    query: { key, query: inboxQuery(id) },
    ...(subscribed ? { hasBell: true as const } : {}),
  };
}

function savedPlaces(world: World): readonly GoTarget[] {
  return world.savedViews.map((saved, index): GoTarget => {
    const query = savedQuery(saved, world);
    const count = 'query' in query ? world.numbers.get(countKey(query.query)) : undefined;
    return {
      key: savedKey(saved),
      kind: 'view',
      title: saved.name,
      digit: savedDigit(index),
      count: count ?? null,
      query,
      saved,
    };
  });
}

/** The places of the inbox pane from top to bottom: all but the views without a digit, and late ones if a target is set. */
export function panePlaces(world: World): readonly GoTarget[] {
  const showsLate = hasTarget(world.base);
  return placesOf(world).filter(
    ({ kind, digit, key }) => kind === 'inbox' || digit !== '' || (showsLate && key === 'late'),
  );
}

/** Lists the conversations of a place, or says why that is not possible. */
export function goToPlace(desk: Desk, { query }: GoTarget): void {
  if ('query' in query) goToList(desk, query.query, query.key);
  else say(desk, query.problem);
}

/** The index of the pane's cursor among the places; the first view until the cursor was moved. */
export function placeIndex(places: readonly GoTarget[], cursor: string | null): number {
  const found = places.findIndex(({ key }) => key === cursor);
  return found >= 0 ? found : places.findIndex(({ kind }) => kind === 'view');
}

/** If a filter of the palette is a number, `1042` or `#1042`: goes to that conversation. */
function conversationActions(filter: string): readonly AnyAction[] {
  const id = Number(/^\s*#?(\d{1,15})\s*$/.exec(filter)?.[1]);
  if (Number.isNaN(id)) return [];
  const action: AnyAction = {
    id: `go.conversation.${id}`,
    title: t`Open #${id}`,
    help: t`Shows the conversation #${id}`,
    run: desk => showInDetail(desk, id),
  };
  return [action];
}

/** One action for each inbox and each saved view, to go to it. */
function listActions(world: World): readonly AnyAction[] {
  return placesOf(world)
    .filter(({ kind, saved }) => kind === 'inbox' || saved !== undefined)
    .map(place => ({
      id: `go.${place.kind}.${place.key}`,
      ...wordsOf(place),
      run: desk => goToPlace(desk, place),
    }));
}

function wordsOf({ title, saved }: GoTarget) {
  return saved
    ? { title: t`View: ${title}`, help: t`Lists ${safeLine(saved.filter)}` }
    : { title: t`Inbox: ${title}`, help: t`Lists the unresolved conversations of “${title}”` };
}

/** The further destinations of the palette. */
export const palettePlaces: PalettePlaces = { conversations: conversationActions, lists: listActions };

const GO_KEYS: Partial<Readonly<Record<View['id'], string>>> = {
  mine: 'g m',
  unassigned: 'g u',
  archived: 'g a',
  mentioned: 'g @',
  followed: 'g b',
  later: 'g H',
  late: 'g L',
  all: 'g *',
};

/** One action for each given view: `0` the first, and so on. */
export const viewActions: readonly Action<`view.${View['id']}`>[] = views.map((view, index) => {
  const go = GO_KEYS[view.id];
  return {
    id: `view.${view.id}`,
    title: t`View: ${view.title}`,
    help: t`Lists the view “${view.title}”`,
    keys: [digitOf(view, index), go ?? ''].filter(Boolean),
    unavailable: world => {
      const read = givenQuery(view, world);
      return 'problem' in read ? read.problem : undefined;
    },
    run: desk => goToList(desk, inItsOrder(view, desk.world()), view.id),
  };
});

/** One action for each digit that a saved view can have. */
export const savedViewActions: readonly Action<`view.saved-${number}`>[] = savedDigits.map((digit, index) => ({
  id: `view.saved-${index + 1}`,
  title: t`Saved view ${digit}`,
  help: t`Lists the saved view that has this digit`,
  keys: [digit],
  unavailable: ({ savedViews, keyNames }) =>
    savedViews[index]
      ? undefined
      : t`No view has the key ${digit} yet: ${keyNames['view.save']} in the list saves its filter as one.`,
  run: desk => {
    const place = savedPlaces(desk.world())[index];
    if (place) goToPlace(desk, place);
  },
}));

const places = choice({
  id: 'go.inbox',
  title: () => t`Go to`,
  hasFilter: true,
  verb: t`go`,
  options: ({ world }) =>
    placesOf(world).map(
      (place): Option => ({
        id: place.key,
        label: place.title,
        detail: place.count === null ? t`` : countText(place.count.number, place.count.isMore),
        run: desk => goToPlace(desk, place),
      }),
    ),
  empty: () => t`No inbox or view matches.`,
});

export const goInbox: Action<'go.inbox'> = {
  id: 'go.inbox',
  title: t`Go to inbox…`,
  help: t`Chooses the inbox or the view to list`,
  keys: ['g i'],
  run: desk => begin(desk, places),
  flows: [places],
};
