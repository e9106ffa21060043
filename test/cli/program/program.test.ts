import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program/program.ts';
import { shellHere } from '../shell-here.ts';

function commandsFor(args?: readonly string[]): readonly string[] {
  const { shell } = shellHere();
  return createProgram(shell, () => undefined, args).commands.map(command => command.name());
}

const ALL = commandsFor();

test.each([[[]], [['--url', 'https://help.example']], [['--database', 'keys']], [['--version']]])(
  'a start by %j makes no command',
  args => {
    expect(commandsFor(args)).toEqual([]);
  },
);

test.each([...ALL, 'help', 'nothing'])('a start by the word %s makes it and leaves the order of the help', word => {
  const made = commandsFor([word]);
  expect(made).toEqual(ALL.slice(0, made.length));
  expect(made.includes(word)).toBe(ALL.includes(word));
});

test('few commands are made for the first one, and all for the help and what describes them', () => {
  expect(commandsFor(['conversations'])).toEqual(['conversations']);
  for (const args of [['help'], ['man'], ['completion', 'bash'], ['__complete'], ['--help'], ['--url', 'x', '-h']])
    expect(commandsFor(args)).toEqual(ALL);
});

describe('a word after flags', () => {
  test('is a command', async () => {
    const { shell, stdout } = shellHere();
    const codes: number[] = [];
    const args = ['--read-only', 'man'];
    await createProgram(shell, code => codes.push(code), args).parseAsync(args, { from: 'user' });
    expect(codes).toEqual([0]);
    expect(stdout()).toContain('.TH FRONTDESK');
  });

  test('that is none is refused', async () => {
    const { shell } = shellHere();
    const args = ['--read-only', 'nothing'];
    const parsing = createProgram(shell, () => undefined, args).parseAsync(args, { from: 'user' });
    await expect(parsing).rejects.toThrow('there is no command nothing');
  });
});
