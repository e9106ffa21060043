import type { Action } from '../../keys/action.ts';
import { markCount, unmarkAll } from '../../state/list/marks.ts';
import { inItsOrder } from '../../state/query/view-query.ts';
import { countKey, unresolved, views } from '../../state/query/views.ts';
import { stopCommand } from '../../state/sync/running-command.ts';
import { stopTakingAlong } from '../../state/sync/take-along.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { endFind } from '../detail/find.ts';
import { goToList, goToPane } from '../go/go-to.ts';

export const backAction: Action<'back'> = {
  id: 'back',
  title: t`One step back`,
  help: t`Goes one step back: command, search, detail, marks, filter`,
  keys: ['esc'],
  unavailable: world =>
    stepBack(world) === undefined ? t`Nothing to go back from · ${world.keyNames.quit} quits` : undefined,
  run: desk => {
    const world = desk.world();
    const step = stepBack(world);
    if (step === 'command') stopCommand(desk);
    else if (step === 'along') stopTakingAlong(desk);
    else if (step === 'find') endFind(desk);
    else if (step === 'list') goToPane(desk, 'list');
    else if (step === 'marks') desk.set({ list: unmarkAll(world.list), notice: null });
    else if (step === 'filter') goToList(desk, inItsOrder(views[0]!, world), 'unresolved');
  },
};

type Step = 'command' | 'along' | 'find' | 'list' | 'marks' | 'filter';

function stepBack(world: World): Step | undefined {
  if (world.commands.running !== null) return 'command';
  if (world.isTakingAlong) return 'along';
  if (world.pane === 'detail' && world.detail.find !== null) return 'find';
  if (world.pane !== 'list') return 'list';
  if (markCount(world.list) > 0) return 'marks';
  return countKey(world.list.query) === countKey(unresolved) ? undefined : 'filter';
}

/** The effect of Esc now, in a word or two for the footer. */
export function backHint(world: World): SafeText | undefined {
  const step = stepBack(world);
  if (step === 'command' || step === 'along') return t`stop`;
  if (step === 'find') return t`end search`;
  if (step === 'list') return t`list`;
  if (step === 'marks') return t`unmark`;
  return step === 'filter' ? (views[0]?.title ?? t`back`) : undefined;
}
