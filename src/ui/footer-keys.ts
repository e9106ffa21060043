import { backHint } from '../actions/app/back.ts';
import { actions } from '../actions/index.ts';
import type { Field } from '../keys/action.ts';
import { hintsOf } from '../keys/help.ts';
import { topOverlay } from '../keys/overlay.ts';
import type { World } from '../state/world.ts';
import { join, type SafeText, t } from '../text/safe.ts';

/** The key that a newcomer needs. */
export const HELP = t`? help`;

/** The keys of a place that are omitted if there is no room for them, the most used ones first. */
export function keysOfPlace(world: World): readonly SafeText[] {
  return keysAlone(world) ? [] : hintTexts(world).filter(text => text !== HELP);
}

/** The keys that are shown at every width: a newcomer must find the help and the way back. */
export function stayingKeys(world: World): readonly SafeText[] {
  const alone = keysAlone(world);
  if (alone) return [alone];
  const back = backHint(world);
  return [HELP, ...(back === undefined ? [] : [t`Esc ${back}`])];
}

/** The text in the keys' place in a box, after the first key of a sequence, and on a slow link. */
function keysAlone(world: World): SafeText | undefined {
  const overlay = topOverlay(world);
  if (overlay?.kind === 'field')
    return fieldText(actions.find(({ id }) => id === overlay.actionId)?.field, overlay.multiline);
  if (overlay?.kind === 'picker') {
    const picker = actions.find(({ id }) => id === overlay.actionId)?.picker;
    return t`Esc ${picker?.escape?.(world, overlay) ?? t`back`}`;
  }
  if (overlay) return t`Esc back`;
  if (world.prefix.length > 0) return t`${join(world.prefix as SafeText[])} …`;
  return world.link === 'slow' ? HELP : undefined;
}

/** The hints of the place, the key for help among them. */
function hintTexts(world: World): readonly SafeText[] {
  return hintsOf(actions, world).map(([key, word]) => t`${key} ${word}`);
}

/** Who will read the text, or the keys of a field that has no foot. */
function fieldText(field: Field<unknown> | undefined, isMultiline: boolean): SafeText {
  const completes = field?.isHead && field.complete ? t`  Tab completes` : t``;
  return (
    field?.audience ?? t`${isMultiline ? t`Ctrl-d` : t`Enter`} ${field?.verb ?? t`takes it`}  Esc back${completes}`
  );
}
