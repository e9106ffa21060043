import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { actions } from '../src/actions/index.ts';
import { settingsTable } from '../src/cli/settings/table.ts';
import { keyTable } from '../src/keys/help.ts';
import { MAY_IMPORT } from './harness/architecture-rules.ts';
import { roomTable } from './harness/room-table.ts';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
/** The parts of the README that are made from the program, by the name in their marks. */
const generated = { keys: () => keyTable(actions), settings: settingsTable, rooms: roomTable };

/** `npm run docs` writes the generated parts; without it a stale one fails. */
test.for(Object.entries(generated))('the README’s table of %s is the one that the program gives', ([name, table]) => {
  const part = new RegExp(`(<!-- ${name}: begin -->\\n)[\\s\\S]*(<!-- ${name}: end -->)`);
  const readme = readFileSync(path, 'utf8');
  expect(readme).toMatch(part);
  const wanted = readme.replace(part, (_, begin, end) => `${begin}\n${table().trim()}\n\n${end}`);
  if (process.env.FRONTDESK_WRITE_DOCS) writeFileSync(path, wanted);
  else expect(readme).toBe(wanted);
});

test('the README names every folder of the source', () => {
  const rooms = Object.keys(MAY_IMPORT).filter(name => !name.includes('/'));
  for (const room of rooms) expect(roomTable()).toContain(`| \`src/${room}\` |`);
});

const namedScripts = () =>
  new Set([...readFileSync(path, 'utf8').matchAll(/npm run ([\w:]+)/g)].map(match => match[1]!));

test('every npm script that the README names is there', () => {
  for (const script of namedScripts()) expect(Object.keys(packageJson.scripts)).toContain(script);
});

test('every npm script that measures or proves something is named in the README', () => {
  const scripts = Object.keys(packageJson.scripts).filter(name => /^(bench|soak|faults|conformance|test:)/.test(name));
  expect([...namedScripts()]).toEqual(expect.arrayContaining(scripts));
});
