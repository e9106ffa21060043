/**
 * Loaded before the program (`--import`): kills it at one of its statements to SQLite or PostgreSQL, counted from 1 by
 * `FAULT_STEP`; 0 kills it at none. PostgreSQL gets the statement all the same, as it does from a process that is killed
 * while it waits. Writes the number of statements to `FAULT_COUNT` at the end.
 */
import { writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

const { FAULT_STEP = '0', FAULT_COUNT = '' } = process.env;
let steps = 0;

function isLast(): boolean {
  steps += 1;
  return steps === Number(FAULT_STEP);
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

type Call = (this: unknown, ...given: unknown[]) => unknown;

function count(prototype: object, name: string, isSent: boolean): void {
  const calls = prototype as Record<string, Call>;
  const own = calls[name]!;
  calls[name] = function (...given) {
    const isNow = isLast();
    if (isNow && !isSent) kill();
    const result = own.apply(this, given);
    // The socket takes it in this turn.
    if (isNow) setImmediate(kill);
    return result;
  };
}

count(DatabaseSync.prototype, 'exec', false);
for (const name of ['all', 'run', 'iterate']) count(StatementSync.prototype, name, false);
count(pg.Client.prototype, 'query', true);
process.on('exit', () => FAULT_COUNT !== '' && writeFileSync(FAULT_COUNT, String(steps)));
