import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LeftBehind } from './left-behind.ts';
import { temporaryFolder } from './temporary.ts';

test('a run that leaves a folder at the top of the checkout fails and names it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
    stdout.mockRestore();
  });
  const reporter = new LeftBehind(folder);
  reporter.onInit();
  reporter.onTestRunEnd();
  expect(stdout).not.toHaveBeenCalled();
  mkdirSync(join(folder, '1'));
  reporter.onTestRunEnd();
  expect(stdout).toHaveBeenCalledWith(`The tests left behind in ${folder}: 1.\n`);
  expect(process.exitCode).toBe(1);
});
