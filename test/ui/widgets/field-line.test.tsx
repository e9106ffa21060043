import { Box } from 'ink';
import { expect, test } from 'vitest';
import { safeLine, t } from '../../../src/text/safe.ts';
import { Line } from '../../../src/ui/widgets/line.tsx';
import { FieldLine } from '../../../src/ui/widgets/text-field.tsx';
import { draw } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const COLUMNS = 16;

/** A field over other text: its row with the marked cell in brackets. */
function rowOf(text: string, cursor: number, ascii = false): string {
  const { desk } = fakeDesk(sampleWorld({ columns: COLUMNS + 2, rows: 2 }));
  const part = (
    <Box width={COLUMNS + 2} height={1}>
      <Line>{safeLine('#'.repeat(COLUMNS + 2))}</Line>
      <Box position="absolute">
        <FieldLine draft={{ text: safeLine(text), cursor }} columns={COLUMNS} before={t`to `} />
      </Box>
    </Box>
  );
  const drawn = draw(desk, { part, ascii });
  const raw = drawn.raw();
  drawn.end();
  return raw.replaceAll('\x1b[53m', '[').replaceAll('\x1b[55m', ']').replaceAll('\x1b[m', '');
}

test.each([
  ['behind its end', 'refund', 6, 'to refund[ ]      ##'],
  ['in it', 'refund', 2, 'to re[f]und       ##'],
  ['in an empty one', '', 0, 'to [ ]            ##'],
  ['on a wide character', '漢字', 1, 'to 漢[字]         ##'],
  ['on a cluster of several', 'ae\u0301o', 1, 'to a[e\u0301]o          ##'],
  ['in a longer one', 'abcdefghijklmnopqrst', 20, 'to klmnopqrst[ ]  ##'],
])('a field marks the cell of the cursor %s, and covers all of its columns', (_, text, cursor, row) => {
  expect(rowOf(text, cursor)).toBe(row);
});

test('a field is drawn in the signs of the terminal', () => {
  expect(rowOf('a…b', 2, true)).toBe('to a.[b]          ##');
});
