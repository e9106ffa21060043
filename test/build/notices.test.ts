import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { noticesOf } from '../../bin/build/notices.ts';
import { launcher } from '../harness/launcher.ts';
import { temporaryFolder } from '../harness/temporary.ts';

/** A package with these files; the id of a module in it. */
function moduleOf(folder: string, name: string, files: Readonly<Record<string, string>>): string {
  const own = join(folder, 'node_modules', name);
  mkdirSync(own, { recursive: true });
  const manifest = JSON.stringify({ name, version: '1.2.3', license: 'MIT' });
  for (const [file, text] of Object.entries({ 'package.json': manifest, ...files }))
    writeFileSync(join(own, file), text);
  return join(own, 'lib/index.js');
}

test('the notice names each bundled package once, with its version and the text of its licence', () => {
  const folder = temporaryFolder();
  const ids = [
    join(folder, 'src/main.ts'),
    moduleOf(folder, 'zebra', { LICENSE: 'Permission is granted.\r\nTo all.\n' }),
    moduleOf(folder, '@some/apple', { 'README.md': '# Apple\n\n## License\n\nDo as you like.\n\n## Thanks\n\nAll.' }),
    moduleOf(folder, 'zoo', { 'license.md': 'Permission is granted.\nTo all.' }),
    join(folder, 'node_modules/zebra/other.js'),
  ];
  const text = noticesOf(ids);
  expect(text).toBe(noticesOf(ids.toReversed()));
  expect(text).toContain('@some/apple 1.2.3 (MIT)\n\nDo as you like.\n');
  expect(text).toContain('zebra 1.2.3 (MIT)\nzoo 1.2.3 (MIT)\n\nPermission is granted.\nTo all.\n');
  expect(text.indexOf('@some/apple')).toBeLessThan(text.indexOf('zebra'));
  expect(text).not.toContain('Thanks');
});

test('a bundled package without the text of a licence fails the build', () => {
  const id = moduleOf(temporaryFolder(), 'bare', { 'README.md': '# Bare' });
  expect(() => noticesOf([id])).toThrow('bare 1.2.3');
});

test('the build writes the notice of the bundled packages', () => {
  const text = readFileSync(join(dirname(launcher), '../dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['ink', 'kysely', 'pg', 'imapflow', 'yoga-layout'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(text).not.toContain('vitest');
});
