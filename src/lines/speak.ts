import type { Desk } from '../state/desk.ts';
import { SPEAKS, type Speak } from '../state/world/speak.ts';
import { join, type SafeText, safeLine, t } from '../text/safe.ts';

/** The typed lines about how much line mode says, and the answer to each: `speak`, `speak short`. */
export const SPEAK_LINES: readonly (readonly [line: string, answer: (desk: Desk) => readonly SafeText[]])[] = [
  ['speak', desk => [howMuch(desk)]],
  ...SPEAKS.map(speak => [`speak ${speak}`, (desk: Desk) => [change(desk, speak)]] as const),
];

function howMuch(desk: Desk): SafeText {
  const { speak } = desk.world();
  const others = SPEAKS.filter(one => one !== speak).map(one => t`speak ${safeLine(one)}`);
  return t`Line mode says the ${safeLine(speak)} words: ${join(others, t` or `)} changes that.`;
}

/** Says more or less from now on, in this run. */
function change(desk: Desk, speak: Speak): SafeText {
  desk.set({ speak });
  return t`Line mode says the ${safeLine(speak)} words now. The setting speak keeps that.`;
}
