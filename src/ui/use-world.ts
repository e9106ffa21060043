import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Desk } from '../state/desk.ts';
import { isWritingInBox as isWritingIn } from '../state/detail/move.ts';
import type { Pane, World } from '../state/world.ts';
import { type Layout, layoutOf, type Size } from './layout.ts';

/** The desk that the screen shows, as React context. */
export const DeskContext = createContext<Desk | null>(null);

/** The desk. Using it outside of a screen is a bug. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('a part of the screen was drawn without a desk');
  return desk;
}

/** One value of the world; the component is drawn again only if this value changes. */
export function useWorld<Value>(select: (world: World) => Value): Value {
  return useStore(useDesk().store, select);
}

/** A list of the world's values; the component is drawn again only if one of them changes. */
export function useWorldList<Value>(select: (world: World) => readonly Value[]): readonly Value[] {
  return useWorld(useShallow(select));
}

/** Where the panes are on a screen of this size, as if `own` had the keys. */
export function useLayout(screen: Size, own?: Pane): Layout {
  const pane = useWorld(world => own ?? world.pane);
  const isWide = useWorld(world => world.isWide);
  const isStacked = useWorld(world => world.isStacked);
  const ownLayouts = useWorld(world => world.ownLayouts);
  const isWriting = useWorld(isWritingIn);
  return layoutOf(screen, { pane, isWide, isStacked, ownLayouts, isWriting });
}
