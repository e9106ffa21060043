import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';

const dist = join(dirname(dirname(launcher)), 'dist');
const files = readdirSync(dist).map(name => [name, readFileSync(join(dist, name), 'utf8')] as const);

describe('the built program loads quickly', () => {
  test.each(files)('%s is ASCII alone', (_name, code) => {
    expect(/[\u0080-\uffff]/.exec(code)?.[0]).toBeUndefined();
  });

  test.each(files)('%s imports only its own files', (_name, code) => {
    const specifiers = parseAst(code).body.flatMap(node =>
      node.type === 'ImportDeclaration' ? [node.source.value] : [],
    );
    expect(specifiers.filter(specifier => !specifier.startsWith('./'))).toEqual([]);
  });
});
