import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyBytes } from './key-bytes.ts';
import { MODES_AT_REST, ttyKept, withTtyNoted } from './modes.ts';
import { openTerminal } from './pty.ts';
import { deskEnvironment, temporaryFolder } from './temporary.ts';

function openShell(script: string, size?: { columns: number; rows: number }) {
  const folder = temporaryFolder();
  const env = deskEnvironment(folder);
  return openTerminal({ command: '/bin/sh', args: ['-c', script], cwd: folder, env, ...size, isForeign: true });
}

const ECHO_HEX = `stty raw -echo; printf ready; dd bs=1 count="$0" 2>/dev/null | od -An -tx1 -v`;

describe('openTerminal', () => {
  test('shows the program’s output and the typed text', async () => {
    const terminal = openShell('cat');
    terminal.type('hello desk\n');
    await terminal.sees(/hello desk\nhello desk/);
    expect(terminal.row('hello').y).toBe(0);
    expect(terminal.cursor()).toEqual({ x: 0, y: 2, visible: true });
    terminal.press('ctrl-d');
    expect(await terminal.exit()).toEqual({ exitCode: 0, signal: 0 });
  });

  test('names the exit code, and the signal that killed the program', async () => {
    expect(await openShell('exit 7').exit()).toEqual({ exitCode: 7, signal: 0 });
    const sleeper = openShell('exec sleep 60');
    sleeper.kill('SIGTERM');
    expect(await sleeper.exit()).toEqual({ exitCode: 0, signal: 15 });
  });

  test('fails with the screen in the message if a text never appears', async () => {
    const terminal = openShell('echo what is there; cat');
    await terminal.sees('what is there');
    await expect(terminal.sees('what is not', { within: 50 })).rejects.toThrow(/"what is not"[\s\S]*│what is there/);
    await expect(terminal.seesNot(/what/, { within: 50 })).rejects.toThrow(/still shows \/what\//);
    expect(() => terminal.row('absent')).toThrow(/No row holds "absent"/);
  });

  test('answers a status request as a terminal does', async () => {
    const terminal = openShell(`stty raw -echo; printf '\\033[5n'; dd bs=1 count=4 2>/dev/null | od -An -c`);
    await terminal.sees(/033 +\[ +0 +n/);
  });

  test('sends keys by their names, as the bytes an xterm sends', async () => {
    const names = ['j', 'é', 'ctrl-d', 'down', 'esc', 'f5'];
    const bytes = Buffer.from(names.map(keyBytes).join(''));
    const terminal = openTerminal({
      command: '/bin/sh',
      args: ['-c', ECHO_HEX, String(bytes.length)],
      env: deskEnvironment(temporaryFolder()),
    });
    await terminal.sees('ready');
    terminal.press(...names);
    await terminal.sees(bytes.toString('hex').replace(/(..)/g, ' $1').slice(0, 48));
    expect(() => keyBytes('hyper-x')).toThrow(/No terminal has a key named "hyper-x"/);
  });

  test('tells colours and attributes of a cell', async () => {
    const terminal = openShell(`printf '\\033[1;31mA\\033[0;7mB\\033[0;48;2;1;2;3mC\\033[0m宽'; cat`);
    await terminal.sees('宽');
    expect(terminal.cell(0, 0)).toMatchObject({ char: 'A', bold: true, foreground: '1', background: 'default' });
    expect(terminal.cell(1, 0)).toMatchObject({ char: 'B', bold: false, inverse: true });
    expect(terminal.cell(2, 0)).toMatchObject({ char: 'C', background: '#010203' });
    expect(terminal.cell(3, 0)).toMatchObject({ char: '宽', width: 2 });
    expect(() => terminal.cell(0, 99)).toThrow(RangeError);
  });

  test('counts bytes since the last reset', async () => {
    const terminal = openShell('stty -echo; printf 12345; read line; printf 678; cat');
    await terminal.sees('12345');
    expect(terminal.bytes()).toBe(5);
    terminal.resetBytes();
    terminal.type('\n');
    await terminal.sees('12345678');
    await terminal.settled();
    expect(terminal.bytes()).toBe(3);
    expect(terminal.output()).toBe('678');
  });

  test('has the given size, and tells the program of a new one', async () => {
    const terminal = openShell(`trap 'stty size' WINCH; stty size; while :; do sleep 0.02; done`, {
      columns: 50,
      rows: 9,
    });
    await terminal.sees('9 50');
    terminal.resize(61, 12);
    await terminal.sees('12 61');
    expect(terminal.screen()).toHaveLength(12);
  });

  test('a hung-up terminal ends the program', async () => {
    const terminal = openShell('echo here; exec sleep 60');
    await terminal.sees('here');
    terminal.hangUp();
    expect((await terminal.exit()).signal).toBe(1);
  });
});

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

describe('deskEnvironment', () => {
  test('hides the machine’s own variables and puts every folder inside the temporary one', () => {
    const folder = temporaryFolder();
    const environment = deskEnvironment(folder, { NO_COLOR: '1' });
    expect(Object.keys(environment).filter(name => /^(FRONTDESK|CI|COLORTERM)/.test(name))).toEqual([]);
    for (const [name, value] of Object.entries(environment)) {
      if (/^XDG_|^HOME$/.test(name)) expect(value.startsWith(folder)).toBe(true);
    }
    expect(environment).toMatchObject({ TERM: 'xterm-256color', LANG: 'C.UTF-8', NO_COLOR: '1' });
    expect(existsSync(environment.HOME as string)).toBe(true);
  });
});
