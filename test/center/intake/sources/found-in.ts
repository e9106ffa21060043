import type { Readable } from 'node:stream';
import { filesUnder } from '../../../../src/center/intake/sources/find.ts';
import { mailsIn } from '../../../../src/center/intake/sources/read.ts';

/** What is found under a path: the text of each mail, the reason of everything else. */
export async function foundIn(
  path: string,
  stdin?: Readable,
  signal?: AbortSignal,
  mayGrow?: (source: string) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  for await (const file of filesUnder(path, new Set(), stdin)) {
    if ('reason' in file) found.push(file.reason);
    else
      for await (const each of mailsIn(file, () => undefined, undefined, signal, mayGrow))
        found.push('reason' in each ? each.reason : 'raw' in each ? String(each.raw) : 'passed over');
  }
  return found;
}
