import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** What the launcher starts as `node`, called by a link with a blank in its name: its arguments and the number of arenas. */
function started(args: readonly string[], variables: Readonly<Record<string, string>> = {}): readonly string[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nprintf \'%s\\n\' "$MALLOC_ARENA_MAX" "$@"\n', { mode: 0o755 });
  const link = join(folder, 'front desk');
  symlinkSync(launcher, link);
  const env = deskEnvironment(folder, { PATH: [folder, '/usr/bin', '/bin'].join(delimiter), ...variables });
  const said = execFileSync(link, args, { env, encoding: 'utf8' }).split('\n');
  return said.map(line => (line === link ? 'the link' : line));
}

describe('the launcher', () => {
  it('starts Node with one arena for all threads, and passes each argument on', () => {
    expect(started(['conversations', 'list', 'two words', '$HOME', ''])).toEqual([
      ...['1', 'the link'],
      ...['conversations', 'list', 'two words', '$HOME', '', ''],
    ]);
  });

  it('leaves a number of arenas that was told', () => {
    expect(started([], { MALLOC_ARENA_MAX: '8' })[0]).toBe('8');
  });

  it('runs by its own name as by Node', () => {
    const env = deskEnvironment(temporaryFolder());
    const byNode = execFileSync(process.execPath, [launcher, '--version'], { env, encoding: 'utf8' });
    expect(execFileSync(launcher, ['--version'], { env, encoding: 'utf8' })).toBe(byNode);
  });
});
