import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program/program.ts';
import { GUIDES, textIn } from '../harness/guides.ts';
import { shellHere } from './shell-here.ts';

interface Line {
  readonly guide: string;
  readonly words: readonly string[];
}

/** The commands of `frontdesk` in a piece of shell, each as its words: `VAR=… frontdesk list | frontdesk archive -`. */
function commandsIn(shell: string): string[][] {
  return shell.split(/\s*\|\s*|\s+#\s|\$\(|\)/).flatMap(part => {
    const words = part.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
    const at = words.findIndex(word => !/^[A-Z_]+=/.test(word));
    return words[at] === 'frontdesk' ? [words.slice(at + 1)] : [];
  });
}

/** The commands in what `find` finds in a guide. A block of `text` is what a program says. */
function linesIn(guide: string, find: RegExp): Line[] {
  const found = [...textIn(guide).matchAll(find)].flatMap(([all, shell = '']) =>
    all.startsWith('```text') ? [] : shell.split('\n'),
  );
  return found.flatMap(line => commandsIn(line).map(words => ({ guide, words })));
}

/** The command that the words name, and the words after its name. */
function resolved(program: Command, words: readonly string[]): { command: Command; rest: string[] } {
  const inner = program.commands.find(one => one.name() === words[0]);
  return inner ? resolved(inner, words.slice(1)) : { command: program, rest: [...words] };
}

const typed = GUIDES.flatMap(guide => linesIn(guide, /^```\w*\n([\s\S]*?)^```$/gm));
const named = GUIDES.flatMap(guide => linesIn(guide, /(?<!`)`(frontdesk [^`\n]+)`/g));

test('every command line of the guides is one that the program takes', () => {
  const program = createProgram(shellHere().shell, () => undefined);
  expect(typed.length).toBeGreaterThan(20);
  for (const { guide, words } of typed) {
    const { command, rest } = resolved(program, words);
    const { operands, unknown } = command.parseOptions(rest);
    const own = command.registeredArguments;
    const [least, most] = [own.filter(one => one.required).length, own.at(-1)?.variadic ? 100 : own.length];
    const line = `${guide}: frontdesk ${words.join(' ')}`;
    expect(unknown, line).toEqual([]);
    expect(operands.length, line).toBeGreaterThanOrEqual(least);
    expect(operands.length, line).toBeLessThanOrEqual(most);
    expect(command.commands.length === 0 || command === program, line).toBe(true);
  }
});

test('every command that the text of a guide names is there', () => {
  const program = createProgram(shellHere().shell, () => undefined);
  for (const { guide, words } of named) {
    const { command, rest } = resolved(program, words);
    const line = `${guide}: frontdesk ${words.join(' ')}`;
    if (command === program) expect(rest[0]?.startsWith('-') ?? true, line).toBe(true);
    const flags = rest.filter(word => word.startsWith('--')).map(word => word.split('=')[0]);
    const known = command
      .createHelp()
      .visibleOptions(command)
      .map(({ long }) => long);
    expect(known, line).toEqual(expect.arrayContaining(flags));
  }
});
