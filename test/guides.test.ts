import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { actions } from '../src/actions/index.ts';
import { readSettings } from '../src/cli/settings/read.ts';
import { BOX_KEYS } from '../src/keys/box-keys.ts';
import { keyLabel } from '../src/keys/help.ts';
import { keysOf } from '../src/keys/keymap.ts';
import { MAY_IMPORT } from './harness/architecture-rules.ts';
import { GENERATED, GUIDES, ROOT, textIn, withGenerated } from './harness/guides.ts';
import { roomTable } from './harness/room-table.ts';
import { type Shown, showDesk } from './harness/shown-desk.ts';
import { readSources } from './harness/source-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let running: Promise<Shown> | undefined;
/** One run of the desk serves all that shows it. */
function shown() {
  running ??= showDesk(folder);
  return running;
}

/** `npm run docs` writes the generated parts; without it, a stale part fails. */
test.for(GENERATED.map(one => [one.file, one.part ?? 'picture', one] as const))(
  '%s has the %s that the program makes',
  { timeout: 60_000 },
  async ([file, , one]) => {
    const wanted = withGenerated(one, await one.make(shown));
    if (process.env.FRONTDESK_WRITE_DOCS) writeFileSync(join(ROOT, file), wanted);
    else expect(textIn(file), `${file} is stale: npm run docs`).toBe(wanted);
  },
);

test('every generated part of a guide has a generator', () => {
  const marked = GUIDES.flatMap(file =>
    [...textIn(file).matchAll(/<!-- ([\w ]+): begin -->/g)].map(([, part]) => `${file}: ${part}`),
  );
  const written = GENERATED.filter(({ part }) => part !== undefined).map(({ file, part }) => `${file}: ${part}`);
  expect(marked.sort()).toEqual(written.sort());
});

