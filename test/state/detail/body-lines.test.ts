import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLines, bodySteps } from '../../../src/state/detail/body-lines.ts';
import { placesUnfolded } from '../../../src/state/detail/find.ts';
import type { Opened } from '../../../src/state/detail/line.ts';
import { runToEnd } from '../../../src/state/detail/slices.ts';
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

const LINK = `https://shop.example/orders/7741/track?token=${'ab12'.repeat(30)}`;
const LOG = [
  '2026-11-20T09:12:01Z   api      GET /orders/7741              200   12 ms',
  '2026-11-20T09:12:02Z   worker   could not reach the warehouse  0   9,000 ms',
];
const none: ReadonlySet<string> = new Set();

interface How {
  readonly columns?: number;
  readonly code?: number;
  readonly opened?: Opened;
}

function shown(text: string, { columns = 40, code = columns, opened = none }: How = {}) {
  return runToEnd(bodySteps(message(1, text), 'message:1', columns, opened, code));
}

describe('a shortened part', () => {
  it('is the middle of a long link, and all of it is there once it is opened', () => {
    const [first, second, third] = shown(`See\n${LINK}\nplease`);
    expect([first?.text, second?.text, third?.text]).toEqual([
      'See',
      'https://shop.example/orders…ab12ab12ab12',
      'please',
    ]);
    expect([second?.role, second?.foldKey]).toEqual(['short', 'message:1/short']);
    const opened = shown(`See\n${LINK}\nplease`, { opened: new Set(['message:1/short']) });
    expect(opened.map(({ text }) => text).join('')).toContain(LINK);
    expect(opened.some(({ role }) => role === 'short')).toBe(false);
  });

  it('is the end of lines of code: they keep their columns, in all the room there is', () => {
    const text = `It says:\n${LOG.join('\n')}\nWhat is that?`;
    expect(shown(text).map(line => line.text)).toEqual([
      'It says:',
      '2026-11-20T09:12:01Z   api      GET /or…',
      '2026-11-20T09:12:02Z   worker   could n…',
      'What is that?',
    ]);
    expect(shown(text, { code: 120 }).map(line => line.text)).toEqual(text.split('\n'));
    // What fits has nothing to open, and stays so when all is opened.
    expect(shown(text, { code: 120 })).toEqual(shown(text, { code: 120, opened: 'all' }));
    expect(shown(text, { code: 120 }).every(({ foldKey }) => foldKey === null)).toBe(true);
    expect(shown(text, { opened: 'all' }).length).toBeGreaterThan(4);
  });

  it('a signature of more than its line is one line, as a quotation is', () => {
    expect(shown('It works.\n\n-- \nZoë Quinn').map(({ role, text }) => `${role} ${text}`)).toEqual([
      'text It works.',
      'text ',
      'fold -- signature: 2 lines',
    ]);
  });

  it('every line of a text has its gutter, the blank ones too', () => {
    const lines = shown(`Hello,\n\n${LINK}\n\n${LOG.join('\n')}\n\n> a\n\nbye\n\n-- \nZoë\nShop`);
    expect(lines.filter(({ voice }) => voice !== 'customer')).toEqual([]);
  });
});

it('each line has its place in the text with nothing closed, shortened or folded', () => {
  const line = fc.constantFrom('', 'a', LINK, `see ${LINK} and`, ...LOG, '> quoted', '-- ', 'Zoë', 'x'.repeat(90));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.boolean(), (written, isOpened) => {
      const text = written.join('\n');
      const lines = shown(text, { opened: isOpened ? new Set(['message:1/short']) : none });
      const all = shown(text, { opened: 'all' });
      const places = placesUnfolded(lines, all);
      for (const [index, { role, text: own, foldKey }] of lines.entries()) {
        const there = all[places[index]!]!;
        if (role === 'fold' || role === 'short') expect(there.foldKey).toBe(foldKey);
        else expect(there.text).toBe(own);
      }
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});
