import { join } from 'node:path';
import { byteSize } from '../../text/byte-size.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { eraseCache, removeCover } from '../cache/cover.ts';
import { clearFrames } from '../first-frame/frame-file.ts';
import { fileProblem } from '../kept/kept-file.ts';
import { isCacheName, namesInFolder } from '../kept/names.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

/** `frontdesk cache clear`: removes caches of help centers, and last frames; never drafts or changes. */
export function clearCache({ stdout }: Pick<Shell, 'stdout'>): number {
  const folder = paths.state();
  const caches = namesInFolder(folder).filter(isCacheName);
  let bytes = 0;
  try {
    for (const name of caches) {
      bytes += eraseCache(join(folder, name));
      removeCover(join(folder, name));
    }
    bytes += clearFrames(folder);
  } catch (error) {
    throw new ShellError(`The cache in ${folder} cannot be removed: ${fileProblem(error)}.`, exitCode.failed);
  }
  const said = t`Removed ${byteSize(bytes)} of ${counted(caches.length, t`cache`)}. Drafts and unsent changes stay.`;
  stdout.write(bytes === 0 ? 'Nothing was cached.\n' : `${said}\n`);
  return exitCode.done;
}
