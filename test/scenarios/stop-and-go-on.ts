import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import type { Random } from '../harness/random.ts';

/** Ctrl-Z and `fg`, this many times at any moment: the shell has its terminal, then the desk is as before. */
export async function stopAndGoOn(
  environment: Readonly<Record<string, string>>,
  database: string,
  times: number,
  random: Random,
): Promise<void> {
  const shell = openTerminal({
    command: '/bin/bash',
    args: ['--norc', '--noprofile', '-i'],
    env: { ...environment, PS1: 'shell> ' },
    columns: 100,
    rows: 30,
  });
  try {
    await shell.sees('shell>');
    await shell.settled();
    const atRest = shell.modes();
    shell.type(`${process.execPath} ${launcher} --database ${database} --link fast\n`);
    await shell.sees('Unresolved');
    shell.press('note.write');
    await shell.sees('NOTE');
    for (let count = 0; count < times; count += 1) {
      const word = `word${count} `;
      shell.type(count % 5 === 4 ? `\x15${word}` : word);
      await sleep(random() * 80);
      shell.press('suspend');
      await shell.sees('Stopped');
      await shell.settled(30);
      expect(shell.modes()).toEqual(atRest);
      shell.type(`echo cooked $((${count}+1000))\n`);
      await shell.sees(`cooked ${count + 1000}`);
      shell.type('clear; fg\n');
      await shell.sees(word.trim());
      expect(shell.row('NOTE').y).toBeGreaterThan(10);
      expect(shell.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true });
    }
    shell.press('esc', 'quit');
    await shell.sees('shell>');
    await shell.settled();
    expect(shell.modes()).toEqual(atRest);
  } finally {
    shell.close();
  }
}
