/** `node bin/build/pages.ts [folder]`: writes the man page and the completions of the built program into `dist` or there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');

/** Each file by the words of the command that prints it. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'man/frontdesk.1': ['man'],
  'completions/frontdesk.bash': ['completion', 'bash'],
  'completions/_frontdesk': ['completion', 'zsh'],
  'completions/frontdesk.fish': ['completion', 'fish'],
  'completions/frontdesk.ps1': ['completion', 'powershell'],
};

/** Writes the pages that the program prints below `folder`. `command`: how the program is started. */
export function writePages(folder: string, [file, ...args]: readonly [string, ...string[]]): void {
  for (const [name, words] of Object.entries(PAGES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, execFileSync(file, [...args, ...words]));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writePages(process.argv[2] ?? join(root, 'dist'), [process.execPath, join(root, 'bin/frontdesk.js')]);
