import { describe, expect, test } from 'vitest';
import { readImportLine } from '../../../src/cli/declared/import-flags.ts';

function midnight(year: number, month: number, day: number): number {
  return new Date(year, month - 1, day).getTime();
}

describe('a path with flags after it', () => {
  test.for<[line: string, path: string, wishes: object]>([
    ['~/support.mbox', '~/support.mbox', {}],
    ['  /a folder/with blanks -- and dashes.mbox ', '/a folder/with blanks -- and dashes.mbox', {}],
    ['a --status open', 'a', { status: 'open' }],
    ['a --status=On hold --dry-run', 'a', { status: 'On hold', isDryRun: true }],
    ['a b.gz --status On hold --inbox billing', 'a b.gz', { status: 'On hold', inbox: 'billing' }],
    ['a --include-deleted', 'a', { hasDeleted: true }],
    ['a b.gz --any-size', 'a b.gz', { isAnySize: true }],
    [
      'a --since 2026-01-31 --before=2026-02-28 --archive-before 2025-12-01',
      'a',
      { since: midnight(2026, 1, 31), before: midnight(2026, 2, 28), archiveBefore: midnight(2025, 12, 1) },
    ],
    ['a --since 2026-01-31T10:00Z', 'a', { since: Date.UTC(2026, 0, 31, 10) }],
    ['a --since 2026-01-31T10:00:30+01:00', 'a', { since: Date.UTC(2026, 0, 31, 9, 0, 30) }],
  ])('%j', ([line, path, wishes]) => {
    expect(readImportLine(line)).toEqual({ path, wishes: expect.objectContaining(wishes) });
  });

  test.for([
    ['a --since yesterday', /It must be a date, such as 2026-01-31/],
    ['a --before 2026-02-30', /It must be a date/],
    ['a --before 2026-13-01', /It must be a date/],
    ['a --since 2026-01-01T25:00', /It must be a date/],
    ['a --since', /argument missing/],
    ['a --nonsense', /^unknown option '--nonsense'/],
    ['a --dry-run b', /too many arguments/],
  ] as const)('%j is refused with a sentence', ([line, reason]) => {
    expect(() => readImportLine(line)).toThrow(reason);
  });
});
