import { describe, expect, test } from 'vitest';
import { MODES_AT_REST, ttyKept, withTtyNoted } from './modes.ts';
import { openTerminal } from './pty.ts';
import { deskEnvironment, temporaryFolder } from './temporary.ts';

function openShell(script: string, size?: { columns: number; rows: number }) {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  return openTerminal({ command: '/bin/sh', args: ['-c', script], cwd: folder, env, ...size, isForeign: true });
}

describe('modes', () => {
  test('a tidy program leaves the terminal at rest, an untidy one is detected', async () => {
    const tidy = openShell(
      `printf '\\033[?1049h\\033[?25l\\033[?2004h\\033[>1u'; read l; printf '\\033[<u\\033[?2004l\\033[?25h\\033[?1049l'; printf done`,
    );
    await tidy.until(() => tidy.modes().kittyFlagsPushed === 1, 'The modes were never set');
    expect(tidy.modes()).toMatchObject({ alternateScreen: true, cursorShown: false, bracketedPaste: true });
    tidy.type('\n');
    await tidy.exit();
    expect(tidy.modes()).toEqual(MODES_AT_REST);
    const untidy = openShell(`printf '\\033[?1049h\\033[?25l'`);
    await untidy.exit();
    expect(untidy.modes()).toEqual({ ...MODES_AT_REST, alternateScreen: true, cursorShown: false });
  });

  test.for([
    ['exit 3', true],
    ['stty raw -echo; exit 3', false],
  ] as const)('the line discipline after "%s" is kept: %s', async ([script, isKept]) => {
    const folder = temporaryFolder();
    const terminal = openTerminal({ ...withTtyNoted(folder, '/bin/sh', ['-c', script]), env: deskEnvironment(folder) });
    expect((await terminal.exit()).exitCode).toBe(3);
    const { before, after } = ttyKept(folder);
    expect(after === before).toBe(isKept);
  });
});
