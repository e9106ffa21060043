import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';
import { runs, sampled } from '../../../harness/full.ts';

const now = Date.UTC(2026, 0, 15, 12);
function read(text: string | Buffer, fileTime?: number) {
  return parseMail(Buffer.from(text as string), { now, fileTime });
}
function fixture(name: string) {
  return readFileSync(join(import.meta.dirname, '../../../fixtures/mail', name));
}

describe('a mail', () => {
  it('is read with its fields', () => {
    const mail = read(
      [
        'From: =?utf-8?q?Zo=C3=AB_Quinn?= <Zoe@Customer.Example>',
        'To: "Help, please" <help@shop.example>, team: a@x.example, b@x.example;',
        'Cc: friend@x.example',
        'Subject: Re: AW: [2] =?iso-8859-1?Q?Gr=FC=DFe?=',
        ' folded',
        'Date: Wed, 14 Jan 2026 10:00:00 +0100 (CET)',
        'Message-ID: <one@x>',
        'In-Reply-To: <zero@x> of yesterday',
        'References: <a@x> <b@x>',
        '\t<zero@x>',
        'Delivered-To: Support@shop.example',
        'X-Spam-Flag: YES',
        '',
        'Hello',
      ].join('\r\n'),
    );
    expect(mail).toMatchObject({
      subject: '[2] Grüße folded',
      from: { name: 'Zoë Quinn', email: 'Zoe@Customer.Example' },
      messageId: 'one@x',
      inReplyTo: ['zero@x'],
      references: ['a@x', 'b@x', 'zero@x'],
      deliveredTo: ['support@shop.example'],
      sentAt: Date.UTC(2026, 0, 14, 9),
      isSpam: true,
      text: 'Hello',
      html: null,
      files: [],
    });
    expect(mail.to.map(({ email }) => email)).toEqual(['help@shop.example', 'a@x.example', 'b@x.example']);
  });

  it.each([
    ['no From at all', 'Subject: x\n\nhi', { name: 'Unknown sender', email: null }],
    ['a From without an address', 'From: The Moon\n\nhi', { name: 'The Moon', email: null }],
    ['a Sender alone', 'Sender: Bob <bob@x.example>\n\nhi', { name: 'Bob', email: 'bob@x.example' }],
    [
      'comments in the address',
      'From: Pete <pete(his)@silly.test(host)>\n\nhi',
      { name: 'Pete', email: 'pete@silly.test' },
    ],
    ['an address alone', 'From: bob@x.example\n\nhi', { name: 'bob@x.example', email: 'bob@x.example' }],
    ['control characters', 'From: =?utf-8?q?a=07b?= <c@x.example>\n\nhi', { name: 'a b', email: 'c@x.example' }],
  ])('has a sender with %s', (_, text, from) => {
    expect(read(text).from).toEqual(from);
  });

  it.each([
    ['its own date', 'Date: Mon, 5 Jan 2026 08:00:00 GMT', undefined, Date.UTC(2026, 0, 5, 8)],
    ['1970: its arrival', 'Date: Thu, 1 Jan 1970 00:00:00 +0000', Date.UTC(2026, 0, 3), Date.UTC(2026, 0, 3)],
    ['2099: its arrival', 'Date: Thu, 1 Jan 2099 00:00:00 +0000', Date.UTC(2026, 0, 3), Date.UTC(2026, 0, 3)],
    ['no date: what the file says', 'Date: yesterday', Date.UTC(2026, 0, 3), Date.UTC(2026, 0, 3)],
    ['nothing: now', 'Subject: x', undefined, now],
    ['Received', 'Received: by x; Fri, 2 Jan 2026 00:00:00 +0000', Date.UTC(2020, 0, 3), Date.UTC(2026, 0, 2)],
    [
      'its own date, not a constant in its file',
      'Date: Mon, 5 Jan 2026 08:00:00 GMT',
      Date.UTC(2001, 8, 17),
      Date.UTC(2026, 0, 5, 8),
    ],
    ['a file from the future: now', 'Subject: x', Date.UTC(2030, 0, 1), now],
    ['an hour ahead of us: now', 'Date: Thu, 15 Jan 2026 13:00:00 GMT', undefined, now],
  ])('is sorted by %s', (_, header, fileTime, expected) => {
    expect(read(`${header}\n\nhi`, fileTime).sentAt).toBe(expected);
  });

  it('is the same with other line ends and mailbox flags, and another one with another body', () => {
    const one = 'Message-ID: <a@x>\nFrom: b@x.example\n\nbody\n';
    const flagged = `Status: RO\nX-UID: 4\nReceived: by y; now\n${one}\n`.replaceAll('\n', '\r\n');
    expect(read(flagged).identity).toBe(read(one).identity);
    expect(read(one.replace('body', 'other')).identity).not.toBe(read(one).identity);
    const bare = 'From: b@x.example\nTo: c@x.example\n\nbody\n';
    expect(read(`Status: O\n${bare}`).identity).toBe(read(bare).identity);
    expect(read(bare.replace('c@x', 'd@x')).identity).not.toBe(read(bare).identity);
  });
});

