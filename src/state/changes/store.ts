import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Derived, World } from '../world.ts';
import { deriveAfter } from './derive.ts';
import { withoutOrphans } from './following.ts';

/** A store that holds the world. Derived data follows each change of its sources. */
export interface WorldStore extends Omit<StoreApi<World>, 'setState'> {
  setState(part: Partial<Omit<World, Derived>>): void;
}

/** The one store of the desk. `initial` is derived already. */
export function createWorld(initial: World): WorldStore {
  const store = createStore<World>()(() => initial);
  const setState: WorldStore['setState'] = given =>
    store.setState(former => {
      const next = { ...former, ...given };
      const drafts = next.drafts === former.drafts ? next.drafts : withoutOrphans(next.drafts);
      return given === former ? former : deriveAfter({ ...next, drafts }, former);
    }, true);
  return { ...store, setState };
}
