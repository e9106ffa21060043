import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Held } from './make-desk.ts';

const PROGRAM = fileURLToPath(new URL('fixtures/desk.ts', import.meta.url));
const PATIENCE_MS = 15_000;

/** A desk in a separate process. */
export interface ChildDesk {
  readonly process: ChildProcess;
  /** Sends it a command. Returns its state afterwards. */
  tell(told: object): Promise<Held>;
  /** Asks until it has the expected state. */
  until(isTrue: (held: Held) => boolean): Promise<Held>;
  kill(): Promise<void>;
}

/** Starts a desk on that help center, with its state under `parent`, and waits until it knows its agent. */
export async function startChildDesk(
  parent: string,
  url: string,
  token: string,
  { uid, pace = '' }: { readonly uid?: number; readonly pace?: 'real' | '' } = {},
): Promise<ChildDesk> {
  const child = spawn(process.execPath, [PROGRAM, parent, url, token, pace], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid }),
  });
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const waiting: ((held: Held) => void)[] = [];
  createInterface({ input: child.stdout! }).on('line', line => waiting.shift()?.(JSON.parse(line)));
  onTestFinished(() => void child.kill('SIGKILL'));
  const tell = (told: object) =>
    new Promise<Held>(resolve => {
      waiting.push(resolve);
      child.stdin!.write(`${JSON.stringify(told)}\n`);
    });
  await tell({ begun: true });
  return {
    process: child,
    tell,
    until: async isTrue => {
      const giveUpAt = performance.now() + PATIENCE_MS;
      for (;;) {
        const held = await tell({});
        if (isTrue(held)) return held;
        if (performance.now() > giveUpAt) throw new Error(`It never came to that: ${JSON.stringify(held)}`);
        await sleep(20);
      }
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
