import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAY_IMPORT, RULES } from './harness/architecture-rules.ts';
import { readSources, SourceFile } from './harness/source-tree.ts';
import { STYLE_RULES } from './harness/style-rules.ts';

const SOURCES = readSources(join(import.meta.dirname, '../src'));
const TESTS = readSources(import.meta.dirname);

describe('the house', () => {
  test('has been read', () => {
    expect(SOURCES.length).toBeGreaterThan(50);
    expect(new Set(SOURCES.map(({ path }) => path.split('/')[0]))).toContain('terminal');
  });

  test.for(Object.entries(RULES))('%s', ([, breachesOf]) => {
    expect(breachesOf(SOURCES)).toEqual([]);
  });

  test.for(Object.entries(STYLE_RULES))('in the tests too %s', ([, breachesOf]) => {
    expect(breachesOf(TESTS)).toEqual([]);
  });
});

function long(lines: number, body = 'f();') {
  return `${body}\n`.repeat(lines);
}

/** For every rule: a file that breaks it, and, if it shows the limit, one that does not. */
const SAMPLES: readonly [rule: string, path: string, text: string, isBreach: boolean][] = [
  ['table allows', 'text/a.ts', `import { b } from '../state/b.ts';`, true],
  ['table allows', 'text/a.ts', `export type { B } from '../contract/b.ts';`, true],
  ['table allows', 'state/changes/a.ts', `import { b } from '../../client/b.ts';`, true],
  ['table allows', 'state/changes/a.ts', `import type { B } from '../../client/b.ts';`, false],
  ['table allows', 'state/changes/a.ts', `import { type B } from '../../client/b.ts';`, false],
  ['table allows', 'state/a.ts', `const b = await import('../client/b.ts');`, true],
  ['table allows', 'state/a.ts', `type B = import('../client/b.ts').B;`, false],
  ['table allows', 'state/a.ts', `type B = import('../ui/b.ts').B;`, true],
  ['table allows', 'ui/a.tsx', `import { b } from '../terminal/b.ts';`, true],
  ['table allows', 'ui/a.tsx', `import type { B } from '../contract/b.ts';`, false],
  ['table allows', 'center/a.ts', `import { b } from '../text/b.ts';`, true],
  ['table allows', 'center/intake/a.ts', `import { b } from '../../text/b.ts';`, false],
  ['table allows', 'center/database/a.ts', `import type { B } from '../model/b.ts';`, true],
  ['table allows', 'center/model/inbox/a.ts', `import { b } from '../../database/b.ts';`, false],
  ['table allows', 'center/model/inbox/a.ts', `import { b } from '../listing/b.ts';`, false],
  ['table allows', 'center/model/a.ts', `import type { B } from '../handlers/b.ts';`, true],
  ['table allows', 'center/handlers/a.ts', `import { b } from '../http/b.ts';`, true],
  ['table allows', 'center/handlers/a.ts', `import type { B } from '../database/b.ts';`, false],
  ['table allows', 'center/handlers/a.ts', `import { b } from '../database/b.ts';`, true],
  ['table allows', 'center/mail/in/a.ts', `import { b } from '../../intake/b.ts';`, false],
  ['table allows', 'center/intake/a.ts', `import { b } from '../mail/in/b.ts';`, true],
  ['table allows', 'center/sample/a.ts', `import { b } from '../intake/b.ts';`, true],
  ['table allows', 'center/http/a.ts', `import type { B } from '../center.ts';`, true],
  ['table allows', 'cli/a.ts', `import { b } from '../center/intake/b.ts';`, false],
  ['where it lives', 'center/handlers/a.ts', `import { sql } from 'kysely';`, true],
  ['where it lives', 'center/auth/a.ts', `import type { Kysely } from 'kysely';`, false],
  ['where it lives', 'center/model/search/a.ts', `import { sql } from 'kysely';`, false],
  ['where it lives', 'center/model/a.ts', `import { Client } from 'pg';`, true],
  ['where it lives', 'center/intake/a.ts', `import { ImapFlow } from 'imapflow';`, true],
  ['where it lives', 'center/mail/in/a.ts', `import { ImapFlow } from 'imapflow';`, false],
  ['where it lives', 'center/model/a.ts', `import { DatabaseSync } from 'node:sqlite';`, true],
  ['SQL is written', 'center/handlers/a.ts', `const a = (db: Db) => db.selectFrom('inbox');`, true],
  ['SQL is written', 'center/center.ts', `const a = (db: Db) => db.deleteFrom('inbox');`, true],
  ['SQL is written', 'center/model/inbox/a.ts', `const a = (db: Db) => db.selectFrom('inbox');`, false],
  ['drops no error', 'center/model/a.ts', 'try { f(); } catch {}', true],
  ['drops no error', 'center/model/a.ts', 'try { f(); } catch { g(); }', true],
  ['drops no error', 'center/model/a.ts', 'await f().catch(() => undefined);', true],
  ['drops no error', 'center/model/a.ts', 'try { f(); } catch {\n// It is tried again.\n}', false],
  ['drops no error', 'center/model/a.ts', "try { f(); } catch { throw new Error('No.'); }", false],
  ['drops no error', 'center/model/a.ts', '// Its caller meets it.\nf().catch(() => undefined);', false],
  ['drops no error', 'center/model/a.ts', 'try { f(); } catch (error) { log(error); }', false],
  ['drops no error', 'state/a.ts', 'try { f(); } catch {}', false],
  ['one of its rooms', 'center/a.ts', '', true],
  ['one of its rooms', 'center/attic/a.ts', '', true],
  ['one of its rooms', 'center/center.ts', '', false],
  ['one of its rooms', 'center/model/a.ts', '', false],
  ['room http alone', 'center/handlers/a.ts', `const a = () => new Response(null);`, true],
  ['room http alone', 'center/model/a.ts', `export const b = (request: Request) => request;`, true],
  ['room http alone', 'center/auth/a.ts', `import { createServer } from 'node:http';`, true],
  ['room http alone', 'center/http/a.ts', `const a = () => new Response(null);`, false],
  ['room http alone', 'center/center.ts', `const a = () => new Response(null);`, false],
  ['table allows', 'center/a.ts', `import type { B } from '../client/b.ts';`, true],
  ['table allows', 'client/a.ts', `export * from '../center/b.ts';`, true],
  ['rooms below', 'state/query/a.ts', `import { b } from '../outbox/b.ts';`, true],
  ['rooms below', 'state/outbox/a.ts', `import { b } from '../query/b.ts';`, false],
  ['rooms below', 'state/a.ts', `import type { B } from './changes/b.ts';`, true],
  ['rooms below', 'state/list/a.ts', `import type { Desk } from '../desk.ts';`, true],
  ['rooms below', 'state/sync/a.ts', `import type { Desk } from '../desk.ts';`, false],
  ['rooms below', 'state/list/a.ts', `import { b } from './b.ts';`, false],
  ['rooms below', 'state/create-desk.ts', `import { b } from './outbox/b.ts';`, false],
  ['rooms below', 'terminal/input/a.ts', `import { b } from '../output/b.ts';`, true],
  ['rooms below', 'terminal/output/a.ts', `const b = await import('../lifecycle.ts');`, true],
  ['rooms below', 'actions/go/a.ts', `import { b } from '../app/b.ts';`, true],
  ['rooms below', 'actions/index.ts', `import { b } from './app/b.ts';`, false],
  ['rooms below', 'ui/dialogs/a.tsx', `import { b } from '../panes/b.tsx';`, true],
  ['rooms below', 'cli/kept/a.ts', `import { b } from '../desk/b.ts';`, true],
  ['rooms below', 'cli/shell.ts', `import type { B } from './settings/table.ts';`, false],
  ['rooms below', 'cli/shell.ts', `import type { B } from './settings/read.ts';`, true],
  ['folder with rooms', 'state/new/a.ts', '', true],
  ['folder with rooms', 'state/list/a.ts', '', false],
  ['folder with rooms', 'text/new/a.ts', '', false],
  ['table allows', 'keys/a.ts', `import { b } from '../actions/b.ts';`, true],
  ['table allows', 'actions/go/a.ts', `import { b } from '../../keys/b.ts';`, false],
  ['folder of the house', 'lib/a.ts', '', true],
  ['folder of the house', 'main.ts', '', true],
  ['where it lives', 'state/a.ts', `import { useState } from 'react';`, true],
  ['where it lives', 'ui/a.ts', `import { ofetch } from 'ofetch';`, true],
  ['where it lives', 'center/a.ts', `import { jsonArrayFrom } from 'kysely/helpers/sqlite';`, true],
  ['where it lives', 'center/model/a.ts', `import { jsonArrayFrom } from 'kysely/helpers/postgres';`, false],
  ['thread of its own', 'center/intake/a.ts', `import { parseMail } from './mime/parse-mail.ts';`, true],
  ['thread of its own', 'center/intake/a.ts', `import type { Mail } from './mime/parse-mail.ts';`, false],
  ['thread of its own', 'cli/a.ts', `await import('../center/intake/reading-thread.ts');`, true],
  ['told apart', 'cli/a.ts', `const isBun = 'bun' in process.versions;`, true],
  ['told apart', 'cli/a.ts', `globalThis.Bun?.gc(true);`, true],
  ['told apart', 'runtime/a.ts', `const isBun = 'bun' in process.versions;`, false],
  ['extension', 'ui/a.ts', `import { b } from './b';`, true],
  ['table allows', 'cli/a.ts', `import { b } from '../../test/b.ts';`, true],
  ['table allows', 'cli/a.ts', `import manifest from '../../package.json' with { type: 'json' };`, false],
  ['at most 300', 'cli/a.ts', long(300), false],
  ['at most 300', 'cli/a.ts', long(301), true],
  ['at most 300', 'ui/a.tsx', `const A = () => <b/>;\n${long(119)}`, false],
  ['at most 300', 'ui/a.tsx', `const A = () => <b/>;\n${long(120)}`, true],
  ['60 lines', 'cli/a.ts', `function a() {\n${long(58)}}`, false],
  ['60 lines', 'cli/a.ts', `function a() {\n${long(59)}}`, true],
  ['60 lines', 'cli/a.ts', `const a = () => ({\n${long(98, 'b: 1,')}})`, false],
  ['60 lines', 'cli/a.ts', `const a = () => ({\n${long(99, 'b: 1,')}})`, true],
  ['60 lines', 'cli/a.ts', `class A {\n a() {\n${long(59)}}\n}`, true],
  ['60 lines', 'cli/a.ts', `function a() {\nconst b = () => {\n${long(40)}};\n${long(40)}}`, false],
  ['60 lines', 'cli/a.ts', `function a() {\n${`const b = () => {\n${long(40)}};\n`.repeat(5)}}`, true],
  ['default export', 'cli/a.ts', `export default 1;`, true],
  ['default export', 'cli/a.ts', `const a = 1;\nexport { a as default };`, true],
  ['kebab-case', 'cli/someThing.ts', '', true],
  ['kebab-case', 'cli/utils.ts', '', true],
  ['kebab-case', 'cli/some-thing2.ts', '', false],
  ['state lives', 'cli/a.ts', `export let a = 1;`, true],
  ['state lives', 'cli/a.ts', `var a = 1;`, true],
  ['state lives', 'cli/a.ts', `const a = new Map<string, string>();`, true],
  ['state lives', 'cli/a.ts', `const a = new Set(['x']); function b() { let c = 1; }`, false],
  ['barrels', 'ui/index.ts', `export const a = 1;`, true],
  ['barrels', 'ui/all.ts', `export { a } from './a.ts';\nexport * from './b.ts';`, true],
  ['barrels', 'contract/index.ts', `export * from './b.ts';`, false],
  ['listens for keys', 'ui/a.tsx', `import { Box, useInput } from 'ink';`, true],
  ['listens for keys', 'ui/a.tsx', `import * as everything from 'ink';`, true],
  ["Ink's Text", 'ui/panes/a.tsx', `import { Text as T } from 'ink';`, true],
  ["Ink's Text", 'ui/panes/a.tsx', `import { Box, Transform } from 'ink';`, true],
  ["Ink's Text", 'ui/panes/a.tsx', `import { Box } from 'ink';`, false],
  ["Ink's Text", 'ui/panes/a.tsx', `import TextInput from 'ink-text-input';`, true],
  ["Ink's Text", 'ui/widgets/line.tsx', `import { Text } from 'ink';`, false],
  ['raw mode', 'cli/a.ts', `process.stdin.setRawMode(true);`, true],
  ['escape sequences', 'ui/a.ts', String.raw`const bold = '\x1b[1m';`, true],
  ['escape sequences', 'ui/a.ts', String.raw`const bold = '\u001b[1m' + 'x';`, true],
  ['escape sequences', 'ui/a.ts', String.raw`const ESC = '\x1b';`, true],
  [
    'escape sequences',
    'center/a.ts',
    String.raw`const japanese = '\u001b$B', control = /[\u0000-\u001f\u007f-\u009f]/;`,
    false,
  ],
  ['escape sequences', 'cli/a.ts', String.raw`const csi = /\u{9b}/u;`, true],
  ['escape sequences', 'terminal/a.ts', String.raw`const bold = '\x1b[1m';`, false],
  ['escape sequences', 'ui/a.ts', String.raw`const e = 'é\n\x41';`, false],
  ['declared as one', 'state/a.ts', `export const a = (b: number) => b;`, true],
  ['declared as one', 'cli/a.ts', `export const a = async () => { await b(); };`, true],
  ['declared as one', 'state/a.ts', `export const a: Change['apply'] = (b: number) => b;`, false],
  [
    'declared as one',
    'state/a.ts',
    `function a(b: number) { return b; } export function c() { return [1].map(d => d); }`,
    false,
  ],
  ['declared as one', 'state/a.ts', `const a = (b: number) => b;`, true],
  ['declared as one', 'center/a.ts', `export const a = () => 1;`, true],
  ['in capitals', 'state/a.ts', `const maxRows = 2_000;`, true],
  ['in capitals', 'cli/a.ts', `export const dayMs = 24 * 60 * 60_000;`, true],
  ['in capitals', 'state/a.ts', `const MAX_ROWS = 2_000; const a = { rows: 3 }; function b() { const c = 4; }`, false],
  ['in capitals', 'contract/a.ts', `export const maxRows = 2_000;`, true],
];

