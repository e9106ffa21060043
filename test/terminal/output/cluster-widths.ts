import type { IUnicodeVersionProvider } from '@xterm/headless';
import { width } from '../../../src/text/width.ts';

/** What the character before leaves behind. */
const NOTHING = 0;
const JOINER = 1;
const HALF_A_FLAG = 2;

function property(state: number, columns: number, joins: boolean): number {
  return (state << 3) | (columns << 1) | (joins ? 1 : 0);
}

function isFlagLetter(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}
function isSkinTone(point: number): boolean {
  return point >= 0x1f3fb && point <= 0x1f3ff;
}

/** Makes the emulator draw clusters as wide as we count them: one cell for each, as terminals of today do. */
export const CLUSTER_WIDTHS: IUnicodeVersionProvider = {
  version: 'clusters',
  wcwidth: point => Math.min(2, width(String.fromCodePoint(point))) as 0 | 1 | 2,
  charProperties(point, before) {
    const [state, columns] = [before >> 3, (before >> 1) & 3];
    const text = String.fromCodePoint(point);
    const hasBase = before !== 0;
    if (hasBase && point === 0x200d) return property(JOINER, columns, true);
    if (hasBase && point === 0xfe0f) return property(NOTHING, 2, true);
    if (hasBase && isSkinTone(point)) return property(NOTHING, 2, true);
    if (hasBase && /[\p{Mn}\p{Me}\p{Cf}]/u.test(text)) return property(NOTHING, columns, true);
    if (isFlagLetter(point)) return property(state === HALF_A_FLAG ? NOTHING : HALF_A_FLAG, 2, state === HALF_A_FLAG);
    if (state === JOINER && /\p{Extended_Pictographic}/u.test(text)) return property(NOTHING, 2, true);
    return property(NOTHING, this.wcwidth(point), false);
  },
};
