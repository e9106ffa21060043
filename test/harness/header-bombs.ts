import type { Bomb } from './bombs.ts';
import { countTo, repeatTo } from './repeat-to.ts';

function after(name: string, before: string, unit: string, end = ''): Bomb {
  return {
    name,
    make: repeatTo(unit, before, end),
  };
}
function count(name: string, before: string, unit: (index: number) => string, end = ''): Bomb {
  return {
    name,
    make: countTo(unit, before, end),
  };
}
const FOLD = '\n ';

const fields: readonly Bomb[] = [
  count('a hundred thousand headers', '', index => `X-Header-${index}: value of ${index}\n`, 'X-Last: x'),
  after('headers without a value', '', 'X:\n', 'X-Last: x'),
  after('the same header again and again', '', 'Received: by mx.example; Thu, 20 Nov 2025 09:00:00 +0000\n', 'X: x'),
  after('one long header', 'X-Long: ', 'a'),
  after('lines of blanks between fields', 'X-Long: a', '\n \nX-Other: b'),
  after('lines of blanks', 'X-Long: a', '\n ', '\nX-Other: b'),
  after('lines of blanks before folds', 'X-Long: a', '\n \n b', '\nX-Other: b'),
  after('charsets in a header', 'X-Long: a', ' charset=a'),
  after('encoded words of charsets', 'X-Long: a', ' =?x?b?'),
  after('one header of blanks', 'X-Long: a', ' ', 'x'),
  after('one header folded again and again', 'X-Long: a', `${FOLD}a`),
  after('one header folded with nothing', 'X-Long: a', FOLD, 'x'),
  after('one header name without an end', 'X-', 'a'),
  after('lines that are not headers', 'X-First: a\n', 'no header\nX: y\n', 'X-Last: x'),
  after('blanks before the colon', 'X-First', ' ', ': x'),
  after('header lines of carriage returns', 'X-First: a', '\r', '\nX-Last: x'),
];

const ids: readonly Bomb[] = [
  count('a hundred thousand references', 'References:', index => `${FOLD}<${index}@mail.example>`),
  count('a hundred thousand answered mails', 'In-Reply-To:', index => `${FOLD}<${index}@mail.example>`),
  count('references without brackets', 'References:', index => `${FOLD}${index}@mail.example`),
  after('references that open', 'References: ', '<'),
  after('references that open with blanks', 'References: ', '< '),
  after('one reference that does not end', 'References: <', 'a'),
  after('one reference of blanks', 'References: <', ' '),
  after('at signs in references', 'References: ', '@'),
  after('one long message id', 'Message-ID: <', 'a', '@mail.example>'),
  after('a message id of blanks', 'Message-ID: <', ' ', 'x'),
  after('marks of lists', 'List-Id: ', 'a@b'),
  after('marks of lists that open', 'List-Post: ', '<'),
  after('letters of lists', 'Mailing-List: ', 'a'),
];

const people: readonly Bomb[] = [
  count('a hundred thousand recipients', 'To:', index => `${FOLD}P${index} <p${index}@mail.example>,`, ' x@y.example'),
  count('a hundred thousand copies', 'Cc:', index => `${FOLD}p${index}@mail.example,`, ' x@y.example'),
  after('groups', 'To: ', 'g: a@b.example; '),
  after('groups that open', 'To: ', 'g: '),
  after('comments of a name that open', 'From: ', '('),
  after('comments of a name', 'From: ', '(a) ', '<a@b.example>'),
  after('comments in an address', 'From: <a', '(b)', '@c.example>'),
  after('commas of addresses', 'To: ', ','),
  after('addresses that open', 'To: ', '<'),
  after('addresses in each other', 'To: ', '<a@b.example'),
  after('at signs of an address', 'From: <', '@', '>'),
  after('routes of an address', 'From: <', '@a,', ':b@c.example>'),
  after('a quoted name of backslashes', 'From: "', '\\', '" <a@b.example>'),
  after('a quoted name of quotes', 'From: "', '\\"', '" <a@b.example>'),
  after('quotes in names', 'From: ', '"a" ', '<a@b.example>'),
  after('a quote without an end', 'From: "', 'a <a@b.example>, '),
  after('a long name', 'From: ', 'a ', '<a@b.example>'),
  after('an address of dots', 'From: a', '.a', '@b.example'),
  after('an address of hosts', 'From: a@b', '.b', '.example'),
  after('an address of dashes', 'From: a@b', '-', '.example'),
  after('deliveries', '', 'Delivered-To: support@shop.example\n', 'X-Last: x'),
];

