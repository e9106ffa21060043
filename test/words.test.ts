import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Name {
  /** What meant several things. */
  readonly name: RegExp;
  /** What stands in its place. */
  readonly now: string;
  /** Where it must not come back, below `src`. */
  readonly within: string;
}

const DESK = '{client,ui,actions,keys,lines,terminal,cli/first-frame,cli/kept,cli/cache}/**';

/** Names that had several meanings. */
const NAMES: readonly Name[] = [
  { name: /\bcreateTeller\b|\bTeller\b/, now: 'ProgressNotice, TransferNotice', within: '**' },
  { name: /\bTaker\b|\bGatherer\b/, now: 'EventApplier, EventBatcher', within: 'state/**' },
  {
    name: /\blist\.taken\b|\bisFound: |\blanding\b/,
    now: 'removedByMe, isOfflineSearch, restoredCursor',
    within: 'state/{list,sync,place}/**',
  },
  {
    name: /\bweigh\(|\bmeet\(|\bFate\b|\bmadeOn\b|\bwithMet\b|\bmeetOthers\b/,
    now: 'detectConflict, reconcile, Resolution, baseVersions',
    within: 'state/**',
  },
  {
    name: /\b(spend|return|restore)Words\b/,
    now: 'clearDraft, putBackInDraft, draftFromTakenBack',
    within: 'state/**',
  },
  { name: /\btextOf\b/, now: 'whose text it is: drawnText, editedText, readText', within: DESK },
  { name: /\bkeyOf\b/, now: 'whose key it is: changeKey, addressKey, tagKey, rowKey', within: DESK },
  { name: /^\s*asks: true\b|\basks\?: true\b/m, now: 'needsServer', within: '{actions,keys}/**' },
  { name: /^\s*changes: true\b|\bchanges\?: true\b/m, now: 'writes', within: '{actions,keys}/**' },
  { name: /problem instanceof Error \?|error instanceof Error \? error\.message/, now: 'messageOf', within: DESK },
  {
    name: /offers: \{ \.\.\.desk\.world\(\)\.offers/,
    now: 'noteLack',
    within: '{state/sync,state/outbox,state/administration,actions}/**',
  },
  {
    name: /\b(?:lead|shelf|shelves|facet|span|mark)s?\b|conversation_mark/i,
    now: 'index, place, column, call',
    within: 'center/model/listing/**',
  },
  {
    name: /\bshel(?:f|ves)\b|\bfacets?\b|conversation_mark/i,
    now: 'place, column',
    within: 'center/{database/{postgres,sqlite,copy,backup},model/**,handlers/**,http/**,intake/**,mail/**,sample/**}',
  },
];

test.each(NAMES)('$name has one meaning: it is called $now', ({ name, within }) => {
  const src = join(import.meta.dirname, '../src');
  const files = globSync(`${within}/*.{ts,tsx}`, { cwd: src });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(file => name.test(readFileSync(join(src, file), 'utf8')))).toEqual([]);
});

/** What a module declares at its top. The source is formatted, so that none of it is indented. */
const DECLARATION =
  /^(export )?(?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

/** The names that the modules of `src` declare at their top, or only those that they export, each with its files. */
function namesIn(files: readonly (readonly [path: string, code: string])[], isExported = false) {
  const found = new Map<string, Set<string>>();
  for (const [path, code] of files)
    for (const [, exported, name] of code.matchAll(DECLARATION))
      if (exported !== undefined || !isExported) found.set(name!, (found.get(name!) ?? new Set()).add(path));
  return new Map([...found].map(([name, paths]) => [name, [...paths]]));
}

/** Files that export names of other files on purpose. */
const REPEATS: readonly (readonly [files: RegExp, reason: string])[] = [
  [/^client\/model\.ts$/, 'the resources of the contract as the desk holds them, with safe texts'],
  [/^center\/database\/migrations\//, 'each step has its additions and its change, which no other file imports'],
];

/** Names that several files export on purpose. */
const REPEATED: Readonly<Record<string, string>> = {
  SetTimer: 'one form of a timer, in two folders that must not import one another',
};

/** Names that told nothing: each stood for three things at least, up to sixteen. */
const VAGUE: readonly string[] = [
  ...['Asked', 'Entry', 'Found', 'Hands', 'Held', 'Hooks', 'Kept', 'Known', 'Made', 'Named', 'Part', 'Plan'],
  ...['Said', 'Seen', 'Taken', 'Told', 'Written', 'ask', 'door', 'given', 'once', 'optionOf', 'setAside', 'span'],
  ...['tell', 'whyNot', 'write'],
];

/** Names with one meaning, which a module does not use for another one, not even inside itself. */
const ONE_MEANING: Readonly<Record<string, readonly string[]>> = {
  Contact: ['client/model.ts', 'contract/contact.ts'],
  Place: ['state/kept/place.ts'],
};

describe('a name', () => {
  const src = join(import.meta.dirname, '../src');
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).map(
    path => [path.replaceAll('\\', '/'), readFileSync(join(src, path), 'utf8')] as const,
  );
  const declared = namesIn(files);

  test('is found where it is declared', () => {
    const code =
      'export async function* a() {}\nexport abstract class B {}\nconst c = 1;\nfunction d() {\n  const e = 2;\n}';
    expect([...namesIn([['a.ts', code]]).keys()]).toEqual(['a', 'B', 'c', 'd']);
    expect([...namesIn([['a.ts', code]], true).keys()]).toEqual(['a', 'B']);
    expect(declared.size).toBeGreaterThan(5_000);
  });

  test('is exported by one file', () => {
    const own = files.filter(([path]) => !REPEATS.some(([repeats]) => repeats.test(path)));
    const several = [...namesIn(own, true)].filter(([, paths]) => paths.length > 1);
    expect(several.filter(([name]) => !(name in REPEATED))).toEqual([]);
    // An entry that is needed no more goes.
    expect(Object.keys(REPEATED).filter(name => !several.some(([one]) => one === name))).toEqual([]);
  });

  test('says what it stands for', () => {
    expect(VAGUE.flatMap(name => declared.get(name)?.map(path => `${path}: ${name}`) ?? [])).toEqual([]);
  });

  test.each(Object.entries(ONE_MEANING))('%s has one meaning', (name, homes) => {
    expect(declared.get(name)?.toSorted()).toEqual(homes);
  });
});

/** Phrases that a reader has to read twice, each with another way to say it. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/^(?:What|Who|Whom|Whoever|Whatever|Nobody|Somebody)\b/, 'name the thing or the person'],
  [/\b(?:whatever|whoever)\b/i, 'name it, or say any'],
  [/\b(?:becomes?|became) (?:another|others?)\b/, 'changes'],
  [/\bno news\b/, 'say what is ignored'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b)[a-z]/i, 'is not a'],
  [/\bso (?:many|much) (?!that\b)/, 'this many, at most'],
  [/\bby and by\b/, 'later'],
  [/(?<!--)\banew\b/, 'again'],
  [/\bwould else\b|, else (?!if)\b|; else /, 'otherwise'],
];

/** The comments of a file, each as one text. */
function commentsIn(code: string): readonly string[] {
  const blocks = [...code.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, text]) => text!.replace(/\s*\n\s*\*\s?/g, ' '));
  const lines = [...code.matchAll(/(?:^[ \t]*\/\/ .*\n)+/gm)].map(([text]) => text.replace(/\s*\/\/ /g, ' '));
  return [...blocks, ...lines].map(text => text.trim());
}

const ROOT = join(import.meta.dirname, '..');

/** The texts of these files that have the phrase, each with its file. */
function found(phrase: RegExp, pattern: string, textsIn: (code: string) => readonly string[]): readonly string[] {
  const files = globSync(pattern, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1_000);
  return files.flatMap(file =>
    textsIn(readFileSync(join(ROOT, file), 'utf8')).flatMap(text => (phrase.test(text) ? [`${file}: ${text}`] : [])),
  );
}

test.each(PHRASES)('no comment of the code has %s: %s', phrase => {
  expect(found(phrase, '{src,bin}/**/*.{ts,tsx,js}', commentsIn)).toEqual([]);
});

const TITLE_PHRASES: typeof PHRASES = [
  [/^(?:what|who|whom)\b/, 'name the thing or the person'],
  [/\b(?:nobody|somebody)\b/i, 'name the agent, the customer or the caller'],
  ...PHRASES,
];

/** The titles of a file of tests, also behind the rows of `each` and `for`. */
function titlesIn(code: string): readonly string[] {
  const calls = code.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1,/g);
  return [...calls].map(([, , title]) => title!);
}

test('a title behind the rows of each is found', () => {
  expect(titlesIn(`test.each([1])('is %i', () => {}); describe('a list', () => {})`)).toEqual(['is %i', 'a list']);
});

test.each(TITLE_PHRASES)('no title of a test has %s: %s', phrase => {
  expect(found(phrase, 'test/**/*.{ts,tsx}', titlesIn)).toEqual([]);
});
