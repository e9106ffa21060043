import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** What the launcher starts as `node`, called by a link with a blank in its name: what glibc is told, and its arguments. */
function started(args: readonly string[], variables: Readonly<Record<string, string>> = {}): readonly string[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nprintf '%s\\n' "$MALLOC_ARENA_MAX $MALLOC_TRIM_THRESHOLD_" "$@"\n`, {
    mode: 0o755,
  });
  const link = join(folder, 'front desk');
  symlinkSync(launcher, link);
  const env = deskEnvironment(folder, { PATH: [folder, '/usr/bin', '/bin'].join(delimiter), ...variables });
  const said = execFileSync(link, args, { env, encoding: 'utf8' }).split('\n');
  return said.map(line => (line === link ? 'the link' : line));
}

describe('the launcher', () => {
  it('starts Node with one arena for all threads, and passes each argument on', () => {
    expect(started(['conversations', 'list', 'two words', '$HOME', ''])).toEqual([
      ...['1 ', 'the link'],
      ...['conversations', 'list', 'two words', '$HOME', '', ''],
    ]);
  });

  it.each([[[]], [['--view', 'two words']]])(
    'lets a desk keep its memory, and have one thread beside its own: %j',
    args => {
      expect(started(args)).toEqual(['1 67108864', '--v8-pool-size=1', 'the link', ...args, '']);
    },
  );

  it('leaves a number of arenas that was told', () => {
    expect(started([], { MALLOC_ARENA_MAX: '8' })[0]).toBe('8 67108864');
  });

  it('runs by its own name as by Node', () => {
    const env = deskEnvironment(temporaryFolder());
    const byNode = execFileSync(process.execPath, [launcher, '--version'], { env, encoding: 'utf8' });
    expect(execFileSync(launcher, ['--version'], { env, encoding: 'utf8' })).toBe(byNode);
  });
});
