/**
 * Loaded before the program (`--import`): breaks it at one of its steps on the disk. `FAULT_STEP` counts them from 1,
 * `FAULT_IN` is a part of the paths that count, and `FAULT_HOW` is `SIGKILL` or the code of the system's error, which every
 * later step gets as well. Writes the number of steps to `FAULT_COUNT` at the end.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

const { FAULT_STEP = '0', FAULT_IN = '', FAULT_HOW = 'SIGKILL', FAULT_COUNT = '' } = process.env;
let steps = 0;

function step(): void {
  steps += 1;
  if (steps < Number(FAULT_STEP) || FAULT_STEP === '0') return;
  if (FAULT_HOW === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error(`${FAULT_HOW}: broken at step ${steps}`), { code: FAULT_HOW });
}

type Call = (...given: unknown[]) => unknown;
type Calls = Record<string, Call>;

/** Counts the calls of these names whose first argument is a path that counts. */
function count(calls: Calls, names: readonly string[], isStep: (given: readonly unknown[]) => boolean): void {
  for (const name of names) {
    const own = calls[name]!;
    const isAsync = calls === (fs.promises as unknown as Calls);
    calls[name] = (...given) => {
      if (!isStep(given)) return own(...given);
      if (!isAsync) step();
      return isAsync
        ? Promise.resolve()
            .then(step)
            .then(() => own(...given))
        : own(...given);
    };
  }
}

function isHere([path]: readonly unknown[]): boolean {
  return String(path).includes(FAULT_IN);
}
function isWriting(given: readonly unknown[]): boolean {
  return isHere(given) && given[1] !== 'r';
}
count(fs.promises as unknown as Calls, ['mkdir', 'rename', 'rm', 'writeFile'], isHere);
count(fs.promises as unknown as Calls, ['open'], isWriting);
count(fs as unknown as Calls, ['mkdirSync', 'renameSync', 'rmSync'], isHere);

const probe = await fs.promises.open(process.execPath, 'r');
const handle = Object.getPrototypeOf(probe) as Calls;
await probe.close();
for (const name of ['writeFile', 'sync']) {
  const own = handle[name]!;
  handle[name] = async function (this: unknown, ...given: unknown[]) {
    step();
    return own.apply(this, given);
  };
}

if (FAULT_HOW === 'SIGKILL') {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
    step();
    exec.call(this, text);
  };
}
syncBuiltinESMExports();
process.on('exit', () => FAULT_COUNT !== '' && fs.writeFileSync(FAULT_COUNT, String(steps)));
