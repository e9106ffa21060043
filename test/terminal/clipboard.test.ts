import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipboardBytes, ignoresClipboard } from '../../src/terminal/passed-through.ts';

const PLAIN = /^\x1b\]52;c;([A-Za-z0-9+/=]*)\x07$/;
function decoded(bytes: string | undefined): string | undefined {
  const found = PLAIN.exec(bytes ?? '');
  return found ? Buffer.from(found[1]!, 'base64').toString() : undefined;
}

describe('a text for the clipboard', () => {
  test('any text arrives whole, and nothing of it is a control on the wire', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), text => {
        expect(decoded(clipboardBytes(text, { TERM: 'xterm-256color' }))).toBe(text);
      }),
    );
  });

  test('in tmux is sent plain and wrapped: one of the two passes, by its settings', () => {
    const bytes = clipboardBytes('#1042', { TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0' })!;
    const [plain, wrapped] = bytes.split('\x1bPtmux;');
    expect(decoded(plain)).toBe('#1042');
    expect(decoded(wrapped!.replace(/\x1b\\$/, '').replaceAll('\x1b\x1b', '\x1b'))).toBe('#1042');
  });

  test('in screen comes in strings that it does not drop, and is the plain one when they are joined', () => {
    const text = 'x'.repeat(5_000);
    const bytes = clipboardBytes(text, { TERM: 'screen', STY: '12.pts-0' })!;
    const strings = [...bytes.matchAll(/\x1bP([\s\S]*?)\x1b\\/g)].map(([, part]) => part!);
    expect(strings.length).toBeGreaterThan(10);
    expect(Math.max(...strings.map(part => part.length))).toBeLessThanOrEqual(500);
    expect(decoded(strings.join(''))).toBe(text);
    expect(strings.map(part => `\x1bP${part}\x1b\\`).join('')).toBe(bytes);
  });

  test('is not sent if it is too long, or to a terminal that would print it', () => {
    expect(clipboardBytes('x'.repeat(74_994), { TERM: 'xterm' })).toBeDefined();
    expect(clipboardBytes('x'.repeat(74_995), { TERM: 'xterm' })).toBeUndefined();
    expect(clipboardBytes('x', { TERM: 'linux' })).toBeUndefined();
  });

  test.for([
    [{ TERM: 'linux' }, true],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, true],
    [{ TERM: 'xterm-256color', VTE_VERSION: '7006' }, true],
    [{ TERM: 'tmux-256color', TMUX: 'x', VTE_VERSION: '7006' }, false],
    [{ TERM: 'xterm-kitty' }, false],
  ] as const)('%j is known to ignore it: %s', ([env, isIgnored]) => {
    expect(ignoresClipboard(env)).toBe(isIgnored);
  });
});
