import { expect, test } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import { type Node, readSources, type SourceFile } from '../harness/source-tree.ts';

/** The short keys of actions, as sentences name them: `go`. A comma is a comma. */
const keys = new Set(
  actions
    .flatMap(keysOf)
    .map(key => key.replaceAll(' ', ''))
    .filter(key => key.length <= 2 && key !== ','),
);

/** Keys of a box, and of the desk in lines: no setting moves them. */
const FIXED = [
  'Lists attachments and links: s saves, Enter opens or shows',
  ' · s sends all again',
  'a makes one.',
  '… is attached · x removes it',
  '? lists what there is.',
];

/** The sentences of a source, with … in place of what is put into them. */
function sentencesOf(source: SourceFile): readonly string[] {
  if (!/\bt`/.test(source.text)) return [];
  return source.nodes.filter(isSentence).map(({ quasi }) => {
    const { quasis } = quasi as { readonly quasis: readonly { readonly value: { readonly cooked: string } }[] };
    return quasis.map(({ value }) => value.cooked).join('…');
  });
}

function isSentence({ type, tag }: Node): boolean {
  return type === 'TaggedTemplateExpression' && (tag as Node).name === 't';
}

/** The keys that a sentence names literally: `· go shows more`, `: + adds one`, `(=)`. */
function namedIn(sentence: string): readonly string[] {
  const found = sentence.matchAll(/(?:^|[·:;,] |\band )([!-~]{1,2}) [a-z]+s\b|\(([!-~]{1,2})\)/g);
  return [...found].map(([, said, added]) => (said ?? added)!).filter(key => keys.has(key));
}

test('no sentence names the key of an action literally: the settings may have moved it', () => {
  const sentences = readSources('src').flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(1_000);
  const literal = sentences.filter(one => !FIXED.includes(one) && namedIn(one).length > 0);
  expect(literal).toEqual([]);
});

test.for([
  ['… · go shows more', ['go']],
  ['… is not a contact yet: + adds one.', ['+']],
  ['Changes the selected note of your own (=)', ['=']],
  ['… · … shows more', []],
] as const)('finds the keys in “%s”', ([sentence, found]) => {
  expect(namedIn(sentence)).toEqual(found);
});
