import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordFault } from '../../../src/center/auth/password-fault.ts';

const usual = [
  'password1234|Password1234!|P@ssw0rd1234|passwordpassword|password    |welcome12345|Welcome2026!!|letmein12345|changeme1234',
  'iloveyou1234|ILoveYouForever|princess1234|dragon123456|football2023|Summer2024!!|christopher1|administrator|admin1234567',
  '123456789012|098765432109|abcdefghijkl|zyxwvutsrqpo|abc123abc123|qwertyuiop12|qwerty123456|asdfasdfasdf|1234qwerasdf',
  '1q2w3e4r5t6y|1qaz2wsx3edc|qazwsxedcrfv|zaq12wsxcde3|q1w2e3r4t5y6|aaaabbbbcccc|abababababab|helpdesk2026|unbelievable',
].flatMap(line => line.split('|'));

describe('a new password', () => {
  test.for(usual)('%s is refused as easy to guess', password => {
    expect(passwordFault(password)).toMatch(/^(?:is too easy|must have at least 5 different)/);
  });

  test.for([
    'correct horse battery',
    'a long password',
    'seven blue lanterns',
    'tr0ub4dor&3-x9',
    'xkq7 93md plw',
    'kühle Milch im Mai',
    '日本語のパスワード十二文',
    'правильный конь',
    'vzpqmnhgwtrk',
  ])('%s is taken', password => {
    expect(passwordFault(password)).toBeUndefined();
  });

  test.for([' '.repeat(12), '\t \t \t \t \t \t', '\u3000'.repeat(20)])(
    'of blanks alone is refused as such',
    password => {
      expect(passwordFault(password)).toBe('must not be blank');
    },
  );

  test('that repeats one character is refused', () => {
    expect(passwordFault('㌖'.repeat(12))).toMatch(/^must have at least/);
    const grapheme = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(grapheme, fc.integer({ min: 12, max: 40 }), (character, times) => {
        expect(passwordFault(character.repeat(times))).toBeDefined();
      }),
    );
  });

  test('is refused if it is little more than its owner’s name or address', () => {
    const own = ['Ana Ortizova', 'ana.o@lampenladen.example'];
    for (const password of ['anaortizova77', 'OrtizovaLampenladen', 'ana.o@lampenladen.example']) {
      expect(passwordFault(password, own), password).toMatch(/^is too easy/);
      expect(passwordFault(password), password).toBeUndefined();
    }
  });
});
