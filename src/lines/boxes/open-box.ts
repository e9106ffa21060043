import { asked } from '../../keys/flow.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { ActionNames } from '../names.ts';
import type { BoxContext, SpokenBox } from './box.ts';
import { helpBox } from './help.ts';
import { partsBox } from './parts-box.ts';

/** The uppermost box as lines; undefined if none is open. `before`: the last box, whose numbers stay if it is the same. */
export function openBox(hands: BoxContext, names: ActionNames, before?: SpokenBox): SpokenBox | undefined {
  const overlay = topOverlay(hands.desk.world());
  if (!overlay) return undefined;
  const part = asked(overlay).box.parts[overlay.state.at];
  const isLong = part?.kind === 'choices' && part.isLong;
  return isLong ? helpBox(hands, names, overlay, before) : partsBox(hands, overlay, before);
}
