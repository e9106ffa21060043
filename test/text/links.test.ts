import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksIn, withShortLinks } from '../../src/text/links.ts';
import { type SafeText, safeLine } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';

const LONG = `https://shop.example/orders/7741/track?token=${'ab12'.repeat(40)}&lang=en`;

describe('the links of a text', () => {
  it('end before the signs of the sentence around them, and keep a bracket of their own', () => {
    expect(linksIn('See https://a.example/x, (http://b.example/y) and https://c.example/z_(1).')).toEqual([
      'https://a.example/x',
      'http://b.example/y',
      'https://c.example/z_(1)',
    ]);
  });
});

describe('a line with long links', () => {
  it('shows the host, and the beginning and the end of the rest', () => {
    expect(withShortLinks(safeLine(`Track it: ${LONG}.`), 80)).toBe(
      'Track it: https://shop.example/orders/7741/track?token=ab…ab12&lang=en.',
    );
    expect(withShortLinks(safeLine(LONG), 44)).toBe('https://shop.example/orders/774…ab12&lang=en');
  });

  it.each([
    ['the link is short', 'Track it: https://shop.example/orders/7741', 80],
    ['the line has no link', 'a'.repeat(200), 80],
    [
      'its host leaves no room: it says where the link leads',
      `https://${'paypal.com.'.repeat(6)}evil.example/login`,
      80,
    ],
    ['what looks like a host is a user', `https://${'paypal.com'.repeat(6)}@evil.example/${'x'.repeat(90)}`, 80],
  ])('stays as it is if %s', (_, line, columns) => {
    expect(withShortLinks(safeLine(line), columns)).toBe(line);
  });

  it('is never longer than before, keeps all that is not a link, and every host', () => {
    const word = fc.constantFrom('see', '配送', LONG, `http://x.example/${'é'.repeat(80)}`, 'https://', '(a)', '👩‍🚀');
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 1, max: 120 }), (words, columns) => {
        const line = safeLine(words.join(' '));
        const short = withShortLinks(line, columns);
        expect(width(short)).toBeLessThanOrEqual(width(line));
        const plain = (text: string) => text.split(' ').filter(part => !part.startsWith('http'));
        expect(plain(short)).toEqual(plain(line));
        const hosts = (text: SafeText) => linksIn(text).map(link => new URL(link).host);
        expect(hosts(short)).toEqual(hosts(line));
      }),
    );
  });
});
