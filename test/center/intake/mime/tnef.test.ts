import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import { unwrapTnef } from '../../../../src/center/intake/mime/tnef.ts';
import { runs } from '../../../harness/full.ts';

/** An attribute of a wrapper, as Outlook writes it. */
function attribute(id: number, data: string | Buffer): Buffer {
  const content = Buffer.from(data as string);
  const head = Buffer.alloc(9);
  head.writeUInt8(id === 0x0002800c ? 1 : 2, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(content.length, 5);
  return Buffer.concat([head, content, Buffer.alloc(2)]);
}
function file(name: string, content: string) {
  return [attribute(0x00069002, Buffer.alloc(14)), attribute(0x00018010, `${name}\0`), attribute(0x0006800f, content)];
}
const wrapper = Buffer.concat([
  Buffer.from('789f3e220100', 'hex'),
  attribute(0x0002800c, 'Hello\r\nthere\0'),
  ...file('plan.pdf', '%PDF-1.7'),
  ...file('empty.txt', ''),
  ...file('Grüße.txt', 'hi'),
]);
function mail(body: string, content: Buffer) {
  return parseMail(
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
}

it('a winmail.dat of Outlook is listed as the files that it holds', () => {
  const read = mail('As promised.', wrapper);
  expect(read.text).toBe('As promised.');
  expect(read.files.map(({ name, content }) => [name, String(content)])).toEqual([
    ['plan.pdf', '%PDF-1.7'],
    ['Grüße.txt', 'hi'],
  ]);
});

it('a picture that is wrapped twice, or stands beside the wrapper too, is one file', () => {
  const twice = Buffer.concat([
    wrapper,
    ...file('picture.png', 'PNG'),
    ...file('ATT01.png', 'PNG'),
    ...file('b.txt', 'hi'),
  ]);
  expect(mail('', twice).files.map(({ name }) => name)).toEqual(['plan.pdf', 'Grüße.txt', 'picture.png']);
  const beside = ['--b', 'Content-Type: image/png; name=own.png', '', 'PNG', '--b'];
  expect(mail(`See:\n${beside.join('\n')}\n\nand`, twice).files.map(({ name }) => name)).toEqual([
    'own.png',
    'plan.pdf',
    'Grüße.txt',
  ]);
});

it('the text of the wrapper is used if the mail has none', () => {
  expect(mail('', wrapper).text).toBe('Hello\nthere');
});

describe('the properties of Outlook', () => {
  const long = (...numbers: readonly number[]) =>
    Buffer.concat(numbers.map(each => Buffer.from(Uint32Array.of(each).buffer)));
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  /** A property of any length: its type, its id, and its value. */
  const held = (type: number, id: number, bytes: Buffer) =>
    Buffer.concat([long((id << 16) | type, 1, bytes.length), padded(bytes)]);
  const unicode = (id: number, text: string) => held(0x1f, id, Buffer.from(`${text}\0`, 'utf16le'));
  const named = Buffer.concat([
    long(((0x8001 << 16) >>> 0) | 0x1e),
    Buffer.alloc(16),
    long(1, 6),
    padded(Buffer.from('abc', 'utf16le')),
    long(1, 2),
    padded(Buffer.from('x\0')),
  ]);
  const properties = (...all: readonly Buffer[]) => Buffer.concat([long(all.length), ...all]);
  const head = Buffer.from('789f3e220100', 'hex');
  const number = Buffer.concat([long((0x3fde << 16) | 3, 932)]);
  const begin = attribute(0x00069002, Buffer.alloc(14));

  it('name a file in full, and say what it is', () => {
    const found = unwrapTnef(
      Buffer.concat([
        head,
        ...file('PLAN~1.PDF', '%PDF'),
        attribute(
          0x00069005,
          properties(number, named, unicode(0x3707, 'Plan für März.pdf'), unicode(0x370e, 'image/png')),
        ),
        begin,
        attribute(0x00069005, properties(unicode(0x3707, 'cut'), unicode(0x3712, 'logo@x')).subarray(0, 30)),
        attribute(0x0006800f, 'x'),
      ]),
    );
    expect(found?.files.map(({ name, type }) => [name, type])).toEqual([
      ['Plan für März.pdf', 'image/png'],
      ['cut', ''],
    ]);
  });

  it('hold the text, and name the charset of names', () => {
    const sjis = Buffer.from('8fa49569', 'hex');
    const wrapped = (...more: readonly Buffer[]) =>
      Buffer.concat([
        head,
        attribute(0x00069003, properties(number, ...more)),
        begin,
        attribute(0x00018010, sjis),
        attribute(0x0006800f, 'x'),
      ]);
    const text = mail('', wrapped(unicode(0x1000, 'Hello\r\nthere')));
    expect([text.text, text.files[0]!.name]).toEqual(['Hello\nthere', '商品']);
    const html = mail('', wrapped(held(0x102, 0x1013, Buffer.concat([Buffer.from('<p>'), sjis]))));
    expect([html.text, html.html]).toEqual(['商品', '<p>商品']);
    expect(mail('As promised.', wrapped(unicode(0x1000, 'Hello'))).text).toBe('As promised.');
  });

  it.each([
    ['{\\rtf1 Hello\\par there}', 'Hello\nthere', null],
    ['{\\rtf1\\fromhtml1 {\\*\\htmltag64 <p>}Hello{\\*\\htmltag72 </p>}}', 'Hello', '<p>Hello</p>'],
  ])('hold the text %j if it is nowhere else', (rtf, text, html) => {
    const rich = held(
      0x102,
      0x1009,
      Buffer.concat([Buffer.from('00000000000000004d454c4100000000', 'hex'), Buffer.from(rtf)]),
    );
    const read = (body: string, ...more: readonly Buffer[]) => {
      const { text: said, html: shown } = mail(
        body,
        Buffer.concat([head, attribute(0x00069003, properties(rich)), ...more]),
      );
      return [said, shown];
    };
    expect(read('')).toEqual([text, html]);
    expect(read('As promised.')).toEqual(['As promised.', null]);
    expect(read('', attribute(0x0002800c, 'Plain\0'))).toEqual(['Plain', null]);
  });

  it('may hold a mail', () => {
    const inner = Buffer.concat([Buffer.alloc(16), wrapper]);
    const object = attribute(0x00069005, properties(held(0x0d, 0x3701, inner)));
    const read = mail('', Buffer.concat([head, attribute(0x0002800c, 'See below.\0'), begin, object]));
    const html = attribute(0x00069003, properties(held(0x102, 0x1013, Buffer.from('<p>See <i>this</i>'))));
    expect(mail('', Buffer.concat([head, html, begin, object])).text).toBe('See this\n\nHello\nthere');
    expect([read.text, read.files.map(({ name }) => name)]).toEqual([
      'See below.\n\nHello\nthere',
      ['plan.pdf', 'Grüße.txt'],
    ]);
  });

  it('never throw, cut or changed anywhere', () => {
    const whole = Buffer.concat([
      head,
      attribute(0x00069003, properties(number, named, unicode(0x1000, 'Hello'))),
      begin,
      attribute(0x00069005, properties(held(0x0d, 0x3701, Buffer.concat([Buffer.alloc(16), wrapper])))),
    ]);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (end, at, byte) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        const read = unwrapTnef(changed.subarray(0, end));
        expect(read === undefined || read.files.every(({ content }) => content.length > 0)).toBe(true);
      }),
      { seed: 7, numRuns: runs(1_000) },
    );
  });
});

it('a wrapper that cannot be read stays the file that it is', () => {
  expect(mail('Hello', Buffer.from('no wrapper')).files).toMatchObject([{ name: 'winmail.dat' }]);
});

it('never throws, cut or changed anywhere', () => {
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
