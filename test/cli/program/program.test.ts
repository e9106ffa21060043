import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run as runShell } from '../../../src/cli/main.ts';
import { createProgram } from '../../../src/cli/program/program.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
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

test('few commands are made for the first one, and all for the help and the pages that describe them', () => {
  expect(commandsFor(['conversations'])).toEqual(['conversations']);
  for (const args of [['help'], ['man'], ['completion', 'bash'], ['__complete'], ['--help'], ['--url', 'x', '-h']])
    expect(commandsFor(args)).toEqual(ALL);
});

function database(): string {
  return join(temporaryFolder(), 'center.db');
}

/** Runs the program with these arguments; its exit code and what it has printed. */
async function run(...args: readonly string[]) {
  const { shell, stdout } = shellHere();
  const codes: number[] = [];
  await createProgram(shell, code => codes.push(code), args).parseAsync(args, { from: 'user' });
  return { codes, stdout: stdout() };
}

describe('a word after flags', () => {
  test('is a command, for which they count', async () => {
    const { codes, stdout } = await run('--database', database(), 'inbox', 'list', '--json', 'slug');
    expect(codes).toEqual([0]);
    expect(JSON.parse(stdout)).toEqual([{ slug: 'inbox' }, { slug: 'spam' }]);
    await expect(run('--url', 'ftp://x', 'conversations', 'archive', '1')).rejects.toThrow('not an address');
  });

  test('is a command; the same flag behind it counts before them', async () => {
    const { codes } = await run('--database', '/nowhere/at/all', 'inbox', 'list', '--database', database());
    expect(codes).toEqual([0]);
  });

  test('is a command, which refuses a flag that it does not take', async () => {
    await expect(run('--database', database(), '--layout', 'beside', 'inbox', 'list')).rejects.toThrow(
      'list takes no --layout',
    );
  });

  test('that is none is refused, and the nearest is named', async () => {
    await expect(run('--read-only', 'nothing')).rejects.toThrow('there is no command nothing');
    await expect(run('conversatons', 'list')).rejects.toThrow('did you mean conversations?');
  });
});

test('a wrong use points to the help of its own command, in the one style of errors', async () => {
  const { shell, stderr } = shellHere();
  const end = createProgram(shell, () => undefined, ['conversations', 'assign', '12']);
  await expect(end.parseAsync(['conversations', 'assign', '12'], { from: 'user' })).rejects.toThrow();
  expect(stderr()).toBe(
    "frontdesk: required option '--agent <who>' not specified\nfrontdesk conversations assign --help shows what there is.\n",
  );
});

test('the help of a command has its examples, and the flags of the place apart', async () => {
  const { shell, stdout } = shellHere();
  const end = createProgram(shell, () => undefined, ['conversations', 'archive', '--help']);
  await expect(end.parseAsync(['conversations', 'archive', '--help'], { from: 'user' })).rejects.toThrow();
  expect(stdout()).toMatch(/\nOptions:\n(?: .*\n)+\nWhich help center, and how:\n {2}--profile/);
  expect(stdout()).toMatch(/\nExamples:\n {2}frontdesk conversations list 'is:closed before:30d' \| .* archive -\n$/);
});

describe('the help of a command', () => {
  async function said(...args: readonly string[]) {
    const { shell, stdout, stderr } = shellHere();
    return { code: await runShell(shell, args), stdout: stdout(), stderr: stderr() };
  }

  test.each([[['mail', 'check']], [['conversations', 'archive']], [['mail']]])(
    'that is named after help is what --help prints of it: %j',
    async named => {
      expect(await said('help', ...named)).toEqual(await said(...named, '--help'));
      expect((await said('help', ...named)).stdout).toContain(`Usage: frontdesk ${named.join(' ')} `);
    },
  );

  test('that is none is refused, and nothing runs', async () => {
    for (const [words, why] of [
      [['nothing'], 'there is no command nothing'],
      [['docter'], 'there is no command docter: did you mean doctor?'],
      [['mail', 'chekc'], 'there is no command chekc: did you mean check?'],
      [['conversations', 'archive', '12'], 'there is no command 12'],
    ] as const)
      expect(await said('help', ...words)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`frontdesk: ${why}\n`),
      });
  });
});
