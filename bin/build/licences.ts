import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUN_VERSION } from './bun.ts';

const root = join(import.meta.dirname, '../..');

const OF_BUN = `The executable contains Bun ${BUN_VERSION} (MIT), which contains JavaScriptCore (LGPL-2) and further libraries.
Their licences, and how to link Bun with another JavaScriptCore:
https://github.com/oven-sh/bun/blob/bun-v${BUN_VERSION}/LICENSE.md
`;

/** The licences of an executable: our own, Bun's, and those of the bundled packages. */
export function licencesOfExecutable(): string {
  const [own, bundled] = ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'].map(file =>
    readFileSync(join(root, file), 'utf8'),
  );
  return [own, OF_BUN, bundled].join(`\n${'-'.repeat(80)}\n\n`);
}
