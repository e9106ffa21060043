import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { keyTable } from '../src/actions/help.ts';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const keys = /(<!-- keys: begin -->\n)[\s\S]*(<!-- keys: end -->)/;

/** `npm run docs` writes the generated part; without it a stale one fails. */
test('the README’s table of keys is the one that the actions give', () => {
  const readme = readFileSync(path, 'utf8');
  expect(readme).toMatch(keys);
  const wanted = readme.replace(keys, (_, begin, end) => `${begin}\n${keyTable().trim()}\n\n${end}`);
  if (process.env.FRONTDESK_WRITE_DOCS) writeFileSync(path, wanted);
  else expect(readme).toBe(wanted);
});

test('every npm script that the README names is there', () => {
  const named = [...readFileSync(path, 'utf8').matchAll(/npm run ([\w:]+)/g)].map(match => match[1]!);
  for (const script of new Set(named)) expect(Object.keys(packageJson.scripts)).toContain(script);
});