describe('the rules notice', () => {
  test.for(SAMPLES)('%s, in %s (sample %#)', ([part, path, text, isBreach]) => {
    const rule = Object.entries(RULES).find(([sentence]) => sentence.includes(part))?.[1];
    expect(rule?.([new SourceFile(path, text)]).length).toBe(isBreach ? 1 : 0);
  });

  test('a circle, also one of types, and name every file in it', () => {
    const files = [
      new SourceFile('ui/a.ts', `import type { B } from './panes/b.ts';`),
      new SourceFile('ui/panes/b.ts', `export { c } from '../c.ts';`),
      new SourceFile('ui/c.ts', `import('./a.ts');`),
    ];
    const circle = RULES['files do not import one another in a circle'];
    expect(circle?.(files)).toEqual(['ui/a.ts -> ui/panes/b.ts -> ui/c.ts -> ui/a.ts']);
    expect(circle?.(files.slice(0, 2))).toEqual([]);
  });

  test('every rule has a sample here', () => {
    const untried = Object.keys(RULES).filter(
      sentence => !SAMPLES.some(([part, , , isBreach]) => isBreach && sentence.includes(part)),
    );
    expect(untried).toEqual(['files do not import one another in a circle']);
    expect(Object.keys(MAY_IMPORT)).toContain('cli');
  });
});
