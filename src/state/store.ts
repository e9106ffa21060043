import { createStore, type StoreApi } from 'zustand/vanilla';
import type { World } from './world.ts';

/** A store that holds the world. */
export type WorldStore = StoreApi<World>;

/** The one store of the desk. */
export function createWorld(initial: World): WorldStore {
  return createStore<World>()(() => initial);
}
