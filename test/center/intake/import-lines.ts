import type { Center } from '../../../src/center/center.ts';
import { importNdjson, type NdjsonOptions } from '../../../src/center/intake/ndjson/import-ndjson.ts';

/** Imports lines of a test's own; strings as they are. */
export function importLines(
  center: Center,
  lines: readonly unknown[],
  options: NdjsonOptions & { readonly folder?: string } = {},
) {
  const text = lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  return importNdjson(center, { folder: options.folder ?? '/nowhere', bytes }, options);
}
