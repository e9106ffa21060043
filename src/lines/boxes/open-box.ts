import type { AnyAction, Sheet } from '../../keys/action.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { SheetOverlay } from '../../state/overlay.ts';
import { t } from '../../text/safe.ts';
import type { Names } from '../names.ts';
import { keyNamed } from '../names.ts';
import { ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press } from './box.ts';
import { fieldBox } from './field.ts';
import { helpBox } from './help.ts';
import { partsBox } from './parts-box.ts';

/** The uppermost box as lines; undefined if none is open. `before`: the last box, whose numbers stay if it is the same. */
export function openBox(hands: Hands, names: Names, before?: Box): Box | undefined {
  const { desk, bound } = hands;
  const overlay = topOverlay(desk.world());
  if (!overlay) return undefined;
  if (overlay.kind === 'help') return helpBox(hands, names, overlay, before);
  if (overlay.kind === 'box') return partsBox(hands, overlay, before);
  const action = bound.actions.find(({ id }) => id === overlay.actionId);
  if (!action) return undefined;
  if (overlay.kind === 'field') return action.field && fieldBox(hands, action, action.field, overlay);
  return action.sheet && sheetBox(hands, action, action.sheet, overlay);
}

/** A page to read. Another line than one of its keys leaves it and is a line of its own. */
function sheetBox(hands: Hands, { id }: AnyAction, sheet: Sheet<unknown>, overlay: SheetOverlay): Box {
  const world = hands.desk.world();
  const title = sheet.title(world, overlay);
  const own = new Set([...Object.keys(sheet.keys ?? {}), ...(sheet.enter ? ['enter'] : [])]);
  const foot = sheet.foot?.(world, overlay);
  return {
    key: `sheet ${id} ${title}`,
    words: [sentence(title), ...sheet.lines(world, overlay).map(ofOthers)],
    ask: own.size === 0 || foot === undefined ? t`Empty: back.` : sentence(spoken(foot)),
    prompt: t`page`,
    ...(own.size === 0 ? { isOnlyRead: true as const } : {}),
    answer: line => {
      const key = keyNamed(line);
      if (key !== undefined && own.has(key)) {
        press(hands, key);
        return [];
      }
      press(hands, 'esc');
      return line === '' || key === 'esc' ? [] : 'passes';
    },
    answerAtOnce: () => [],
  };
}
