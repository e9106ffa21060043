import type { AnyAction, Sheet } from '../../keys/action.ts';
import type { SheetOverlay } from '../../state/overlay.ts';
import { t } from '../../text/safe.ts';
import { keyNamed } from '../key-names.ts';
import { ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press } from './box.ts';

/** A page to read. Another line than one of its keys leaves it and is a line of its own. */
export function sheetBox(hands: Hands, { id }: AnyAction, sheet: Sheet<unknown>, overlay: SheetOverlay): Box {
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
