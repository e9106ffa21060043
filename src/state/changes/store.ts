import { createStore, type StoreApi } from 'zustand/vanilla';
import type { World } from '../world.ts';
import { deriveAfter } from './derive.ts';
import { withoutOrphans } from './following.ts';

/** A store that holds the world. Derived data follows each change of its sources. */
export type WorldStore = StoreApi<World>;

/** The one store of the desk. `initial` is derived already. */
export function createWorld(initial: World): WorldStore {
  const store = createStore<World>()(() => initial);
  const set = store.setState;
  store.setState = part =>
    set(former => {
      const given = typeof part === 'function' ? part(former) : part;
      const next = { ...former, ...given };
      const drafts = next.drafts === former.drafts ? next.drafts : withoutOrphans(next.drafts);
      return given === former ? former : deriveAfter({ ...next, drafts }, former);
    }, true);
  return store;
}