test.each([
  ['README.md', 900],
  ['src/README.md', 3_500],
  ['src/center/README.md', 3_800],
])('%s has at most %i words', (guide, most) => {
  expect(textIn(guide).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
});

test('.ci/run runs the test command of the README, then all other tests on the same build', () => {
  const command = /^(npm ci && npm test)\b/m.exec(textIn('README.md'))?.[1];
  const { scripts } = JSON.parse(textIn('package.json')) as { scripts: Readonly<Record<string, string>> };
  const others = ['test:slow', 'test:database'].map(name => scripts[name]!.replace('npm run -s build && ', 'npx '));
  expect(textIn('.ci/run').trimEnd().split('\n').at(-1)).toBe([command, ...others].join(' && '));
});

test('every project of the tests is run by one of the scripts', () => {
  const { scripts } = JSON.parse(textIn('package.json')) as { scripts: Readonly<Record<string, string>> };
  const runs = (name: string) => [...scripts[name]!.matchAll(/ --project (\S+)/g)].map(([, project]) => project);
  const projects = [...textIn('vitest.config.ts').matchAll(/\bname: '(\w+)'/g)].map(([, project]) => project);
  expect(['test', 'test:slow', 'test:database'].flatMap(runs).sort()).toEqual(projects.sort());
});

test('the table of rooms names every folder of the source', () => {
  const rooms = Object.keys(MAY_IMPORT).filter(name => !name.includes('/'));
  for (const room of rooms) expect(roomTable()).toContain(`| \`src/${room}\` |`);
});

test('the guide of the code walks a key, an answer and a mail through at most 12 files each', () => {
  const walks = /^## Three walks\n([\s\S]*?)^## /m.exec(textIn('src/README.md'))![1]!.split(/^- /m).slice(1);
  const files = walks.map(walk => [...walk.matchAll(/`[\w./-]+\.tsx?`/g)].length);
  expect(walks.map(walk => /^\*\*(.*?)\*\*/.exec(walk)?.[1])).toEqual(['A key', 'An answer', 'A mail']);
  expect(Math.min(...files)).toBeGreaterThan(5);
  expect(Math.max(...files)).toBeLessThanOrEqual(12);
});

/** The names of project files in a guide: the targets of its links, and names in backticks. */
function filesNamedIn(guide: string): string[] {
  const prose = textIn(guide).replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.matchAll(/(?:\]\(|srcset="|src=")(?!https?:|#)([^)"#\s]+)/g)].map(match => match[1]!);
  const quoted = [...prose.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|js|md|svg)|(?:[\w.-]+\/){2,})`/g)].map(
    match => match[1]!,
  );
  return [...links, ...quoted];
}

test('every file that a guide names exists', () => {
  const missing = GUIDES.flatMap(guide => {
    // A guide names files as seen from the project or from its own folder.
    const places = [ROOT, join(ROOT, dirname(guide))];
    const isThere = (name: string) => places.some(place => existsSync(join(place, name)));
    return filesNamedIn(guide)
      .filter(name => !isThere(name))
      .map(name => `${guide}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('every metric and every sentence that the guide sets an alarm on is one of the program', () => {
  const guide = textIn('src/center/README.md');
  const source = readSources(join(ROOT, 'src')).map(({ text }) => text);
  const metrics = [...guide.matchAll(/`frontdesk_(\w+?)(?:_bucket)?(?:\{[^`]*\})?`/g)].map(
    ([, name]) => new RegExp(`metric\\(\\s*'${name}'`),
  );
  const table = /^\| beginning \| what to do \|\n([\s\S]*?)\n\n/m.exec(guide)![1]!;
  const beginnings = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell!).join(' ');
  // The dots stand for what differs.
  const sentences = [...beginnings.matchAll(/`(.+?)`/g)].map(
    ([, text]) => new RegExp(`(?:log|add)\\(\\s*\`${text!.replaceAll('…', '[^`]*')}`),
  );
  expect([metrics.length, sentences.length]).toEqual([13, 7]);
  for (const one of [...metrics, ...sentences])
    expect(
      source.filter(text => one.test(text)),
      String(one),
    ).not.toEqual([]);
});

/** What a link calls the headings of a guide: `Your own mail` is `your-own-mail`. */
function headingsOf(guide: string): string[] {
  const titles = [...textIn(guide).matchAll(/^#+ (.+)$/gm)].map(match => match[1]!.toLowerCase());
  return titles.map(title => title.replace(/[^\w -]/g, '').replaceAll(' ', '-'));
}

test('every heading that a guide links to exists', () => {
  for (const guide of GUIDES) {
    for (const [, file, heading] of textIn(guide).matchAll(/\]\(([^)\s#]+\.md)#([^)\s]+)\)/g)) {
      expect(headingsOf(join(dirname(guide), file!)), `${guide} links to it`).toContain(heading);
    }
  }
});

function namedScripts() {
  return new Set(
    GUIDES.flatMap(file => [...textIn(file).matchAll(/npm run ([\w:]+(?:-\w+)*)/g)].map(match => match[1]!)),
  );
}

test('every npm script that a guide names exists', () => {
  for (const script of namedScripts()) expect(Object.keys(packageJson.scripts)).toContain(script);
});

test('every npm script that measures or proves something is named in a guide', () => {
  const scripts = Object.keys(packageJson.scripts).filter(name => /^(bench|soak|faults|conformance|test:)/.test(name));
  expect([...namedScripts()]).toEqual(expect.arrayContaining(scripts));
});

test('each table of own keys in the guide has no fault', async () => {
  const guide = textIn('docs/keys.md');
  const tables = [...guide.matchAll(/```toml\n(\[keys\]\n[^`]*)```/g)].map(([, table]) => table!);
  expect(tables).toHaveLength(4);
  for (const table of tables) {
    const { keys, keyFaults } = await readSettings({ FRONTDESK_CONFIG: '/settings.toml' }, {}, table);
    expect(keyFaults).toEqual([]);
    expect(Object.keys(keys ?? {}).length).toBe(table.match(/ = /g)!.length);
  }
});

/** Capitals, sequences and Ctrl chords: other characters in backticks can be signs, or letters of a box. */
const KEY_IN_PROSE = /`([A-Z]|[g*][A-Za-z@/*]|y[a-z]|Ctrl-[a-z])`/g;
/** The key in the example of a command with a key of its own. */
const OWN_KEY = 'docs/commands.md: B';

test('every key that a guide names in prose is bound', () => {
  const boxKeys = Object.values(BOX_KEYS).map(({ key }) => key);
  const bound = new Set([...actions.flatMap(keysOf), ...boxKeys].map(keys => String(keyLabel(keys))));
  // The changes of a release name the keys of their time.
  const named = GUIDES.filter(file => file !== 'CHANGELOG.md').flatMap(file => {
    const prose = textIn(file).replace(/^```[\s\S]*?^```/gm, '');
    return [...prose.matchAll(KEY_IN_PROSE)].map(([, key]) => [key!, `${file}: ${key}`] as const);
  });
  expect(named.length).toBeGreaterThan(80);
  expect(new Set(named.filter(([key]) => !bound.has(key)).map(([, place]) => place))).toEqual(new Set([OWN_KEY]));
});
