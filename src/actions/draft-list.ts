import { conversationOf } from '../state/visible.ts';
import type { World } from '../state/world.ts';
import { cut } from '../text/cut.ts';
import { safeLine, t } from '../text/safe.ts';
import type { Action, Option } from './action.ts';
import { digitSign } from './digit-sign.ts';
import { readConversation } from './go.ts';
import { draftOf } from './note-draft.ts';
import { closeOverlay, openOverlay, openPicker } from './overlay.ts';

const SHOWN_COLUMNS = 24;

export const draftList: Action = {
  id: 'draft.list',
  title: t`Drafts…`,
  help: t`Lists the notes that were written and not sent; Enter goes on with one.`,
  scope: 'everywhere',
  keys: ['g d'],
  unavailable: ({ drafts }) => (drafts.size === 0 ? t`No draft is kept: n writes a note.` : undefined),
  run: desk => openPicker(desk, 'draft.list', false),
  picker: {
    title: () => t`Drafts of notes`,
    hasFilter: false,
    verb: t`go on writing`,
    options: world => [...world.drafts.keys()].map((id, index) => optionOf(world, id, index)),
    take: (desk, _overlay, { id: chosen }) => {
      const id = Number(chosen);
      const text = draftOf(desk.world(), id);
      const draft = { text, cursor: text.length };
      closeOverlay(desk);
      readConversation(desk, id);
      openOverlay(desk, { kind: 'field', actionId: 'note.write', targets: [id], draft, multiline: true });
    },
    empty: () => t`No draft is kept.`,
  },
};

function optionOf(world: World, id: number, index: number): Option {
  const text = safeLine(draftOf(world, id).trim().replace(/\s+/g, ' '));
  return {
    id: String(id),
    label: t`#${id} ${conversationOf(world, id)?.title ?? t``}`,
    sign: digitSign(index),
    detail: cut(text, SHOWN_COLUMNS),
  };
}
