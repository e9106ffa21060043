import { expect, test } from 'vitest';
import { describeSkips } from './skip-reporter.ts';

test('skips are listed by their reasons, and those without one are refused', () => {
  const file = 'a.test.ts';
  const skips = [
    { file, reason: undefined, name: 'a test' },
    { file, reason: 'it rains', name: 'another' },
  ];
  expect(describeSkips(skips)).toBe(
    [
      'Skipped:',
      '  1 because it rains',
      '    a.test.ts: "another"',
      '  1 without a reason, which is refused. Give one by skippedFor(reason) or skip(condition, reason).',
      '    a.test.ts: "a test"',
      '',
    ].join('\n'),
  );
});

test('many skips in one file are counted, and nothing is printed if all tests ran', () => {
  const many = Array.from({ length: 4 }, (_, at) => ({ file: 'a.test.ts', reason: 'it rains', name: `test ${at}` }));
  expect(describeSkips(many)).toBe('Skipped:\n  4 because it rains\n    a.test.ts: 4 tests\n');
  expect(describeSkips([])).toBe('');
});
