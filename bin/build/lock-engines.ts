/**
 * npm runs this after every `npm ci` and `npm install` (the script `dependencies`). It removes from package-lock.json
 * which Node each package needs: npm compares that with the Node that npm itself runs on, and warns once for each
 * package, although the checkout runs all of them with its own Node.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Lock {
  /** By their folders; the project itself is ''. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The text of package-lock.json without the `engines` of the packages. */
export function withoutEngines(text: string): string {
  const lock = JSON.parse(text) as Lock;
  const packages = Object.entries(lock.packages).map(([folder, fields]) => {
    const { engines: _, ...others } = fields;
    return [folder, folder === '' ? fields : others];
  });
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(import.meta.dirname, '../../package-lock.json');
  const text = readFileSync(path, 'utf8');
  const wanted = withoutEngines(text);
  if (wanted !== text) writeFileSync(path, wanted);
}
