import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyLines } from '../../../src/state/detail/body-lines.ts';
import { wrap } from '../../../src/text/wrap.ts';
import { message } from '../../ui/world.ts';

function linesOf(text: string, columns = 40): readonly string[] {
  return bodyLines(message(1, text), 'message:1', columns, 'all').map(line => line.text);
}

it('several blank lines in a row are one, and none stands at the ends', () => {
  expect(linesOf('\n \nHello,\n\n\n\t\nthank you.\n\nZoë\n\n\n')).toEqual(['Hello,', '', 'thank you.', '', 'Zoë']);
  expect(linesOf('\n\n \n')).toEqual([]);
});

it('joining blank lines loses no other line and leaves no two blank ones', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '',
          '',
          '   ',
          'a',
          '> quoted',
          '-- ',
          'On Thu, 20 Nov 2025, Ana <a@b.example> wrote:',
          'x'.repeat(90),
        ),
      ),
      written => {
        const text = written.join('\n');
        const shown = linesOf(text);
        const filled = (lines: readonly string[]) => lines.filter(line => line.trim() !== '');
        expect(filled(shown)).toEqual(filled(wrap(message(1, text).body_text, 40)));
        expect(shown.some((line, index) => line.trim() === '' && (shown[index - 1] ?? '').trim() === '')).toBe(false);
      },
    ),
    { seed: 3 },
  );
});
