import { extname } from 'node:path';

/**
 * The file that a thread runs: `name` beside the module at `url`, as a source in a checkout or as a file of the bundle,
 * which is flat (`tsdown.config.ts` names them).
 */
export function threadFile(name: string, url: string): URL {
  return new URL(`./${name}${extname(url)}`, url);
}
