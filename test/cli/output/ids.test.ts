import { expect, test } from 'vitest';
import { readIds } from '../../../src/cli/output/ids.ts';
import { ShellError } from '../../../src/cli/shell-error.ts';
import { shellHere } from '../shell-here.ts';

function read(words: readonly string[], stdin = '') {
  return readIds(shellHere({}, stdin).shell, words);
}

test.each([
  [['3', '#12', '3'], '', [3, 12]],
  [['-'], '', []],
  [['-'], '1 2\n#3\r\n\n4', [1, 2, 3, 4]],
  [['-'], '7\tRefund 12\topen\n8\t\t\n', [7, 8]],
  [['-'], '{"id":5,"title":"9"}\n{"id":"6"}\n', [5, 6]],
  [['-'], '[\n{"id":5},\n{"id":6}\n]\n', [5, 6]],
  [['-'], '[5, 6]', [5, 6]],
  [['1', '-', '9'], '4', [1, 4, 9]],
])('ids are read from %j and from standard input %j', async (words, stdin, ids) => {
  expect(await read(words, stdin)).toEqual(ids);
});

test.each([
  [['twelve'], ''],
  [['0'], ''],
  [['-1'], ''],
  [['1e3'], ''],
  [['-'], '12 x'],
  [['-'], '{"id":'],
  [['-'], '[{"id":1},{"title":"x"}]'],
  [['-'], 'ID\tTITLE\n3\tx'],
  [['9999999999999999'], ''],
])('a text that is not an id is wrong usage: %j %j', async (words, stdin) => {
  await expect(read(words, stdin)).rejects.toBeInstanceOf(ShellError);
  await expect(read(words, stdin)).rejects.toThrow(/is not an id\. Nothing was done\./);
});
