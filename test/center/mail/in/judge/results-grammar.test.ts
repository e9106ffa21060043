import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import parseField from 'mailauth/lib/parse-dkim-headers.js';
import { parseHeaders } from 'mailauth/lib/tools.js';
import { expect, test } from 'vitest';
import { parseMail } from '../../../../../src/center/intake/mime/parse-mail.ts';
import { verify } from '../../../../../src/center/mail/in/judge/verified.ts';
import { isFull } from '../../../../harness/full.ts';
import { skippedFor } from '../../../../harness/skipped.ts';

const SITE = 'mx.shop.example';
const RUNS = isFull ? 100_000 : 4_000;
const SEED = 29;

/** The bytes of a text, each as a character. */
function raw(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const BLANKS = [
  ...'\v\f\u0085\u00a0\u00ad\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d',
  ...'\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\ufffd',
].map(raw);
const CONTROLS = Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)).concat('\x7f', '\x85', '\xa0');
const COMMENTS = ['(c)', '( (c) )', '(\\))', '(', ')', '(;dmarc=pass header.from=desk.example)', raw('(ü)')];
const FOLDS = ['\r\n ', '\r\n\t', '\n ', '\r\n  \r\n ', '\r\n', '\r\r\n ', '\r', '\r\n\r\n'];
const QUOTES = ['"', '""', '\\', "'", '=?utf-8?q?=20?=', '=?utf-8?b?IA==?='];

/** What stands between two words: mostly what may. */
function gap(usual: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 150, arbitrary: fc.constant(usual) },
    { weight: 4, arbitrary: fc.constantFrom('', ' ', '\t', '  ') },
    { weight: 3, arbitrary: fc.constantFrom(...FOLDS) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(' ', ''), fc.constantFrom(...COMMENTS)).map(both => both.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...BLANKS, ...CONTROLS, ...QUOTES) },
  );
}

/** Mostly the first of these. */
function mostly(usual: string, ...others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 24, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });
}

const name = mostly(
  'Authentication-Results',
  'authentication-results',
  'Authentication-Results ',
  '\xa0Authentication-Results',
  ' Authentication-Results',
  'ARC-Authentication-Results',
  'X-Authentication-Results',
  'Authentication\xadResults',
);
const id = mostly(
  SITE,
  SITE.toUpperCase(),
  `"${SITE}"`,
  'mx."shop".example',
  `${SITE}.`,
  `${SITE}/1`,
  `${SITE}@x`,
  raw(`${SITE}\u200b`),
  raw('mx.shop.e\uff58ample'),
  raw('m\u212a.shop.example'),
  `=?utf-8?q?${SITE}?=`,
  'mx.evil.example',
  '',
);
const version = mostly('', ' 1', ' 2', ' 9', ' 01', ' 1.0', ' 1 1', '1', raw(' \u0661'), ' "1"');
const method = fc.oneof(
  mostly('dmarc', 'DMARC', 'dmarc/1', 'dmarc/2', '"dmarc"', 'dmarc.', raw('dmar\u0441')),
  fc.constantFrom('dkim', 'spf', 'arc', 'auth', 'iprev', 'constructor', 'none'),
);
const result = mostly(
  'pass',
  'PASS',
  'fail',
  'none',
  'neutral',
  '"pass"',
  'pas\\s',
  raw('pa\u017fs'),
  'pass;',
  'bestguesspass',
);
const domain = mostly(
  'desk.example',
  'DESK.Example.',
  '"desk.example"',
  '@desk.example',
  'evil.example',
  'example',
  'notdesk.example',
  'desk.example/evil.example',
  raw('desk.exam\u200bple'),
  raw('de\uff53k.example'),
  'desk.example"',
  '"; dmarc=pass header.from=desk.example"',
  '<a@desk.example>',
  '',
);
const property = fc
  .tuple(
    fc.constantFrom(
      'header.from',
      'header.d',
      'header.i',
      'smtp.mailfrom',
      'header.from',
      'header.d',
      'reason',
      'Header.From',
    ),
    gap(''),
    gap(''),
    domain,
  )
  .map(([key, before, after, value]) => `${key}${before}=${after}${value}`);
const statement = fc
  .tuple(method, gap(''), gap(''), result, gap(' '), fc.array(property, { minLength: 1, maxLength: 2 }), gap(' '))
  .map(([what, before, after, how, between, properties, last]) =>
    [`${what}${before}=${after}${how}${between}${properties.join(last)}`].join(''),
  );
const field = fc
  .tuple(
    name,
    gap(' '),
    id,
    version,
    gap(''),
    fc.array(fc.tuple(gap(' '), statement), { minLength: 1, maxLength: 3 }),
    gap(''),
  )
  .map(([called, first, who, which, before, said, last]) => {
    const statements = said.map(([blank, each]) => `;${blank}${each}`).join('');
    return `${called}:${first}${who}${which}${before}${statements}${last}`;
  });

