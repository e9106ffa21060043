import type { AnyAction } from '../../keys/action.ts';
import type { PalettePlaces } from '../../keys/keymap.ts';
import type { World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { goToList, readConversation } from './go-to.ts';
import { placesOf } from './places.ts';

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

/** One action for each inbox, to go to it. */
function inboxActions(world: World): readonly AnyAction[] {
  return placesOf(world)
    .filter(({ kind }) => kind === 'inbox')
    .map(({ key, title, query }) => ({
      id: `go.inbox.${key}`,
      title: t`Inbox: ${title}`,
      help: t`Lists the unresolved conversations of “${title}”`,
      scope: 'everywhere',
      keys: [],
      run: desk => goToList(desk, query, key),
    }));
}

/** The further destinations of the palette. */
export const palettePlaces: PalettePlaces = { conversations: conversationActions, inboxes: inboxActions };
