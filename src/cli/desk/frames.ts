import { existsSync } from 'node:fs';
import type { World } from '../../state/world.ts';
import type { DeskCache } from '../cache/desk-cache.ts';
import { clearFrames, framePath } from '../first-frame/frame-file.ts';
import { startKey } from '../first-frame/start-key.ts';
import { witness, witnessOfText } from '../first-frame/witness.ts';
import { paths } from '../paths.ts';
import { cacheSettings } from '../settings/cache-table.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import { signInsPath } from '../sign-ins.ts';
import { setTimer } from '../timer.ts';
import type { Connection } from './connection.ts';
import { createFrameKeeper, type FrameKeeper, type FrameKeeperOptions, noFrames } from './keep-frame.ts';

const DAY_MS = 24 * 3_600_000;

interface Whose {
  readonly connection: Connection;
  readonly cached: DeskCache;
  readonly world: () => World;
  readonly paint: FrameKeeperOptions['paint'];
}

/** Keeps this desk's frames for the next start with the same arguments. */
export function keepFrames(
  { args, environment, cache, now }: Shell,
  { connection, cached, world, paint }: Whose,
): FrameKeeper {
  const { identity, agent, mark, signInsText } = connection;
  const isFile = agent !== undefined && !/^\w+:\/\//.test(identity);
  const { days, megabytes } = cacheSettings(cache ?? {});
  if (megabytes === 0) clearFrames(paths.state());
  // A database in memory is gone when the desk ends. A place that no file proves may be another agent's at the next
  // start.
  if (megabytes === 0 || mark === 'unknown' || (isFile && !existsSync(identity))) return noFrames;
  const lasting = [witness(settingsPath(environment), 'contents'), ...(isFile ? [witness(identity, 'file')] : [])];
  return createFrameKeeper({
    path: framePath(paths.state(), startKey({ args, environment, folder: process.cwd() })),
    witnesses: () => [...lasting, ...coverOf(cached), witnessOfText(signInsPath(), signInsText())],
    token: () => mark?.() ?? null,
    keptMs: days * DAY_MS,
    world,
    paint,
    now,
    elapsed: () => performance.now(),
    setTimer,
  });
}

/** A frame from before the help center refused the token is not shown after it. */
function coverOf(cached: DeskCache) {
  const path = cached.coverPath();
  return path === undefined ? [] : [witness(path, 'contents')];
}
