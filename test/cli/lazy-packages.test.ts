import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';

const dist = join(dirname(launcher), '../dist');

/** A file of the build and all files that it loads before it runs. */
function loadedWith(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  const text = readFileSync(join(dist, name), 'utf8');
  seen.set(name, text);
  for (const [, next] of text.matchAll(/(?<!=>)\brequire\("\.\/([\w.-]+\.cjs)"\)/g)) loadedWith(next!, seen);
  return seen;
}

/** What few desks need, each with words from its code. */
const LAZY: readonly (readonly [what: string, words: string])[] = [
  ['the PostgreSQL client', 'Connection terminated unexpectedly'],
  ['the parser of event streams', 'Cannot feed parser'],
  ['the door for live mail', 'Mail is paused'],
  ['the LMTP server', 'message exceeds fixed maximum message size'],
  ['the IMAP client', 'Unexpected close'],
  ['the SMTP client', 'Server closed the idle connection'],
  ['the composer of mails', 'Auto-Submitted'],
  ['the queue of outgoing mail', 'Mail is sent again.'],
];

test.for(LAZY)('%s is in the build', ([, words]) => {
  expect(
    readdirSync(dist).some(name => name.endsWith('.cjs') && readFileSync(join(dist, name), 'utf8').includes(words)),
  ).toBe(true);
});

const BEGINNINGS = ['main.cjs', 'desk.cjs', 'center.cjs'];

test.for(LAZY.flatMap(([what, words]) => BEGINNINGS.map(name => [name, what, words] as const)))(
  '%s does not load %s',
  ([name, , words]) => {
    const loaded = loadedWith(name);
    expect(loaded.size).toBeGreaterThan(1);
    const holding = [...loaded].filter(([, text]) => text.includes(words)).map(([file]) => file);
    expect(holding).toEqual([]);
  },
);

const FOR_SCRIPTS = ['center.cjs', 'list.cjs', 'change.cjs', 'completion.cjs', 'serve.cjs'];

test.for(FOR_SCRIPTS)('%s does without the desk', name => {
  const loaded = [...loadedWith(name).keys()];
  expect(loaded).toContain('shell.cjs');
  expect(loaded).not.toContain('desk.cjs');
});

test('no file of the build loads itself by way of others', () => {
  for (const name of readdirSync(dist).filter(other => other.endsWith('.cjs'))) {
    const below = [...loadedWith(name).keys()].filter(other => other !== name);
    expect(below.filter(other => loadedWith(other).has(name))).toEqual([]);
  }
});
