import { expect, test } from 'vitest';
import { knownKind } from '../../src/text/known-kinds.ts';
import { EMOJI, NO_CELL } from '../../src/text/unicode.ts';

const EXPRESSIONS = { letter: /^[\p{L}\p{N}]$/u, mark: /^[\p{Mn}\p{Me}]$/u, 'spacing mark': /^\p{Mc}$/u };

test('each known kind is what Unicode says, and no known character is invisible or an emoji', () => {
  let known = 0;
  for (let codePoint = 0; codePoint < 0x11_0000; codePoint += 1) {
    const kind = knownKind(codePoint);
    if (kind === undefined) continue;
    known += 1;
    const character = String.fromCodePoint(codePoint);
    const name = codePoint.toString(16);
    expect(EXPRESSIONS[kind].test(character), name).toBe(true);
    expect(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cn}|\p{Co}/u.test(character), name).toBe(false);
    expect(NO_CELL.test(character), name).toBe(kind === 'mark');
    expect(EMOJI.test(character), name).toBe(false);
  }
  expect(known).toBeGreaterThan(400);
});
