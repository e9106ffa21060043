import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { borderAt, type OwnLayout } from '../../state/world/viewport.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

export const repaint: Action<'repaint'> = {
  id: 'repaint',
  title: t`Repaint`,
  help: t`Draws the whole screen again`,
  keys: ['ctrl-l'],
  isForScreen: true,
  run: desk => desk.hooks.repaint(),
};

export const refreshAction: Action<'refresh'> = {
  id: 'refresh',
  title: t`Refresh`,
  help: t`Reads everything again; adds new rows, removes old ones`,
  keys: ['R'],
  words: ['reload', 'update'],
  run: desk => void refresh(desk),
};

export const suspend: Action<'suspend'> = {
  id: 'suspend',
  title: t`Suspend`,
  help: t`Gives the terminal back to the shell; fg returns`,
  keys: ['ctrl-z'],
  run: desk => desk.hooks.suspend(),
};

export const layoutToggle: Action<'app.layout'> = {
  id: 'app.layout',
  title: t`Detail below or beside`,
  help: t`Puts the detail below the list or beside it, for this width`,
  keys: ['|'],
  isForScreen: true,
  words: ['layout', 'stacked', 'split', 'above', 'rows'],
  unavailable: ({ viewport }) =>
    viewport.canStack ? undefined : t`The window is too small to hold one above the other.`,
  run: desk => {
    desk.set({ isWide: false });
    arrangeOwn(desk, { way: desk.world().isStacked ? 'beside' : 'stacked' });
  },
};

/** How far one key moves the border between list and detail. */
const BORDER_STEP = { beside: 4, stacked: 2 } as const;

/** Moves the border between list and detail; the desk keeps it for this width. */
export const borderActions: readonly Action<'list.smaller' | 'list.larger'>[] = [
  borderAction('list.smaller', ['{', -1], t`Smaller list`, t`Gives the detail more room, for this width`),
  borderAction('list.larger', ['}', 1], t`Larger list`, t`Gives the list more room, for this width`),
];

function borderAction<Id extends string>(
  id: Id,
  [key, direction]: readonly [string, 1 | -1],
  title: SafeText,
  help: SafeText,
): Action<Id> {
  const target = ({ viewport: { border }, isStacked }: World): number | undefined => {
    const step = direction * BORDER_STEP[isStacked ? 'stacked' : 'beside'];
    return border === null ? undefined : borderAt(border.at + step, border).at;
  };
  return {
    id,
    title,
    help,
    keys: [key],
    isForScreen: true,
    words: ['border', 'split', 'resize', 'size'],
    unavailable: world => {
      const moved = target(world);
      if (moved === undefined) return t`List and detail are not both on the screen.`;
      return moved === world.viewport.border?.at ? t`One of the panes would be too small.` : undefined;
    },
    run: desk => {
      const world = desk.world();
      arrangeOwn(desk, { [world.isStacked ? 'stacked' : 'beside']: target(world) });
    },
  };
}

/** Arranges list and detail as the agent says, on screens of this width. */
function arrangeOwn(desk: Desk, change: OwnLayout): void {
  const { ownLayouts, viewport } = desk.world();
  const { columns } = viewport;
  desk.set({ ownLayouts: { ...ownLayouts, [columns]: { ...ownLayouts[columns], ...change } } });
}