describe('a mail of several mebibytes', () => {
  const body = Array.from(
    { length: 40_000 },
    (_, at) => `${at % 9 === 0 ? '>>From ' : ''}line ${at} ${'x'.repeat(80)}`,
  );
  const head = 'Message-ID: <a@x>\nFrom: b@x.example\n\n';

  it('is the same with other line ends and quoting, and another one if one letter differs', () => {
    const text = `${head}${body.join('\n')}\n`;
    const { identity } = read(text);
    expect(read(`${text.replaceAll('\n', '\r\n')}\r\n`).identity).toBe(identity);
    expect(read(text.replaceAll('>>From ', 'From ')).identity).toBe(identity);
    expect(read(text.replace('line 39999', 'line 39998')).identity).not.toBe(identity);
  });

  it('has a file in base64 in memory of exactly its size', () => {
    const content = Buffer.from(body.join('\n'));
    const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n');
    const [file] = read(
      `Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${lines}\n`,
    ).files;
    expect(file!.content.equals(content)).toBe(true);
    expect(file!.content.buffer.byteLength).toBe(content.length);
  });
});

describe('the body of a mail', () => {
  it('is made readable if there is only HTML, and the HTML is kept', () => {
    const mail = read('Content-Type: text/html\n\n<p>Hello <b>you</b></p>');
    expect(mail.text).toContain('Hello you');
    expect(mail.html).toContain('<b>you</b>');
  });

  it.each([
    ['<meta charset="shift_jis">', ''],
    [`<META http-equiv='Content-Type' content='text/html; charset=Shift_JIS'>`, ''],
    ['<meta charset="utf-8">', '; charset=shift_jis'],
  ])('with %j in its HTML is read in the charset that its header names, otherwise in that one', (meta, label) => {
    const html = [
      Buffer.from(`<html><head>${meta}</head><body>`),
      Buffer.from([0x94, 0x7a, 0x91, 0x97]),
      Buffer.from('</body>'),
    ];
    const mail = read(Buffer.concat([Buffer.from(`Subject: x\nContent-Type: text/html${label}\n\n`), ...html]));
    expect(mail.text).toBe('配送');
  });

  it.each([
    ['a character cut in two by padded base64 words', '=?utf-8?B?5L0=?= =?utf-8?B?oOWlvQ==?=', '你好'],
    ['the same over a folded line', '=?UTF-8?b?5L0=?=\n =?utf-8?B?oOWlvQ==?= ok', '你好 ok'],
    ['words of two charsets', '=?utf-8?B?5L2g?= =?gb2312?B?usM=?=', '你好'],
  ])('has a subject with %s', (_, value, subject) => {
    expect(read(`Subject: ${value}\n\nx`).subject).toBe(subject);
  });

  it('is the plain version of two, with the HTML kept', () => {
    const mail = read(fixture('alternative.eml'));
    expect(mail.text).toBe('Where is my order?');
    expect(mail.html).toBe('<p>Where is <b>my</b> order?</p>');
    expect(mail.files.map(({ name, type }) => [name, type])).toEqual([['logo.png', 'image/png']]);
    expect(mail.files[0]!.content.toString('latin1')).toBe('\u0089PNG');
  });

  const mixed = (...parts: string[]) =>
    `Content-Type: multipart/mixed; boundary=b\n\n--b\n${parts.join('\n--b\n')}\n--b--\n`;

  it.each([
    ['Content-Disposition: inline; filename=app.log', 'app.log'],
    ['Content-Disposition: inline; filename=app.html\nContent-Type: text/html', 'app.html'],
    ['Content-Type: text/plain; name=app.log\nContent-Disposition: inline', 'app.log'],
    ['Content-Type: text/plain; name=app.log', 'app.log'],
  ])('has a text sent with %j as a file, not in its words', (head, name) => {
    const mail = read(mixed('\nSee the log.', `${head}\n\nERROR 17`, '\nBye'));
    expect(mail.text).toBe('See the log.\n\nBye');
    expect(mail.html).toBeNull();
    expect(mail.files.map(file => [file.name, String(file.content)])).toEqual([[name, 'ERROR 17']]);
  });

  it.each([
    ['it is all of the mail', 'Content-Disposition: inline; filename=a.txt\n\nHello'],
    ['only its type has a name', mixed('Content-Type: text/plain; name=a.txt\n\nHello')],
    [
      'it is one of two versions',
      mixed('\nHello', 'Content-Type: text/html\nContent-Disposition: inline; filename=a.html\n\n<p>Hi').replace(
        'mixed',
        'alternative',
      ),
    ],
    [
      'pictures are shown in it',
      mixed('Content-Type: text/html\nContent-Disposition: inline; filename=a.html\n\n<p>Hello').replace(
        'mixed',
        'related',
      ),
    ],
  ])('has a text with a name in its words if %s', (_, text) => {
    expect(read(text)).toMatchObject({ text: 'Hello', files: [] });
  });

  it('has a text with a name beside the HTML of another version as a file', () => {
    const related = [
      'Content-Type: multipart/related; boundary=r\n',
      '--r\nContent-Type: text/html\n\n<p>Hello</p>',
      '--r\nContent-Type: text/plain\nContent-Disposition: inline; filename=app.log\n\none line\n--r--',
    ].join('\n');
    const alternative = `--a\nContent-Type: text/plain\n\nHello\n--a\n${related}\n--a--\n`;
    const mail = read(`Content-Type: multipart/alternative; boundary=a\n\n${alternative}`);
    expect(mail).toMatchObject({ text: 'Hello', files: [{ name: 'app.log', isInline: false }] });
  });

  it('unfolds flowed lines', () => {
    const flowed = 'Content-Type: text/plain; format=flowed\n\none \ntwo\n> quoted \n> more\n-- \nAna';
    expect(read(flowed).text).toBe('one two\n> quoted \n> more\n-- \nAna');
  });

  it('shows a forwarded mail with its fields', () => {
    const inner = 'From: a@x.example\nSubject: inner\n\ninner text\n';
    const mail = read(
      `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n--b\nContent-Type: message/rfc822\n\n${inner}\n--b--\n`,
    );
    expect(mail.text).toBe('See below.\n\nFrom: a@x.example\nSubject: inner\n\ninner text');
  });

  it('keeps the mail in a bounce as a file', () => {
    const mail = read(fixture('bounce.eml'));
    expect(mail.text).toContain('could not be delivered');
    expect(mail.files.map(({ name }) => name)).toEqual(['', 'Lost parcel.eml']);
  });

  it.each([
    ['RFC 2231', `attachment; filename*=utf-8''r%C3%A4chnung.pdf`, 'rächnung.pdf'],
    ['RFC 2231 in sections', `attachment; filename*0*=utf-8''r%C3%A4; filename*1="chnung .pdf"`, 'rächnung .pdf'],
    ['an encoded word', 'attachment; filename="=?utf-8?B?csOkY2hudW5nLnBkZg==?="', 'rächnung.pdf'],
    ['plain', 'attachment; filename=a(1).pdf', 'a(1).pdf'],
    ['a semicolon in quotes', 'attachment; filename="a;b \\"c\\".pdf"', 'a;b "c".pdf'],
  ])('names a file in %s', (_, disposition, name) => {
    const mail = read(`Content-Type: application/pdf\nContent-Disposition: ${disposition}\n\nx`);
    expect(mail.files[0]!.name).toBe(name);
  });

  const koi8 = '\xf0\xd2\xc9\xd7\xc5\xd4';
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it.each([
    ['UTF-8', utf8('filename="Grüße 北京😀.pdf"'), 'Grüße 北京😀.pdf'],
    ['UTF-8 without quotes', utf8('filename=Grüße 北京😀.pdf'), 'Grüße 北京😀.pdf'],
    ['Latin-1', 'filename="Gr\xfc\xdfe.pdf"', 'Grüße.pdf'],
    ['KOI8-R, which an encoded word names', `filename="${koi8}.pdf"`, 'Привет.pdf'],
    ['UTF-8 that RFC 2231 announces', utf8(`filename*=utf-8''北京😀%20x.pdf`), '北京😀 x.pdf'],
    ['KOI8-R that RFC 2231 announces', `filename*=koi8-r''${koi8}%F0.pdf`, 'ПриветП.pdf'],
    ['Shift_JIS with a letter for its second byte', `filename*=shift_jis''%8F%A4%95i.pdf`, '商品.pdf'],
  ])('names a file in bytes of %s', (title, name, expected) => {
    const text = [
      title.includes('KOI8-R') ? 'Subject: =?koi8-r?Q?x?=' : 'Subject: x',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      '--b',
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; ${name}`,
      '',
      'x',
      '--b--',
    ].join('\n');
    expect(read(Buffer.from(text, 'latin1')).files.map(file => file.name)).toEqual([expected]);
  });

  it('keeps the rich text of a word processor as the file that it is', () => {
    const mail = read('Subject: x\nContent-Type: text/richtext; name=a.rtf\n\n{\\rtf1 Hello}');
    expect([mail.text, mail.files.map(({ name }) => name)]).toEqual(['', ['a.rtf']]);
  });

  it('keeps a file with an invalid content type', () => {
    const mail = read('Subject: x\nContent-Type: pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==');
    expect([mail.text, mail.files.map(({ name, content }) => [name, String(content)])]).toEqual([
      '',
      [['a.pdf', '%PDF']],
    ]);
  });

  it('names an uuencoded file as the file itself does', () => {
    const mail = (more: string) =>
      read(
        `Subject: x\nContent-Type: application/octet-stream${more}\nContent-Transfer-Encoding: uuencode\n\n` +
          "begin 644 Grüße 1.txt\r\n+2&5L;&\\L('1H97(`\n`\nend\n",
      ).files.map(({ name, content }) => [name, String(content)]);
    expect(mail('')).toEqual([['Grüße 1.txt', 'Hello, ther']]);
    expect(mail('; name=a.txt')).toEqual([['a.txt', 'Hello, ther']]);
  });

  it('reads base64 that is padded on every line', () => {
    const mail = read('Content-Transfer-Encoding: base64\n\nSGVsbG8=\nIHdvcmxk\n');
    expect(mail.text).toBe('Hello world');
  });
});

describe('a hostile mail', () => {
  it.each(
    sampled([
      ['a subject of 1 MB', `Subject: ${'a '.repeat(500_000)}\n\nhi`],
      ['a To of 2 MB', `To: ${'someone <user@example.org>, '.repeat(80_000)}\n\nhi`],
      ['a header of 200 KB of encoded words', `Subject: ${'=?utf-8?B?4pi6?= '.repeat(12_000)}\n\nhi`],
      ['200,000 folded lines', `Subject: x\n${' fold\n'.repeat(200_000)}\nhi`],
      ['300,000 fields', `${'X-A: b\n'.repeat(300_000)}\nhi`],
      ['a text of 10 MB', `Subject: x\n\n${'All work and no play makes Jack a dull boy.\n'.repeat(240_000)}`],
      ['a million short flowed lines', `Content-Type: text/plain; format=flowed\n\n${'a \n'.repeat(1_000_000)}`],
      [
        '30,000 nested parts',
        Array.from({ length: 30_000 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join(''),
      ],
      ['a million parts', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\na\n'.repeat(1_000_000)}`],
      ['mails within mails', Array.from({ length: 30_000 }, () => 'Content-Type: message/rfc822\n\n').join('')],
      ['unclosed quotes', `Content-Type: text/plain; ${'a="b; '.repeat(200_000)}\n\nhi`],
      ['open comments', `From: ${'('.repeat(1_000_000)}\nContent-Type: ${'('.repeat(1_000_000)}\n\nhi`],
      ['deep HTML', `Content-Type: text/html\n\n${'<div>'.repeat(200_000)}hi`],
      ['open tags', `Content-Type: text/html\n\n${'<a '.repeat(300_000)}`],
      [
        '10 MB of base64',
        `Content-Transfer-Encoding: base64\nContent-Type: image/png\n\n${`${'QUJD'.repeat(19)}\n`.repeat(135_000)}`,
      ],
      ['10 MB of quoted-printable', `Content-Transfer-Encoding: quoted-printable\n\n${'=3D=\n'.repeat(2_000_000)}`],
      // So long that work which grows with the square of their length would take minutes.
    ]),
  )('of %s is read to its end and cut to the limits', (_, text) => {
    const mail = read(text);
    expect(mail.subject.length).toBeLessThanOrEqual(255);
    expect(mail.text.length).toBeLessThanOrEqual(1_000_000);
    expect(mail.to.length).toBeLessThanOrEqual(50);
    expect(mail.files.length).toBeLessThanOrEqual(100);
  });

  it('of any bytes is read without a throw', () => {
    const part = fc.constantFrom(
      'Content-Type: multipart/mixed; boundary=b\n',
      'Content-Type: text/html; charset=utf-7\n',
      'Content-Transfer-Encoding: base64\n',
      'From: <a@',
      '\n',
      '--b\n',
      '--b--\n',
      'Subject: =?utf-16?B?//',
      'References: <',
      'Date: 99 Foo\n',
      '\u0000\u001b]52;c;x\u0007',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string(), fc.base64String()), { maxLength: 30 }), parts => {
        const mail = read(Buffer.from(parts.join(''), 'latin1'));
        expect(mail.identity).toMatch(/^[0-9a-f]{64}$/);
        expect(mail.subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      { numRuns: runs(500), seed: 3 },
    );
  });
});

