// `npm start`: builds when a source is newer than the bundle, then opens the desk on sample conversations.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const newest = folder =>
  Math.max(0, ...readdirSync(folder, { recursive: true }).map(name => statSync(`${folder}/${name}`).mtimeMs));
const isBuilt = () => {
  const bundle = statSync(`${root}/dist/main.cjs`, { throwIfNoEntry: false });
  const config = statSync(`${root}/tsdown.config.ts`).mtimeMs;
  return bundle !== undefined && bundle.mtimeMs >= Math.max(newest(`${root}/src`), config);
};

if (!isBuilt()) {
  const build = [`${root}/node_modules/tsdown/dist/run.mjs`];
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
process.argv.splice(2, 0, '--sample');
await import('./frontdesk.js');
