import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The name of the system's user that runs this process, whatever the environment says. */
export function systemUser(): string {
  const uid = String(process.getuid?.() ?? '');
  // Bun's `userInfo` returns $USER. Where there is no name, as in containers, Node's throws.
  const ways = 'bun' in process.versions ? [() => nameInFile(uid), nameOfId] : [() => userInfo().username];
  for (const way of ways) {
    try {
      const name = way();
      if (name) return name;
    } catch {}
  }
  return `uid-${uid}`;
}

function nameInFile(uid: string): string | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  return users.map(line => line.split(':')).find(([, , id]) => id === uid)?.[0];
}

/** Users of a directory service, and those of macOS, are in no file. */
function nameOfId(): string {
  const env = { PATH: '/usr/bin:/bin' };
  return execFileSync('id', ['-un'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