const encoded: readonly Bomb[] = [
  after('encoded words', 'Subject: ', '=?utf-8?B?QUJD?= '),
  after('encoded words without gaps', 'Subject: ', '=?utf-8?Q?a?='),
  after('encoded words that are folded', 'Subject:', `${FOLD}=?utf-8?Q?a_b?=`),
  after('encoded words of two charsets', 'Subject: ', '=?utf-8?B?QQ==?= =?koi8-r?B?QQ==?= '),
  after('beginnings of encoded words', 'Subject: ', '=?'),
  after('encoded words without a text', 'Subject: ', '=?utf-8?B?'),
  after('encoded words with wide gaps', 'Subject: =?utf-8?B?QQ==?=', ' ', 'x'),
  after('encoded words, broken after the last', 'Subject: ', '=?utf-8?B?QUJD?= ', '=?utf-8?B?'),
  after('one encoded word without an end', 'Subject: =?utf-8?Q?', '=41'),
  after('one charset without an end', 'Subject: =?', 'a'),
  after('question marks', 'Subject: =', '?'),
  after('names of encoded words', 'From: ', '=?utf-8?B?QUJD?= ', '<a@b.example>'),
  after('encoded words of an unknown charset', 'Subject: ', '=?x-none?B?gICA?= '),
];

const subjects: readonly Bomb[] = [
  after('a subject of answers', 'Subject: ', 'Re: '),
  after('a subject of answers with numbers', 'Subject: ', 'Re[12]: '),
  after('a subject of answers with blanks', 'Subject: Re', ' ', 'x'),
  after('a subject of quotes', 'Subject: ', "' '"),
  after('a long subject', 'Subject: ', 'a'),
  after('a subject of blanks', 'Subject: a', ' ', 'x'),
  after('a subject of marks', 'Subject: e', '\u0301'),
];

const values: readonly Bomb[] = [
  after('a long date', 'Date: Thu, 20 Nov 2025 ', '0'),
  after('a date of comments', 'Date: Thu, 20 Nov 2025 09:00 ', '('),
  after('a date of blanks', 'Date: Thu,', ' ', '20 Nov 2025'),
  after('a stamp of semicolons', 'Received: ', ';'),
  count('parameters that go on', 'Content-Type: text/plain', index => `;${FOLD}name*${index}*=%41`),
  count('parameters that go on as they are', 'Content-Type: text/plain', index => `;${FOLD}name*${index % 999}=a`),
  after('the same parameter again and again', 'Content-Type: text/plain', '; a=b'),
  after('one long parameter', 'Content-Type: text/plain; charset="', 'a', '"'),
  after('a parameter of backslashes', 'Content-Type: text/plain; name="', '\\'),
  after('a parameter of percent signs', "Content-Disposition: attachment; filename*=utf-8''", '%'),
  after('semicolons', 'Content-Type: text/plain', ';'),
  after('semicolons and blanks', 'Content-Type: text/plain', '; '),
  after('a parameter name without an end', 'Content-Type: text/plain; ', 'a'),
  after('a parameter of blanks', 'Content-Type: text/plain; a', ' ', 'x'),
  after('comments of a content type', 'Content-Type: text/plain ', '(a) '),
  after('comments of a content type that open', 'Content-Type: text/plain ', ' ('),
  after('quotes of a content type', 'Content-Type: text/plain ', '"'),
  after('a charset without an end', 'Content-Type: text/plain; charset', ' '),
  after('charsets', 'Content-Type: text/plain; ', 'charset '),
  after('a spam mark of blanks', 'X-Spam-Flag:', `${FOLD}`, 'x'),
];

/** Bombs of a mail's header: lines of it, without the newline at the end. */
export const headerBombs: readonly Bomb[] = [...fields, ...ids, ...people, ...encoded, ...subjects, ...values];
