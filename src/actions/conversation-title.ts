import { maxTitleLength } from '../contract/conversation.ts';
import { conversationOf, targetsOf } from '../state/visible.ts';
import { safeLine, t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { closeOverlay, openField, say } from './overlay.ts';
import { named, whyNoChange } from './targets.ts';

export const conversationTitle: Action = {
  id: 'conversation.title',
  title: t`Edit the title`,
  help: t`Edits the title of one conversation.`,
  scope: 'conversations',
  keys: ['='],
  unavailable: world =>
    whyNoChange(world) ??
    (targetsOf(world).length > 1 ? t`A title belongs to one conversation: unmark with *n first.` : undefined),
  run: desk => {
    const [id] = targetsOf(desk.world());
    const title = id === undefined ? undefined : conversationOf(desk.world(), id)?.title;
    openField(desk, 'conversation.title', title ?? '');
  },
  field: {
    title: (_world, { targets }) => t`Title of ${named(targets)}`,
    verb: t`save`,
    submit: (desk, { targets, draft }) => {
      const title = safeLine(draft.text.trim());
      const { length } = [...title];
      if (title === '') say(desk, t`A title needs at least one character.`);
      else if (length > maxTitleLength) {
        say(desk, t`A title has at most ${maxTitleLength} characters, and this one has ${length}.`);
      } else {
        closeOverlay(desk);
        desk.commit('conversation.title', { ids: targets, title });
      }
    },
  },
};
