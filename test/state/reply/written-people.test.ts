import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editedLine, keptPeople, readPeople, writePeople } from '../../../src/state/reply/written-people.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { people } from './people.ts';

const hostile = fc
  .array(fc.constantFrom('a', 'Zoë', ' ', ',', ';', '"', '\\', '<', '>', '@', '–', '田中', '\u202e', '\r\nBcc: '), {
    maxLength: 12,
  })
  .map(parts => safeLine(parts.join('')));
const address = fc.constantFrom('a@b.example', 'zoe.quinn@customer.example', '田中@例え.jp').map(safeLine);

describe('people in a line', () => {
  test.each([
    ['zoe@customer.example', people('zoe@customer.example')],
    [' Zoë Quinn <zoe@customer.example> ; b@c.example,', people('Zoë Quinn <zoe@customer.example>', 'b@c.example')],
    ['"Quinn, Zoë" <zoe@customer.example>', people('Quinn, Zoë <zoe@customer.example>')],
    ['A@b.example, a@B.example', people('A@b.example')],
    ['', []],
  ])('are read: %s', (line, read) => {
    expect(readPeople(line)).toEqual({ people: read });
  });

  test.each(['Zoë Quinn', 'zoe@', 'a@b.example c@d.example', 'Zoë <a@b.example', 'a@b..example'])(
    'are told to be none: %s',
    line => {
      expect(readPeople(line).fault).toContain('is not an email address.');
    },
  );

  test('come back as they were written, with any names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ name: hostile, email: address }), { selector: one => one.email }), all => {
        const { people: read, fault } = readPeople(writePeople(all));
        expect(fault).toBeUndefined();
        expect(read.map(({ email }) => email)).toEqual(all.map(({ email }) => email));
        expect(read.map(({ name }) => name)).toEqual(all.map(({ name, email }) => (name === email ? '' : name)));
      }),
    );
  });

  test('are read up to a length that no answer needs', () => {
    expect(readPeople('a@b.example,'.repeat(100_000)).fault).toBe('These are too many addresses.');
  });

  test('that were all removed are kept as an empty list, not as unchanged', () => {
    expect(keptPeople([])).not.toBe('');
    expect(editedLine(keptPeople([]))).toBe('');
    expect(readPeople(keptPeople([]))).toEqual({ people: [] });
    expect(editedLine(keptPeople(people('a@b.example')))).toBe('a@b.example');
  });
});
