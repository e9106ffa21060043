import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const dist = join(dirname(dirname(launcher)), 'dist');
const files = readdirSync(dist)
  .filter(name => name.endsWith('.cjs'))
  .map(name => [name, readFileSync(join(dist, name), 'utf8')] as const);

describe('the built program loads quickly', () => {
  test.each(files)('%s is all ASCII', (_name, code) => {
    expect(/[\u0080-\uffff]/.exec(code)?.[0]).toBeUndefined();
  });

  test.each(files)('%s is a strict script that loads only its own files', (_name, code) => {
    expect(code).toMatch(/^\/\*[0-9a-f]{16}\*\/"use strict";/);
    expect(code).not.toMatch(/\bimport\(/);
    const required = [...code.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name!);
    expect(required.filter(isBuiltin)).toEqual([]);
  });
});

/** All that is loaded until the first frame, and with it the code that is kept for the next start. */
const BEFORE_FIRST_FRAME = [
  'actions',
  'administration',
  'center',
  'client',
  'contract',
  'create',
  'desk',
  'desk-parts',
  'first-frame',
  'main',
  'open-center',
  'paint',
  'rolldown-runtime',
  'shell',
  'state',
  'text',
];

/** What a new database needs beside them. */
const MIGRATING = /^(\d{4}-.*|migration|columns|baseline)$/;

test('a desk with the help center inside does not load what only other desks need', async () => {
  const folder = temporaryFolder();
  const list = join(folder, 'loaded.json');
  const watch = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`;
  const desk = openTerminal({
    command: process.execPath,
    args: ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, launcher, '--sample'],
    env: deskEnvironment(folder, { NODE_COMPILE_CACHE: folder }),
    columns: 100,
    rows: 30,
  });
  await desk.sees('Unresolved');
  desk.press('cursor.down', 'conversation.archive');
  await desk.sees(/Archived #\d+/);
  desk.press('quit');
  await desk.exit();

  const kept = readdirSync(join(folder, 'frontdesk')).flatMap(name => /^desk-(.*)\.cjs\.bin$/.exec(name)?.[1] ?? []);
  expect(kept.filter(name => !MIGRATING.test(name)).sort()).toEqual(BEFORE_FIRST_FRAME);
  const loaded: string[] = JSON.parse(readFileSync(list, 'utf8'));
  expect(loaded).toContain('NativeModule sqlite');
  // Fetch, and the modules that it loads.
  const names = ['internal/deps/undici/undici', 'http2', 'tls', 'assert', 'zlib', 'worker_threads', 'child_process'];
  expect(names.filter(name => loaded.includes(`NativeModule ${name}`))).toEqual([]);
});
