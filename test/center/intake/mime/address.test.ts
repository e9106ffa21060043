import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddressField } from '../../../../src/center/intake/mime/address.ts';

function read(value: string) {
  return readAddressField(value, 5).map(({ name, email }) => [name, email]);
}

describe('an address that only quotation marks hold together', () => {
  test.each([
    '"zo e"@there.example',
    '"zo e" @there.example',
    '"zoe"x@there.example',
    'zoe"x"@there.example',
    '"zoe".quinn@there.example',
    'zoe."qu inn"@there.example',
    '"a@b.example"@there.example',
    '""@there.example',
    'zoe@"there".example',
    'zoe@there.exam"ple"',
    String.raw`"a\"b"@there.example`,
    String.raw`zo\e@there.example`,
  ])('belongs to no other address: %s', value => {
    expect(readAddressField(value, 1)[0]!.email).toBeNull();
    expect(readAddressField(`Zoe <${value}>`, 1)[0]!.email).toBeNull();
  });

  test.each(['"zoe"@there.example', '"zoe" @ there.example'])('needs none: %s', value => {
    expect(read(value)).toEqual([['zoe@there.example', 'zoe@there.example']]);
    expect(read(`Zoe <${value}>`)).toEqual([['Zoe', 'zoe@there.example']]);
  });

  test('may have dots that it needs them for', () => {
    expect(read('"john..doe"@docomo.example')).toEqual([['john..doe@docomo.example', 'john..doe@docomo.example']]);
  });

  test('does not lose the names and addresses beside it', () => {
    const line = '"Quinn, Zoe" <zoe@there.example>, "zo e"@there.example, Ben "B." <ben@there.example>';
    expect(read(line).map(([, email]) => email)).toEqual(['zoe@there.example', null, 'ben@there.example']);
    expect(read(line)[0]![0]).toBe('Quinn, Zoe');
  });
});

describe('a comment', () => {
  test.each([
    ['Pete(A chap) <pete(his account)@silly.test(his host)>', 'pete@silly.test'],
    ['zoe@there.example (Zoe)', 'zoe@there.example'],
    ['zoe@there.example(a)(b)', 'zoe@there.example'],
    ['zoe@there.example(.evil.example)', 'zoe@there.example'],
    ['zoe (x) @ (y) there.example', 'zoe@there.example'],
    ['(Zoe) zoe@there.example', 'zoe@there.example'],
    ['<zoe@there.example (Zoe)>', 'zoe@there.example'],
  ])('stands around a local part or a domain: %s', (value, email) => {
    expect(readAddressField(value, 1)[0]!.email).toBe(email);
  });

  test.each([
    'zoe@the(x)re.example',
    'zoe@there(x).example',
    'zoe@there.(x)example',
    'zoe@there(a)(b).example',
    'zoe@the(a(n)b)re.example',
    'zo(x)e@there.example',
    'zoe.(x)quinn@there.example',
    '<zoe@there(x).example>',
    '(a (b) zoe@there(x).example',
    'zoe@<>there.example',
  ])('within one joins nothing: %s', value => {
    expect(readAddressField(value, 1)[0]!.email).toBeNull();
  });
});

test('blanks around the signs of an address do not count, and others end it', () => {
  expect(read('<zoe @ there . example>')).toEqual([['zoe@there.example', 'zoe@there.example']]);
  expect(read('<zo e@there.example>')).toEqual([['zo e@there.example', null]]);
  expect(read('<zoe@exam ple.com>')).toEqual([['zoe@exam ple.com', null]]);
});

test('an address that can be read stands in the field as it is, beside anything else', () => {
  const piece = fc.constantFrom('zoe', '@', '.', 'there', '"', '(', ')', '\\', ' ', '<', '>', 'x', ',');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
      const value = pieces.join('');
      for (const { email } of readAddressField(value, 5))
        if (email !== null) {
          const around = value.replace(/\s*([@.])\s*/g, '$1').replace(/\s*\([^()]*\)\s*@|@\s*\([^()]*\)\s*/g, '@');
          expect(around.replaceAll(/"([^"\s]+)"(?=\s*@)/g, '$1')).toContain(email);
        }
    }),
    { numRuns: 2_000 },
  );
});
