/**
 * For `node --import`: this process lives faster than the others. Dates, monotonic clocks, timers and time limits run
 * `rate` times as fast as the machine's clock, from a `start` that the processes of a scenario share. Sockets, files and
 * the processor keep their own pace.
 */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { quickTime } from './quick-time.ts';

const told = new URL(import.meta.url).searchParams;
const { rate, now } = quickTime(Number(told.get('start')), Number(told.get('rate')));

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Math.floor(now())] : args, newTarget),
  get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
});

const realElapsed = performance.now.bind(performance);
performance.now = () => realElapsed() * rate;

const realTicks = process.hrtime.bigint.bind(process.hrtime);
function ticks(): bigint {
  return realTicks() * BigInt(rate);
}

process.hrtime = Object.assign(
  (since: readonly [number, number] = [0, 0]): [number, number] => {
    const passed = ticks() - BigInt(since[0]) * 1_000_000_000n - BigInt(since[1]);
    return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)];
  },
  { bigint: ticks },
);

const realUptime = os.uptime;
os.uptime = () => realUptime() * rate;

function short(ms: number | undefined): number {
  return Math.ceil((ms ?? 0) / rate);
}

/** The same timer, sooner; what hangs on it (its promise) stays. */
function sooner<T extends (run: never, ms?: number, ...rest: never[]) => unknown>(timer: T): T {
  const quick = ((run: never, ms?: number, ...rest: never[]) => timer(run, short(ms), ...rest)) as T;
  return Object.assign(quick, timer);
}

const sleep = timersPromises.setTimeout;
const quickSleep: typeof sleep = (ms, ...rest) => sleep(short(ms), ...rest);
timersPromises.setTimeout = quickSleep;
for (const name of ['setTimeout', 'setInterval'] as const) {
  const quick = sooner(globalThis[name] as typeof setTimeout);
  Object.defineProperty(quick, promisify.custom, { value: quickSleep });
  Object.assign(globalThis, { [name]: quick });
  Object.assign(timers, { [name]: quick });
}

const realTimeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = ms => realTimeout(short(ms));

const { setTimeout: setSocketTimeout } = net.Socket.prototype;
net.Socket.prototype.setTimeout = function (ms, run) {
  return setSocketTimeout.call(this, short(ms), run);
};

// Names imported from Node's modules follow.
syncBuiltinESMExports();
