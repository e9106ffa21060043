import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../harness/pty.ts';

/** What the kernel counts in, in ms. */
const TICK_MS = 10;
const KEYS = 50;
const ROUNDS = 8;
const WARM_UP = 4;

/** The processor time of a key in the list, scrolling with it: all threads of the program, ms. */
export async function cpuPerKey(desk: Terminal): Promise<number> {
  const walk = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      for (let key = 0; key < KEYS; key++) {
        desk.type(round % 2 === 0 ? 'j' : 'k');
        await sleep(12);
      }
    }
  };
  await walk(WARM_UP);
  const before = cpuMs(desk.pid);
  await walk(ROUNDS);
  await desk.settled(60);
  return (cpuMs(desk.pid) - before) / (ROUNDS * KEYS);
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
