import { expect, test } from 'vitest';
import { createProgress } from '../../../src/cli/commands/progress.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';

function linesAt(columns: number, title: string): string[] {
  const written: string[] = [];
  const out = { isTTY: true, columns, write: (text: string) => written.push(text) };
  let now = 0;
  const progress = createProgress(out as unknown as NodeJS.WriteStream, title, 'mails', () => now);
  for (const count of [0, 1_240, 5_000]) {
    now += 5_000;
    progress.at(count, count / 5_000);
  }
  progress.end();
  return written;
}

test.each([20, 40, 80, 200])('a job’s progress stays on one line of %i columns', columns => {
  for (const title of ['Importing support.mbox', `Importing ${'配送'.repeat(60)}.mbox`])
    for (const line of linesAt(columns, title)) {
      expect(line).toMatch(/^\r/);
      expect(width(safeLine(line.replaceAll('\r', '')))).toBeLessThan(columns);
    }
});

test('the progress is shown whole, and the title is cut', () => {
  expect(linesAt(50, `Importing ${'x'.repeat(100)}`)[1]).toMatch(/x… {2}1,240 mails {2}24 % {2}30 s left$/);
});
