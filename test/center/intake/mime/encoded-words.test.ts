import { describe, expect, it } from 'vitest';
import { parseMail } from '../../../../src/center/intake/mime/parse-mail.ts';

function read(text: string) {
  return parseMail(Buffer.from(text, 'latin1'), { now: 0 });
}

describe('the people in an address field', () => {
  it.each([
    ['a comma', '=?utf-8?Q?Doe,_Jane?= <jane@x.example>', ['Doe, Jane', 'jane@x.example']],
    ['a colon', '=?utf-8?Q?Re:_Jane?= <jane@x.example>', ['Re: Jane', 'jane@x.example']],
    ['a semicolon', '=?utf-8?q?Jane;_Doe?= <jane@x.example>', ['Jane; Doe', 'jane@x.example']],
    ['angle brackets', '=?utf-8?Q?Jane_<Doe>?= <jane@x.example>', ['Jane <Doe>', 'jane@x.example']],
    ['parentheses', '=?utf-8?Q?Jane_(Doe?= <jane@x.example>', ['Jane (Doe', 'jane@x.example']],
    ['quotes', '=?utf-8?Q?Jane_"Doe?= <jane@x.example>', ['Jane "Doe', 'jane@x.example']],
    ['blanks', '=?utf-8?Q?Doe, Jane?= <jane@x.example>', ['Doe, Jane', 'jane@x.example']],
    ['a question mark', '=?utf-8?Q?Jane,_who??= <jane@x.example>', ['Jane, who?', 'jane@x.example']],
    [
      'a comma between two of them',
      '=?utf-8?Q?Doe,?=\n =?utf-8?Q?_Jane?= <jane@x.example>',
      ['Doe, Jane', 'jane@x.example'],
    ],
    ['a comma in quotes', '"=?utf-8?Q?Doe,_Jane?=" <jane@x.example>', ['Doe, Jane', 'jane@x.example']],
    ['another address', '=?utf-8?Q?boss@x.example?= <jane@x.example>', ['boss@x.example', 'jane@x.example']],
    [
      'another address in brackets',
      '=?utf-8?Q?<boss@x.example>?= <jane@x.example>',
      ['<boss@x.example>', 'jane@x.example'],
    ],
    ['the only address', '=?utf-8?Q?Jane_<jane@x.example>?=', ['Jane <jane@x.example>', null]],
    [
      'signs of its own',
      '\xee\x80\x800\xee\x80\x81 =?utf-8?Q?Jane?= <jane@x.example>',
      ['Jane Jane', 'jane@x.example'],
    ],
  ])('may have %s in an encoded word', (_, value, [name, email]) => {
    expect(read(`From: ${value}\n\nhi`).authors).toEqual([{ name, email }]);
  });

  it('are told apart by the signs outside encoded words, also in a group', () => {
    const list = '=?utf-8?Q?Doe,_Jane?= <jane@x.example>, bob@x.example';
    const people = [
      { name: 'Doe, Jane', email: 'jane@x.example' },
      { name: 'bob@x.example', email: 'bob@x.example' },
    ];
    expect(read(`To: ${list}\n\nhi`).to).toEqual(people);
    expect(read(`To: =?utf-8?Q?Team:_A;?=: ${list};\n\nhi`).to).toEqual(people);
  });

  it('are not lost to an encoded word that does not end', () => {
    expect(read('To: =?utf-8?Q?Doe <jane@x.example>, =?utf-8?Q?Bob?= <bob@x.example>\n\nhi').to).toEqual([
      { name: '=?utf-8?Q?Doe', email: 'jane@x.example' },
      { name: 'Bob', email: 'bob@x.example' },
    ]);
  });
});

it.each([
  ['in its charset', '=?iso-8859-1?Q?Fr\xf6sche?=', 'Frösche'],
  ['of two words', '=?iso-8859-1?Q?Fr\xf6sche?= =?iso-8859-2?Q?\xb3?=', 'Fröscheł'],
  ['in UTF-8', '=?utf-8?Q?Fr\xc3\xb6sche?=', 'Frösche'],
  ['in UTF-8 under another label', '=?iso-8859-1?Q?Fr\xc3\xb6sche?=', 'Frösche'],
  ['beside UTF-8 outside the word', 'T\xc3\xbcr =?iso-8859-1?Q?Fr\xf6sche?=', 'Tür Frösche'],
  ['in Cyrillic', '=?koi8-r?Q?\xf0\xd2\xc9\xd7\xc5\xd4?=', 'Привет'],
  ['of two bytes', '=?gb2312?Q?\xc4=E3\xba=C3?=', '你好'],
])('a raw byte in an encoded word is read %s', (_, value, subject) => {
  expect(read(`Subject: ${value}\nContent-Type: text/plain; charset=windows-1252\n\nhi`).subject).toBe(subject);
});

it.each([
  ['a semicolon', 'filename="=?utf-8?Q?a;b.pdf?="', 'a;b.pdf'],
  ['a semicolon, without quotes', 'filename==?utf-8?Q?a;b.pdf?=', 'a;b.pdf'],
  ['parentheses, without quotes', 'filename==?utf-8?Q?a_(1).pdf?=', 'a (1).pdf'],
  ['a quote', 'filename="=?utf-8?Q?a"b.pdf?="', 'a"b.pdf'],
  ['a name in two sections', 'filename*0="=?utf-8?Q?gr=C3=BC"; filename*1="n.pdf?="', 'grün.pdf'],
  ['raw bytes', 'filename="=?gbk?Q?\xc4\xe3.pdf?="', '你.pdf'],
])('a file name may have %s in an encoded word', (_, parameter, name) => {
  const mail = read(`Content-Type: application/pdf\nContent-Disposition: attachment; ${parameter}\n\nx`);
  expect(mail.files.map(file => file.name)).toEqual([name]);
});

it.each([
  ['as raw bytes', 'filename="\xd6\xd0\xce\xc4\xb1\xa8\xb8\xe6.pdf"', '中文报告.pdf'],
  ['in percent without a charset', "filename*=''%d6%d0%ce%c4.pdf", '中文.pdf'],
  ['in a word under a wrong label', 'filename="=?utf-8?B?1tDOxA==?=.pdf"', '中文.pdf'],
  ['in a word labelled euc-cn', 'filename="=?euc-cn?B?1tDOxLGouOY=?=.pdf"', '中文报告.pdf'],
  ['but not German umlauts', 'filename="\xc4\xd6\xdc\xdf Gr\xf6\xdfe.pdf"', 'ÄÖÜß Größe.pdf'],
])('a file name may be in GBK %s', (_, parameter, name) => {
  const mail = read(`Content-Type: application/pdf\nContent-Disposition: attachment; ${parameter}\n\nx`);
  expect(mail.files.map(file => file.name)).toEqual([name]);
});
