import { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { askedOf } from '../../../src/cli/completion/completion-request.ts';
import { candidateLines } from '../../../src/cli/completion/lines.ts';

function program(): Command {
  const top = new Command('desk').option('--view <query>').option('--link <kind>').option('-q, --quiet');
  top.option('--json [fields]').enablePositionalOptions();
  const mail = top.command('mail').description('mail that comes and goes');
  mail.command('check');
  mail.command('queue').command('list').option('--database <file>');
  top.command('import').argument('<path...>').option('--inbox <slug>');
  top
    .command('tag')
    .argument('<tag>')
    .argument('[ids...]')
    .addOption(new Option('--in <inbox>').choices(['a', 'b']));
  top
    .command('role')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(['agent', 'admin']));
  top.command('assign').option('--agent <who>').option('--slug <new-slug>');
  top.command('secret', { hidden: true });
  return top;
}

const TOP = ['mail', 'import', 'tag', 'role', 'assign', 'help'];

test.each([
  ['', TOP, undefined],
  ['mail ', ['check', 'queue', 'help'], undefined],
  ['mail queue ', ['list', 'help'], undefined],
  ['mail queue list --', ['--database', '--help'], undefined],
  ['mail queue list --database ', [], 'file'],
  ['--quiet mail ', ['check', 'queue', 'help'], undefined],
  ['-q --view x ma', TOP, undefined],
  ['--view ', [], 'view'],
  ['--view=', [], 'view'],
  ['--quiet --', ['--view', '--link', '--json', '--help'], undefined],
  ['--view x --', ['--view', '--link', '--quiet', '--json', '--help'], undefined],
  ['assign --agent ', ['me', 'none'], 'agent'],
  ['assign --slug ', [], undefined],
  ['--json --', ['--view', '--link', '--quiet', '--help'], undefined],
  ['import a b ', [], 'file'],
  ['import --inbox support -- -', [], 'file'],
  ['import --inbox s', [], 'inbox'],
  ['tag ', [], 'tag'],
  ['tag refund 1 ', [], undefined],
  ['tag --in ', ['a', 'b'], undefined],
  ['tag --in=', ['a', 'b'], undefined],
  ['role ', [], 'agent'],
  ['role ana@shop.example ', ['agent', 'admin'], undefined],
  ['help ', TOP, undefined],
  ['help mail ', ['check', 'queue', 'help'], undefined],
  ['mail help ', ['check', 'queue', 'help'], undefined],
  ['no such ', [], undefined],
] as const)('after “%s” the shell offers what can stand there', (line, words, live) => {
  const asked = askedOf(program(), line.split(' '));
  expect([asked.words.map(({ value }) => value), asked.live]).toEqual([words, live]);
});

test('the flags before the cursor say which help center is asked', () => {
  const { given, typed } = askedOf(program(), ['tag', '--in', 'a', '--view=x', 're']);
  expect([...given, typed]).toEqual([['in', 'a'], 're']);
});

test('only lines of text are offered, and only those that begin as it was typed', () => {
  const values = [
    'refund',
    'return',
    'two words',
    '$(touch x)',
    'a\nb',
    'a\tb',
    '\x1b[31mred',
    '\u202egnp',
    '-rf',
    ':files',
  ];
  const offered = (typed: string) =>
    candidateLines(
      values.map(value => ({ value })),
      typed,
    );
  expect(offered('')).toEqual(['refund', 'return', 'two words', '$(touch x)']);
  expect(offered('ref')).toEqual(['refund']);
  expect(candidateLines([{ value: 'a', help: 'b\n\tc' }], '')).toEqual(['a\tb  c']);
});
