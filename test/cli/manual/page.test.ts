import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { actions } from '../../../src/actions/index.ts';
import { commandsOf, ownOptions } from '../../../src/cli/manual/command-tree.ts';
import { manPage, printPage } from '../../../src/cli/manual/page.ts';
import { commandRoff, roffText } from '../../../src/cli/manual/roff.ts';
import { createProgram } from '../../../src/cli/program/program.ts';
import { SETTINGS, settingsFileKey } from '../../../src/cli/settings/table.ts';
import { exitCode } from '../../../src/cli/shell-error.ts';
import { ROOT } from '../../harness/guides.ts';
import { SHELLS_AND_READERS, whyNotInstalled } from '../../harness/installed.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { shellHere } from '../shell-here.ts';

const program = createProgram(shellHere().shell, () => undefined);
const page = manPage(program, actions);

/** The build sets the one, and a desk that hands over to another sets the other: they are not for a person. */
const OWN: readonly string[] = ['FRONTDESK_COMMIT', 'FRONTDESK_HANDED_OVER'];

/** The text of the page without roff's requests and fonts. */
const text = page.replace(/^\.\w+ ?/gm, '').replace(/\\f[BIR]/g, '');

/** What a section holds. */
function sectionOf(title: string): string {
  return page.split(/^\.SH /m).find(part => part.startsWith(`${title}\n`)) ?? '';
}

describe('the man page', () => {
  test('has the sections of a man page, in their order', () => {
    const titles = [...page.matchAll(/^\.SH (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'COMMANDS', 'OPTIONS', 'KEYS', 'LINE MODE', 'SETTINGS', 'FILES'],
      ...['ENVIRONMENT', 'EXIT STATUS', 'EXAMPLES'],
    ]);
  });

  test('has every command with each of its arguments and flags', () => {
    const commands = commandsOf(program);
    expect(commands.length).toBeGreaterThan(20);
    for (const { words, command, options } of commands) {
      const entry = page
        .split(/^\.SS /m)
        .find(part => part.startsWith(`${roffText(words)} `) || part.startsWith(`${roffText(words)}\n`));
      expect(entry, words).toBeDefined();
      for (const argument of command.registeredArguments) expect(entry, words).toContain(roffText(argument.name()));
      for (const { long } of options) expect(entry, words).toContain(commandRoff(long!));
    }
  });

  test('explains every flag', () => {
    const all = [...ownOptions(program), ...commandsOf(program).flatMap(({ options }) => options)];
    const explained = new Set(page.split('\n').filter((_, at, lines) => lines[at - 1] === '.TP'));
    for (const option of all) expect(explained).toContain(commandRoff(option.flags));
  });

  test('has every action with its keys', () => {
    for (const { id, title } of actions) {
      expect(sectionOf('KEYS')).toContain(`(\\fI${roffText(id)}\\fR)`);
      expect(sectionOf('KEYS')).toContain(roffText(title));
    }
  });

  test('shows the agent’s own keys', () => {
    const { shell, stdout } = shellHere();
    const man = program.commands.find(one => one.name() === 'man')!;
    expect(printPage({ ...shell, keys: { 'conversation.archive': ['B'] } }, {}, man)).toBe(exitCode.done);
    expect(stdout()).toMatch(/\.TP\n\\fBB\\fR\nArchive: /);
  });

  test('has every setting and every exit code', () => {
    for (const [name, setting] of SETTINGS)
      expect(sectionOf('SETTINGS')).toContain(`\n\\fB${settingsFileKey(name, setting)}\\fR\n`);
    for (const code of Object.values(exitCode)) expect(sectionOf('EXIT STATUS')).toContain(`\n\\fB${code}\\fR\n`);
  });

  test('has every variable of our own that the program reads', () => {
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map(path => readFileSync(`${ROOT}${path}`, 'utf8'));
    const read = sources
      .flatMap(source => source.match(/\bFRONTDESK_[A-Z_]+\b/g) ?? [])
      .filter(name => !OWN.includes(name));
    expect(new Set(read).size).toBeGreaterThan(5);
    for (const name of new Set(read)) expect(sectionOf('ENVIRONMENT')).toContain(`\n\\fB${name}\\fR\n`);
  });

  test('takes no text for a request or an escape', () => {
    expect(roffText(".so /etc/passwd\n'\\n(yr it’s – a")).toBe('\\&.so /etc/passwd\n\\(aq\\en(yr it\\(cqs \\[u2013] a');
    expect([...text.matchAll(/[^\n\x20-\x7e]/g)]).toEqual([]);
  });
});

/** Programs that read man pages and warn of what is wrong in one. */
const READERS = [
  ['/usr/bin/groff', ['-ww', '-man', '-Tutf8', '-z']],
  ['/usr/bin/mandoc', ['-Tlint', '-Wwarning']],
] as const;

for (const [path, args] of READERS) {
  test(`${path} warns of nothing in the man page`, skippedFor(whyNotInstalled(path, SHELLS_AND_READERS)), () => {
    // Only a build knows its day.
    const dated = page.replace(/^(\.TH \w+ 1) ""/, '$1 "2026-11-23"');
    const { stdout, stderr } = spawnSync(path, args, { input: dated, encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  });
}
