import { statSync } from 'node:fs';
import { join } from 'node:path';
import { lookInto } from '../../center/database/sqlite/look-into.ts';
import type { CachedPlaces } from '../../state/kept/cache.ts';
import { cachePrefix, isCacheName, namesInFolder } from '../kept/names.ts';
import { isCoverOf } from './cover.ts';
import { cachedPlaces } from './forms.ts';

/** The inboxes, agents and the like of a help center, as a desk on this machine read them last. */
export interface NewestPlaces {
  readonly places: CachedPlaces;
  /** When the file was written; milliseconds since 1970. */
  readonly asOf: number;
}

/** Reads from the newest cache of a help center, of any agent, and changes nothing; undefined without one. */
export function newestPlaces(parent: string, center: string): NewestPlaces | undefined {
  const prefix = `${cachePrefix(center)}-`;
  const found = namesInFolder(parent)
    .filter(name => isCacheName(name) && name.startsWith(prefix) && !isCoverOf(join(parent, name)))
    .map(name => ({ path: join(parent, name), asOf: writtenAt(join(parent, name)) }))
    .sort((a, b) => b.asOf - a.asOf)[0];
  if (found === undefined) return undefined;
  const rows = lookInto(found.path, database => database.prepare('select name, value from place').all());
  const places = cachedPlaces(new Map(rows.map(({ name, value }) => [String(name), value])));
  return places && { places, asOf: found.asOf };
}

function writtenAt(path: string): number {
  const times = [path, `${path}-wal`].map(one => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}
