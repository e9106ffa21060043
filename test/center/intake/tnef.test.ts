import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMail } from '../../../src/center/intake/parse-mail.ts';
import { unwrapTnef } from '../../../src/center/intake/tnef.ts';

/** An attribute of a wrapper, as Outlook writes it. */
const attribute = (id: number, data: string | Buffer): Buffer => {
  const content = Buffer.from(data as string);
  const head = Buffer.alloc(9);
  head.writeUInt8(id === 0x0002800c ? 1 : 2, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(content.length, 5);
  return Buffer.concat([head, content, Buffer.alloc(2)]);
};
const file = (name: string, content: string) => [
  attribute(0x00069002, Buffer.alloc(14)),
  attribute(0x00018010, `${name}\0`),
  attribute(0x0006800f, content),
];
const wrapper = Buffer.concat([
  Buffer.from('789f3e220100', 'hex'),
  attribute(0x0002800c, 'Hello\r\nthere\0'),
  ...file('plan.pdf', '%PDF-1.7'),
  ...file('empty.txt', ''),
  ...file('Grüße.txt', 'hi'),
]);
const mail = (body: string, content: Buffer) =>
  parseMail(
    Buffer.from(
      [
        'Subject: x',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        '',
        body,
        '--b',
        'Content-Type: application/ms-tnef; name=winmail.dat',
        'Content-Transfer-Encoding: base64',
        '',
        content.toString('base64'),
        '--b--',
      ].join('\n'),
    ),
    { now: 0 },
  );

it('what Outlook wraps in winmail.dat is listed as the files that it holds', () => {
  const read = mail('As promised.', wrapper);
  expect(read.text).toBe('As promised.');
  expect(read.files.map(({ name, content }) => [name, String(content)])).toEqual([
    ['plan.pdf', '%PDF-1.7'],
    ['Grüße.txt', 'hi'],
  ]);
});

it('the text of the wrapper stands where the mail has none', () => {
  expect(mail('', wrapper).text).toBe('Hello\nthere');
});

it('a wrapper that cannot be read stays the file that it is', () => {
  expect(mail('Hello', Buffer.from('no wrapper')).files).toMatchObject([{ name: 'winmail.dat' }]);
});

it('never throws, wherever it is cut and whatever is changed in it', () => {
  fc.assert(
    fc.property(fc.nat(wrapper.length), fc.nat(wrapper.length - 1), fc.nat(255), (end, at, byte) => {
      const changed = Buffer.from(wrapper);
      changed[at] = byte;
      const read = unwrapTnef(changed.subarray(0, end));
      expect(read === undefined || read.files.every(({ content }) => content.length > 0)).toBe(true);
    }),
    { seed: 7 },
  );
});
