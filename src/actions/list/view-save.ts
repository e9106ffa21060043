import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { queryText } from '../../state/query/language.ts';
import { savedKey } from '../../state/query/view-query.ts';
import { changeViews } from '../../state/sync/saved-views.ts';
import { addView, savedDigit, savedView, viewName, whyNoName } from '../../state/view-edits.ts';
import { t } from '../../text/safe.ts';

export const viewSave: Action<'view.save'> = {
  id: 'view.save',
  title: t`Save as view…`,
  help: t`Saves the filter of the list under a name and a digit`,
  scope: 'list',
  keys: ['W'],
  words: ['keep', 'query', 'filter'],
  run: desk => openField(desk, viewSave, ''),
  field: {
    title: world => t`Save as view: ${queryText(world.list.query, world) || t`everything`}`,
    verb: t`save`,
    rule: ({ savedViews }) => {
      const digit = savedDigit(savedViews.length);
      return digit === '' ? t`All digits are taken: gv lists it.` : t`${digit} will open it.`;
    },
    check: ({ savedViews }, { draft }) => whyNoName(savedViews, draft.text),
    submit: (desk, { draft }) => void save(desk, draft.text),
  },
};

async function save(desk: Desk, typed: string): Promise<void> {
  const world = desk.world();
  closeOverlay(desk);
  const problem = await changeViews(desk, addView(typed, queryText(world.list.query, world)));
  if (problem !== undefined) {
    say(desk, problem);
    return;
  }
  const { savedViews } = desk.world();
  const view = savedView(savedViews, viewName(typed));
  if (!view) return;
  desk.set({ inboxCursor: savedKey(view) });
  const digit = savedDigit(savedViews.indexOf(view));
  say(
    desk,
    digit === '' ? t`Saved the view ${view.name}: gv lists it` : t`Saved as view ${digit}: ${view.name}`,
    'done',
  );
}
