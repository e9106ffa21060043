import { expect, it } from 'vitest';
import { openTerminal } from '../../harness/pty.ts';

const fixture = new URL('fixtures/typing.ts', import.meta.url).pathname;

it('costs one byte a typed character on a real pty, nothing while idle, and restores the terminal', async () => {
  const terminal = openTerminal({ command: process.execPath, args: [fixture], columns: 80, rows: 24 });
  await terminal.sees('>');
  await terminal.settled();
  terminal.resetBytes();
  for (let length = 1; length <= 7; length++) {
    terminal.type('printer'[length - 1]!);
    await terminal.sees(`> ${'printer'.slice(0, length)}`);
  }
  expect(terminal.bytes()).toBe('printer'.length);
  await terminal.settled(500);
  expect(terminal.bytes()).toBe('printer'.length);
  expect(terminal.cursor()).toMatchObject({ x: 2 + 'printer'.length, y: 2, visible: true });
  terminal.resize(60, 20);
  await terminal.settled();
  await terminal.sees('> printer');
  terminal.type('\x03');
  expect(await terminal.exit()).toMatchObject({ exitCode: 0 });
  expect(terminal.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false, cursorShown: true });
});
