import type { Question } from '../../keys/action.ts';
import { closeOverlay, leaveOverlay, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { Overlay, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The meaning of Esc in a box in which something was changed, for its foot. */
export const ASKS = t`saves or drops`;

/** What Esc asks there. `save` gets the box below the question. */
export function saveQuestion<Below extends Overlay>(
  title: (world: World) => SafeText,
  save: (desk: Desk, below: Below) => void,
): Question {
  const leave = (desk: Desk): void => {
    closeOverlay(desk);
    leaveOverlay(desk);
  };
  const take = (desk: Desk): void => {
    closeOverlay(desk);
    save(desk, topOverlay(desk.world()) as Below);
  };
  return {
    title,
    lines: () => [t`Nothing of what you changed is saved yet.`],
    choices: () => [
      { key: 'y', words: t`saves it`, run: take },
      { key: 'd', words: t`drops it`, run: leave },
    ],
    foot: t`Esc goes on with it`,
  };
}