describe('a mail of an odd program', () => {
  it.each([
    [
      'a line of one blank after its header',
      'From: a@x.example\nSubject: x\n \nHello there\nand more\n',
      'Hello there\nand more',
    ],
    ['a carriage return alone at its ends of line', 'From: a@x.example\rSubject: x\r\rHello\rthere', 'Hello\nthere'],
    [
      'such lines in its header and others in its text',
      'From: a@x.example\rSubject: x\r\rHello\nthere\r',
      'Hello\nthere',
    ],
    ['two carriage returns at its ends of line', 'Subject: x\r\r\n\r\r\nHello\r\r\nthere\r\r\n', 'Hello\nthere'],
    ['a carriage return within its text', 'Subject: x\n\nHello\rthere', 'Hello\nthere'],
    ['a type without a subtype', 'Subject: x\nContent-Type: text; charset=utf-8\n\nHello', 'Hello'],
    ['an empty subtype', 'Subject: x\nContent-Type: text/; charset=utf-8\n\nHello', 'Hello'],
    ['a subtype without a type', 'Subject: x\nContent-Type: plain\n\nHello', 'Hello'],
    ['HTML without a type', 'Subject: x\nContent-Type: html\n\n<p>Hello', 'Hello'],
    ['a type of dots', 'Subject: x\nContent-Type: ...\n\nHello', 'Hello'],
    ['its type twice', 'Subject: x\nContent-Type: text/plain, text/plain\n\nHello', 'Hello'],
    [
      'a blank where a semicolon should be',
      'Subject: x\nContent-Type: text/plain charset="utf-7"\n\nGr+APwA3w-e',
      'Grüße',
    ],
    ['a comma where a semicolon should be', 'Subject: x\nContent-Type: text/plain, charset=utf-7\n\nGr+APw-n', 'Grün'],
    [
      'an attachment of a blank where a semicolon should be',
      'Subject: x\nContent-Type: text/plain; format=fixed\nContent-Disposition: inline filename="a.txt"\n\nHello',
      'Hello',
    ],
    [
      'rich text of RFC 1341',
      'Subject: x\nContent-Type: text/richtext\n\n<bold>Hello</bold><nl>a <lt>b\nmore',
      'Hello\na <b more',
    ],
    [
      'enriched text that hides a comment',
      'Subject: x\nContent-Type: text/richtext\n\nHello<comment> not this</comment> you',
      'Hello you',
    ],
    [
      'enriched text',
      'Subject: x\nContent-Type: text/enriched\n\n<bold>Hello</bold>,\n<color><param>red</param>a <<b</color>\n\nBye',
      'Hello, a <b\nBye',
    ],
    [
      'a text that is uuencoded',
      "Subject: x\nContent-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a.txt\n+2&5L;&\\L('1H97(`\n`\nend\n",
      'Hello, ther',
    ],
  ])('is read with %s', (_, raw, text) => {
    const mail = read(raw);
    expect(mail.subject).toBe('x');
    expect(mail.text.trim()).toBe(text);
    expect(mail.files).toEqual([]);
  });

  it.each([
    'Hello: there\nmore',
    'Hello:\nmore',
    'http://x.example is it\nmore',
    'PS: this\nTo: that',
    'From: Bob <bob@x.example>\nTo: us\nSubject: what was before\n\nmore',
    '  Hello there\nmore\n\nend',
    '  Note: there\n  and there\nmore',
    ' \t\nHello: there',
    '- one: two',
  ])('loses none of the text %j after a line of one blank', body => {
    const mail = read(`From: a@x.example\nSubject: x\n \n${body}`);
    expect([mail.from.email, mail.subject, mail.to, mail.text.trim()]).toEqual(['a@x.example', 'x', [], body.trim()]);
    const part = `--b\nContent-Type: text/plain\n \n${body}\n--b--`;
    expect(read(`Subject: x\nContent-Type: multipart/mixed; boundary=b\n \n${part}`).text.trim()).toBe(body.trim());
  });

  it.each(['To: b@x.example', 'X-Mailer: a\nTo: b@x.example', 'Content-Language: de\nTo: b@x.example'])(
    'reads the field %j after a line of blanks',
    fields => {
      const mail = read(`From: a@x.example\nSubject: x\n \n${fields}\n\nHello`);
      expect([mail.to[0]?.email, mail.subject, mail.text]).toEqual(['b@x.example', 'x', 'Hello']);
    },
  );

  it('keeps a field that goes on after a line of blanks', () => {
    const mail = read('From: a@x.example\nSubject: one\n \n two\nTo: b@x.example\n\nHello');
    expect([mail.subject, mail.to[0]?.email, mail.text]).toEqual(['one two', 'b@x.example', 'Hello']);
  });
});