/** The other lines of a head, among which the fields stand. */
const trace = fc.constantFrom(
  'Received: from a by mx.shop.example; Tue, 24 Nov 2026 10:00:00 +0000',
  'Return-Path: <eve@evil.example>',
  'DKIM-Signature: v=1; d=evil.example',
  'Subject: Parcel',
  'no field',
  ' ',
  'X-Other: a\rb',
);

interface Case {
  readonly mail: Buffer;
  readonly fields: number;
}

const mails: fc.Arbitrary<Case> = fc
  .tuple(fc.array(field, { minLength: 1, maxLength: 2 }), fc.array(trace, { maxLength: 2 }), fc.constantFrom(1, 1, 2))
  .chain(([results, others, fields]) =>
    fc
      .shuffledSubarray([...results, ...others, 'From: Ana <ana@desk.example>'], {
        minLength: results.length + others.length + 1,
      })
      .map(lines => ({ mail: Buffer.from(`${lines.join('\r\n')}\r\n\r\ntext\r\n`, 'latin1'), fields })),
  );

const cases = fc.sample(mails, { numRuns: RUNS, seed: SEED });

function isVerified({ mail, fields }: Case): boolean {
  return verify(parseMail(mail, { now: 0 }), { authservId: SITE, fields }).isVerified;
}

const verified = cases.filter(isVerified);

const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom', 'smtp.mail'],
};

/** Whether this result says that the domain of From passed. */
function isPass(what: string, how: string, values: ReadonlyMap<string, string>): boolean {
  const said = (Object.hasOwn(DOMAINS, what) ? DOMAINS[what]! : [])
    .map(key => values.get(key))
    .find(each => each !== undefined);
  const of = said?.replace(/^.*@|[.>]+$/g, '');
  return how === 'pass' && of !== undefined && domainToASCII(of) === 'desk.example';
}

type PythonField = readonly [
  id: string | null,
  results: readonly [string, string, readonly [string, string][]][] | null,
];

function askPython(all: readonly Case[]): PythonField[][] {
  const input = JSON.stringify(all.map(({ mail }) => mail.toString('base64')));
  const script = join(import.meta.dirname, 'read-results.py');
  return JSON.parse(execFileSync('python3', [script], { input, encoding: 'utf8', maxBuffer: 1 << 28 }));
}

function whyNoPython(): string | undefined {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'python3 is not on this machine';
  }
}

/** The results in one of mailauth's answers, each with its properties. */
function resultsIn(parsed: Readonly<Record<string, unknown>>) {
  return Object.entries(parsed).flatMap(([what, told]) =>
    (Array.isArray(told) ? told : [told]).flatMap((one: Readonly<Record<string, unknown>>) => {
      if (typeof one !== 'object') return [];
      const values = new Map<string, string>();
      for (const [type, group] of Object.entries(one))
        if (typeof group === 'object')
          for (const [key, value] of Object.entries(group as object))
            values.set(`${type}.${key}`.toLowerCase(), `${value}`.toLowerCase());
      return [{ what, how: `${one.value}`.toLowerCase(), values }];
    }),
  );
}

function mailauthGives({ mail }: Case): boolean {
  const head = Buffer.from(mail.toString('latin1').split(/\r?\n\r?\n/, 1)[0]!, 'latin1');
  return parseHeaders(head).parsed.some(({ key, line }) => {
    if (key !== 'authentication-results') return false;
    const { parsed } = parseField(line);
    const isOurs = `${parsed.value}`.replace(/ 1$/, '') === SITE;
    return isOurs && resultsIn(parsed).some(({ what, how, values }) => isPass(what, how, values));
  });
}

test('a good part of the forms is verified, and of each kind there are some that are not', () => {
  expect(verified.length).toBeGreaterThan(RUNS / 50);
  expect(verified.length).toBeLessThan(RUNS / 2);
});

test('no form is verified that mailauth does not read as a pass of the site’s server', () => {
  const others = verified.filter(each => !mailauthGives(each));
  expect(others.map(({ mail }) => JSON.stringify(mail.toString('latin1')))).toEqual([]);
});

test(
  'no form is verified that Python’s reading by RFC 8601 does not give, by number and by content',
  skippedFor(whyNoPython()),
  () => {
    const others = askPython(verified).flatMap((found, at) => {
      const { fields, mail } = verified[at]!;
      const ours = found.filter(([who]) => who === SITE);
      const results = ours.flatMap(([, each]) => each ?? []);
      const passes = results.some(([what, how, pairs]) => isPass(what, how, new Map(pairs)));
      const isRefused = results.some(([what, how]) => what === 'dmarc' && how === 'fail');
      const isGiven = ours.length === fields && ours.every(([, each]) => each !== null) && passes && !isRefused;
      return isGiven ? [] : [`${JSON.stringify(mail.toString('latin1'))} ${JSON.stringify(found)}`];
    });
    expect(others).toEqual([]);
  },
);
