import { resolve } from 'node:path';
import type { World } from '../../state/world.ts';
import { framePath } from '../first-frame/frame-file.ts';
import { startKey } from '../first-frame/start-key.ts';
import { tokenMark } from '../first-frame/token-mark.ts';
import { witness } from '../first-frame/witness.ts';
import { paths } from '../paths.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import { setTimer } from '../timer.ts';
import type { Connection } from './connection.ts';
import { createFrameKeeper, type FrameKeeper, type FrameKeeperOptions } from './keep-frame.ts';

interface Whose {
  readonly connection: Connection;
  readonly tokenFile?: string | undefined;
  readonly world: () => World;
  readonly paint: FrameKeeperOptions['paint'];
}

/** Keeps this desk's frames for the next start that is told the same. */
export function keepFrames(
  { args, environment, now }: Shell,
  { connection, tokenFile, world, paint }: Whose,
): FrameKeeper {
  const { identity, agent, bearer } = connection;
  const file = tokenFile && resolve(tokenFile);
  const isFile = agent !== undefined && !/^\w+:\/\//.test(identity);
  return createFrameKeeper({
    path: framePath(paths.state(), startKey({ args, environment, folder: process.cwd() })),
    witnesses: [witness(settingsPath(environment), 'contents'), ...(isFile ? [witness(identity, 'file')] : [])],
    token: () => (bearer ? { hash: tokenMark(bearer()), file } : null),
    world,
    paint,
    now,
    elapsed: () => performance.now(),
    setTimer,
  });
}
