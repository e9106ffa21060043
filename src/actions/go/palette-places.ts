import type { AnyAction } from '../../keys/action.ts';
import type { PalettePlaces } from '../../keys/keymap.ts';
import type { World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { readConversation } from './go-to.ts';
import { goToPlace, type Place, placesOf } from './places.ts';

/** If a filter of the palette is a number, `1042` or `#1042`: goes to that conversation. */
function conversationActions(filter: string): readonly AnyAction[] {
  const id = Number(/^\s*#?(\d{1,15})\s*$/.exec(filter)?.[1]);
  if (Number.isNaN(id)) return [];
  const action: AnyAction = {
    id: `go.conversation.${id}`,
    title: t`Open #${id}`,
    help: t`Shows the conversation #${id}`,
    scope: 'everywhere',
    keys: [],
    run: desk => readConversation(desk, id),
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
      scope: 'everywhere',
      keys: [],
      run: desk => goToPlace(desk, place),
    }));
}

function wordsOf({ title, saved }: Place) {
  return saved
    ? { title: t`View: ${title}`, help: t`Lists ${safeLine(saved.filter)}` }
    : { title: t`Inbox: ${title}`, help: t`Lists the unresolved conversations of “${title}”` };
}

/** The further destinations of the palette. */
export const palettePlaces: PalettePlaces = { conversations: conversationActions, lists: listActions };
