import { MAX_TITLE_LENGTH } from '../../contract/conversation-body.ts';
import type { Action } from '../../keys/action.ts';
import { lineIn } from '../../keys/line-keys.ts';
import { lineFlow } from '../../keys/one-box.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { contactRename, selectedPerson } from './contact.ts';
import { keepDraft, leaveKept, openDraft } from './field-draft.ts';
import { noteEdit, selectedOwnNote } from './note.ts';
import { conversationsTitle, whyNoTarget } from './targets.ts';

export const titleLine = lineFlow({
  id: 'conversation.title',
  title: ({ targets }) => t`Title of ${conversationsTitle(targets)}`,
  verb: t`save`,
  start: ({ world, targets: [id] }) => titleOf(world, id),
  draft: { kind: 'title', isNew: ({ world, targets: [id] }, text) => text.trim() !== titleOf(world, id) },
  refuse: (_desk, _view, text) => {
    const { length } = [...safeLine(text.trim())];
    if (length === 0) return t`A title needs at least one character.`;
    return length > MAX_TITLE_LENGTH
      ? t`A title has at most ${MAX_TITLE_LENGTH} characters, and this one has ${length}.`
      : undefined;
  },
  // Esc discards a new title, but not an earlier draft.
  leave: (desk, view) => {
    const { state } = lineIn(view.open)!;
    if (!state.isDraft) keepDraft(desk, 'title', view.targets[0], state.draft.text, '');
    leaveKept(desk, view, 'title');
  },
  answer: (desk, text, ids) => desk.commit('conversation.title', { ids, title: safeLine(text.trim()) }),
});

export const titleAction: Action<'conversation.title'> = {
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
  flows: [titleLine],
};

/** The entry that is edited in place of the title, because it is selected in the detail. */
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
  const targets = [...targetsOf(desk.world())];
  openDraft(desk, 'title', titleLine, targets);
}

function titleOf(world: World, id: number | undefined): string {
  return (id === undefined ? undefined : conversationOf(world, id)?.title) ?? '';
}
