/**
 * How many files and functions of the desk a key walks through, by V8's coverage, once it is warm: `npm run bench -- walk`.
 * With a key's name, it lists the files of that key until it returns.
 */
import { Session } from 'node:inspector';
import { fileStorage } from '../../src/cli/kept/file-storage.ts';
import { createKeptFile } from '../../src/cli/kept/kept-file.ts';
import { keptPath } from '../../src/cli/kept/names.ts';
import { keepPlace } from '../../src/state/place/keep.ts';
import { followAhead } from '../../src/state/sync/ahead.ts';
import { followCursor, followRows } from '../../src/state/sync/follow-cursor.ts';
import { followReading } from '../../src/state/sync/follow-reading.ts';
import { keepUp } from '../../src/state/sync/keep-up.ts';
import { followNumbers } from '../../src/state/sync/numbers.ts';
import { benchFolder, figure } from '../harness/figures.ts';
import { pressKeys } from '../harness/press.ts';
import { fakeCenter, row } from '../state/fake-center.ts';
import { openDesk } from '../state/open-desk.ts';

function fail(reason: string): never {
  throw new Error(reason);
}

const SOURCES = new URL('../../src/', import.meta.url).href;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The files and the number of functions that ran since the last call. */
function walked() {
  const files: string[] = [];
  let functions = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    for (const { url, functions: all } of result) {
      const ran = all.filter(({ ranges }) => ranges[0]!.count > 0).length;
      if (!url.startsWith(SOURCES) || ran === 0) continue;
      files.push(url.slice(SOURCES.length));
      functions += ran;
    }
  });
  return { files, functions };
}

const folder = benchFolder();
const storage = fileStorage({
  openFile: one => createKeptFile({ path: keptPath(folder, 'desk-0', one), now: Date.now, onDamage: fail }),
  owner: { agent: { id: 1, name: 'Ana Ortiz' } },
  tokenHash: 'hash',
  now: Date.now,
  onProblem: fail,
  onKeptAgain: () => undefined,
  onTaken: () => undefined,
});
const bench = await openDesk(fakeCenter(Array.from({ length: 100 }, (_, at) => row(at + 1))), { storage });
keepUp(bench.desk, { hasEvents: false });
followCursor(bench.desk, { isPreviewShown: () => true });
for (const follow of [followAhead, followReading, followRows, followNumbers, keepPlace]) follow(bench.desk);
await bench.idle();

async function walk(key: string) {
  bench.link = 'slow';
  walked();
  pressKeys(bench.desk, key);
  const acted = walked();
  await bench.idle();
  const sent = walked();
  bench.link = 'up';
  await bench.release();
  return [acted, sent, walked()];
}

const [named] = process.argv.slice(2);
const keys = named === undefined ? ['j', 'e', 'z'] : [named];
const PARTS = ['until it returns', 'until its request is out', 'its answer'];
figure('what', 'asked', 'measured');
for (const key of keys) {
  for (let warm = 0; warm < 3; warm++) await walk(key);
  const asked = key === 'e' ? ['≤ 50 files', '', '≤ 65 files'] : [];
  const parts = await walk(key);
  for (const [at, { files, functions }] of parts.entries())
    figure(`${key}: ${PARTS[at]}`, asked[at] ?? '', `${files.length} files, ${functions} functions`);
  if (named !== undefined) process.stdout.write(`${parts[0]!.files.toSorted().join('\n')}\n`);
}
bench.desk.stop();
storage.release();
