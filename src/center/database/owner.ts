import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Changes the owner of a new file to that of its folder, or of another one. Root may run a command for the help center's
 * user, who must be able to read the file. Does not follow a symbolic link.
 */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  lchownSync(path, uid, gid);
}
