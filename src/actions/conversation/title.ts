import { MAX_TITLE_LENGTH } from '../../contract/conversation-body.ts';
import type { Action } from '../../keys/action.ts';
import { closeOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { contactRename, selectedPerson } from './contact.ts';
import { keepDraft, openDraft, sayKept } from './field-draft.ts';
import { noteEdit, selectedOwnNote } from './note.ts';
import { named, whyNoTarget } from './targets.ts';

export const conversationTitle: Action<'conversation.title'> = {
  id: 'conversation.title',
  title: t`Edit the title`,
  help: t`Edits the title, a note of your own, or a contact’s name`,
  scope: 'conversations',
  keys: ['='],
  words: ['rename', 'subject'],
  writes: true,
  unavailable: world => (innerEdit(world) ? innerEdit(world)?.unavailable?.(world) : whyNoTitle(world)),
  run: desk => {
    const inner = innerEdit(desk.world());
    if (inner) inner.run(desk);
    else editTitle(desk);
  },
  field: {
    title: (_world, { targets }) => t`Title of ${named(targets)}`,
    verb: t`save`,
    keep: (desk, { targets, draft }, former) => {
      const [id] = targets;
      keepDraft(desk, 'title', id, newTitle(desk.world(), id, former), newTitle(desk.world(), id, draft.text));
    },
    // Esc discards a new title, but not an earlier draft.
    leave: (desk, { targets, draft, isDraft }) => {
      if (isDraft) sayKept(desk, 'title', targets[0]);
      else keepDraft(desk, 'title', targets[0], newTitle(desk.world(), targets[0], draft.text), '');
    },
    submit: (desk, { targets, draft }) => {
      const title = safeLine(draft.text.trim());
      const { length } = [...title];
      if (title === '') say(desk, t`A title needs at least one character.`);
      else if (length > MAX_TITLE_LENGTH) {
        say(desk, t`A title has at most ${MAX_TITLE_LENGTH} characters, and this one has ${length}.`);
      } else {
        desk.commit('conversation.title', { ids: targets, title });
        closeOverlay(desk);
      }
    },
  },
};

/** What is edited in place of the title, because it is selected in the detail. */
function innerEdit(world: World) {
  if (selectedPerson(world)) return contactRename;
  return selectedOwnNote(world) ? noteEdit : undefined;
}

function whyNoTitle(world: World): SafeText | undefined {
  const reason = whyNoTarget(world);
  if (reason !== undefined || targetsOf(world).length <= 1) return reason;
  return t`A title belongs to one conversation: unmark with ${world.keyNames['list.unmark']} first.`;
}

function editTitle(desk: Desk): void {
  const [id] = targetsOf(desk.world());
  const title = id === undefined ? undefined : conversationOf(desk.world(), id)?.title;
  openDraft(desk, 'title', conversationTitle, id === undefined ? [] : [id], title ?? '');
}

/** The text of a title box that is worth saving; empty if the title is unchanged. */
function newTitle(world: World, id: number | undefined, text: string): string {
  const title = text.trim();
  return id !== undefined && title === conversationOf(world, id)?.title ? '' : title;
}
