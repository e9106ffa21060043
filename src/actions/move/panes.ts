import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import type { Pane } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';

const ORDER: readonly Pane[] = ['inboxes', 'list', 'detail'];

type Direction = 1 | -1;
type Name = 'right' | 'left' | 'next' | 'previous';
type Step = readonly [name: Name, keys: readonly string[], direction: Direction, title: SafeText, help: SafeText];

/** These stop at the ends of the row, and say so. */
const STEPS: readonly Step[] = [
  ['right', ['l', 'right'], 1, t`Pane to the right`, t`Moves to the pane on the right`],
  ['left', ['h', 'left'], -1, t`Pane to the left`, t`Moves to the pane on the left`],
];

/** These wrap around at the ends. */
const ROUNDS: readonly Step[] = [
  ['next', ['tab'], 1, t`Next pane`, t`Moves to the next pane, from the last to the first`],
  ['previous', ['shift-tab'], -1, t`Previous pane`, t`Moves to the previous pane, from the first to the last`],
];

const widen: Action<'pane.widen'> = {
  id: 'pane.widen',
  title: t`Widen this pane`,
  help: t`Shows this pane on the whole screen, or all panes again`,
  keys: ['w'],
  isForScreen: true,
  run: desk => desk.set({ isWide: !desk.world().isWide }),
};

/** Goes from pane to pane, and to one pane alone. */
export const paneActions: readonly Action<`pane.${Name | 'widen'}`>[] = [
  ...ROUNDS.map(step => ({ ...actionOf(step), run: (desk: Desk) => goRound(desk, step[2]) })),
  ...STEPS.map(step => ({
    ...actionOf(step),
    unavailable: ({ pane }: { readonly pane: Pane }) => whyNone(pane, step[2]),
    run: (desk: Desk) => goToPane(desk, beside(desk.world().pane, step[2]) ?? desk.world().pane),
  })),
  widen,
];

function actionOf([name, keys, , title, help]: Step) {
  return { id: `pane.${name}`, title, help, keys } as const;
}

/** The pane beside the one that has the keys; undefined at the end of the row. */
function beside(pane: Pane, direction: Direction): Pane | undefined {
  return ORDER[ORDER.indexOf(pane) + direction];
}

function goRound(desk: Desk, direction: Direction): void {
  const at = ORDER.indexOf(desk.world().pane) + direction + ORDER.length;
  goToPane(desk, ORDER[at % ORDER.length]!);
}

function whyNone(pane: Pane, direction: Direction): SafeText | undefined {
  if (beside(pane, direction) !== undefined) return undefined;
  return direction === 1 ? t`This is the rightmost pane.` : t`This is the leftmost pane.`;
}
