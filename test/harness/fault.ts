/**
 * Loaded into the built desk from outside (`node --import`): at SIGUSR2 it causes the error that `FRONTDESK_FAULT`
 * names. The errors mention a customer and the token, so that a test sees where these appear.
 */
import fs from 'node:fs';

const kind = process.env.FRONTDESK_FAULT ?? '';
const secret = `a secret of Mia \x1b]0;owned\x07 ${process.env.FRONTDESK_TOKEN ?? ''}`;
function bug() {
  return new Error(secret);
}

/** After the fault the terminal accepts no frames. Replaced early: the desk imports `writeSync` when it starts. */
function failingWrite(code: string) {
  let hasFailed = false;
  const own = fs.writeSync;
  if (kind === code)
    fs.writeSync = ((...args: Parameters<typeof own>) => {
      if (!hasFailed || !/\bwriteSome\b/.test(new Error().stack ?? '')) return own(...args);
      throw Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
    }) as typeof own;
  return () => {
    hasFailed = true;
  };
}

/** Replaces a method of a built-in by one that throws when the desk's own code of that name calls it. */
function throwIn(owner: object, method: string, caller: RegExp) {
  const own = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
  const replaced = function (this: unknown, ...args: unknown[]) {
    Error.stackTraceLimit = 60;
    if (caller.test(new Error().stack ?? '')) throw bug();
    return Reflect.apply(own, this, args);
  };
  Object.defineProperty(owner, method, { value: replaced, configurable: true, writable: true });
}

const faults: Readonly<Record<string, () => void>> = {
  timer: () =>
    void setTimeout(() => {
      throw bug();
    }, 0),
  rejection: () => void Promise.reject(bug()),
  render: () => throwIn(Array.prototype, 'map', /\bFootBox\b/),
  handler: () => throwIn(Array.prototype, 'find', /\boverlayKey\b/),
  EIO: failingWrite('EIO'),
  EPIPE: failingWrite('EPIPE'),
  'stdin ends': () => void process.stdin.push(null),
  chatter: () => {
    // biome-ignore lint/suspicious/noConsole: what a dependency may do
    console.error(`console: ${secret}`);
    // biome-ignore lint/suspicious/noConsole: what a dependency may do
    console.log(`console: ${secret}`);
    process.emitWarning(`warning: ${secret}`);
  },
};

process.on('SIGUSR2', () => faults[kind]?.());
