import type { CompletedPath } from '../../state/host.ts';
import { safeLine } from '../../text/safe.ts';
import { homeFolder } from '../paths.ts';

/** The path that a person means: `~` is the home folder. */
export function atHome(path: string): string {
  return path.replace(/^~(?=\/|$)/, homeFolder());
}

/**
 * The completion of a typed path: the common beginning of the matching names, and the names. Names that cannot be shown
 * literally are left out, hidden ones unless their dot was typed; on request, all but folders.
 */
export async function completePath(typed: string, wanted?: 'folders'): Promise<CompletedPath> {
  const path = typed === '~' ? '~/' : typed;
  const end = path.lastIndexOf('/') + 1;
  const [folder, start] = [path.slice(0, end), path.slice(end)];
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(atHome(folder) || '.', { withFileTypes: true }).catch(() => []);
  const names = entries
    // A link may lead to a folder.
    .filter(entry => wanted === undefined || entry.isDirectory() || entry.isSymbolicLink())
    .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')) && safeLine(name) === name)
    .map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  const shared = names.reduce(sharedStart, names[0] ?? start);
  return { path: folder + shared, names: names.map(safeLine) };
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
