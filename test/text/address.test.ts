import { describe, expect, it } from 'vitest';
import { showUrl } from '../../src/text/address.ts';

describe('showUrl', () => {
  it.each([
    ['https://example.com/a?b=ü#c', 'https://example.com/a?b=ü#c'],
    ['https://аpple.com/x', 'https://аpple.com/x (xn--pple-43d.com)'],
    ['http://ana@bücher.example:8080/', 'http://ana@bücher.example:8080/ (xn--bcher-kva.example)'],
    ['http://ｅｖｉｌ.example', 'http://ｅｖｉｌ.example (evil.example)'],
    ['https://bank\u202e.example/\x1b[m', 'https://bank.example/^[[m (no valid host)'],
    ['mailto:zoë@example.com', 'mailto:zoë@example.com'],
    ['', ''],
  ])('shows %j as %j', (url, shown) => {
    expect(showUrl(url)).toBe(shown);
  });
});
