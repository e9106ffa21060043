import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

const dist = join(dirname(dirname(launcher)), 'dist');
const files = readdirSync(dist)
  .filter(name => name.endsWith('.mjs'))
  .map(name => [name, readFileSync(join(dist, name), 'utf8')] as const);

describe('the built program loads quickly', () => {
  test.each(files)('%s is all ASCII', (_name, code) => {
    expect(/[\u0080-\uffff]/.exec(code)?.[0]).toBeUndefined();
  });

  test.each(files)('%s imports only its own files', (_name, code) => {
    const specifiers = parseAst(code).body.flatMap(node =>
      node.type === 'ImportDeclaration' ? [node.source.value] : [],
    );
    expect(specifiers.filter(specifier => !specifier.startsWith('./'))).toEqual([]);
  });
});

test('a desk with the help center inside does not load the modules that only other desks need', async () => {
  const folder = temporaryFolder();
  const list = join(folder, 'loaded.json');
  const watch = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`;
  const desk = openTerminal({
    command: process.execPath,
    args: ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, launcher, '--sample'],
    env: deskEnvironment(folder),
    columns: 100,
    rows: 30,
  });
  await desk.sees('Unresolved');
  desk.press('j', 'e');
  await desk.sees('Archived');
  desk.press('q');
  await desk.exit();

  const loaded: string[] = JSON.parse(readFileSync(list, 'utf8'));
  expect(loaded).toContain('NativeModule sqlite');
  // Fetch, and the modules that it loads.
  const names = ['internal/deps/undici/undici', 'http2', 'tls', 'assert', 'zlib', 'worker_threads'];
  expect(names.filter(name => loaded.includes(`NativeModule ${name}`))).toEqual([]);
});
