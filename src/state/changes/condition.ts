import type { Versions } from '../operations/conflict.ts';

/** The condition of a write to one conversation: it still has the version that the change was made on. */
export function onVersion(versions: Versions, id: number): { readonly ifMatch?: string } {
  const version = versions[id];
  return version === undefined ? {} : { ifMatch: `"c${id}-${version}"` };
}

/** The same for a call on many, as a part of its body. */
export function onVersions(versions: Versions, ids: readonly number[]): { if_versions?: Record<string, number> } {
  const known = ids.flatMap(id => {
    const version = versions[id];
    return version === undefined ? [] : [[String(id), version] as const];
  });
  return known.length === 0 ? {} : { if_versions: Object.fromEntries(known) };
}
