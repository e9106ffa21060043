import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { basePath } from '../../src/contract/index.ts';
import { launcher } from '../harness/launcher.ts';
import { freePort } from '../harness/mail-servers.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const root = join(import.meta.dirname, '../..');
const executable = join(root, 'dist-binary/frontdesk-linux-x64');

/** The instructions of the last image of the file, by their names. */
const IMAGE = Map.groupBy(
  readFileSync(join(root, 'bin/container/Containerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!
    .split('\n')
    .filter(line => /^[A-Z]+ /.test(line)),
  line => line.split(' ', 1)[0]!,
);

function whyNot(): string | undefined {
  if (!launcher.endsWith('/test/binary/launcher.ts') || !existsSync(executable))
    return 'it runs the executable for Linux, and is part of npm run test:binary';
  return process.getuid?.() === 0 ? undefined : 'only root may make the root of a container';
}

/** Puts what the image has below `tree`: the C library, and the files of the package. */
function fill(tree: string): void {
  const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' }).match(/\/\S+/g)!;
  for (const library of libraries) {
    // All others would be missing in the image.
    expect(library).toMatch(/\/(?:ld-linux-x86-64|libc|libpthread|libdl|libm)\.so\.\d$/);
    mkdirSync(join(tree, dirname(library)), { recursive: true });
    copyFileSync(library, join(tree, library));
  }
  for (const folder of ['usr/bin', 'tmp', 'etc', 'proc', 'dev', 'var/lib/frontdesk'])
    mkdirSync(join(tree, folder), { recursive: true });
  copyFileSync(executable, join(tree, 'usr/bin/frontdesk'));
}

/** Runs in a mount namespace: all but the volume and /tmp is read-only. */
const ENTER = `set -e
mount --make-rprivate /
mount --bind "$TREE" "$TREE"
for one in proc dev; do mount --bind "/$one" "$TREE/$one"; done
mount -o remount,bind,ro "$TREE"
mount -t tmpfs tmpfs "$TREE/tmp"
mount -t tmpfs -o "uid=$OWNER,gid=$OWNER,mode=700" tmpfs "$TREE/var/lib/frontdesk"
exec chroot --userspec="$OWNER:$OWNER" "$TREE" "$@"
`;

test('the image’s files and user are enough: it serves from a root that cannot be written, and drains', {
  ...skippedFor(whyNot()),
  timeout: 120_000,
}, async () => {
  const tree = join(temporaryFolder(), 'root');
  mkdirSync(tree);
  fill(tree);
  const [, owner] = /^USER (\d+):\d+$/.exec(IMAGE.get('USER')![0]!)!;
  chownSync(join(tree, 'var/lib/frontdesk'), Number(owner), Number(owner));
  const variables = Object.fromEntries(
    IMAGE.get('ENV')![0]!
      .slice(4)
      .split(' ')
      .map(one => one.split('=') as [string, string]),
  );
  const [entry, command] = ['ENTRYPOINT', 'CMD'].map(
    name => JSON.parse(IMAGE.get(name)![0]!.slice(name.length)) as string[],
  ) as [string[], string[]];
  const port = await freePort();
  const server = spawn('unshare', ['-m', 'bash', '-c', ENTER, 'enter', ...entry, ...command, '--port', String(port)], {
    env: { PATH: process.env.PATH, TREE: tree, OWNER: owner, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stderr.on('data', chunk => {
    said += chunk;
  });
  const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  expect(String(line), said).toBe(`listening on http://0.0.0.0:${port}\n`);
  const ready = await fetch(`http://127.0.0.1:${port}${basePath}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', failing: 0 }]);
  server.kill('SIGTERM');
  await expect.poll(() => said).toContain('Serving ends in 10 s');
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});
