import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAuthenticationResults } from '../../../../../src/center/mail/in/judge/authentication-results.ts';
import { NAMELESS, verify } from '../../../../../src/center/mail/in/judge/verified.ts';

const FROM = { name: 'Kim', email: 'kim@customer.example' };

const SITE = { authservId: 'mx.shop.example', fields: 1 };
const PASS = 'mx.shop.example; dmarc=pass header.from=customer.example';

function verified(...authenticationResults: string[]): boolean {
  return verify({ authors: [FROM], authenticationResults }, SITE).isVerified;
}

test.for([
  // As servers write them.
  [
    'Gmail',
    'mx.shop.example; dkim=pass header.i=@customer.example header.s=2023 header.b="gIc/Ks+=="; spf=pass (google.com: domain of kim@customer.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=kim@customer.example; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=customer.example',
  ],
  [
    'Gmail, with a signature that is not quoted',
    'mx.shop.example; dkim=pass header.i=@customer.example header.s=s header.b=gIc/Ks+==',
  ],
  ['OpenDMARC', 'mx.shop.example; dmarc=pass (p=none dis=none) header.from=customer.example'],
  [
    'OpenDKIM',
    'mx.shop.example; dkim=pass (2048-bit key; unprotected) header.d=customer.example header.i=@customer.example header.a=rsa-sha256 header.s=mail header.b=AbC',
  ],
  [
    'Microsoft',
    'mx.shop.example; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=customer.example; dkim=none (message not signed) header.d=none;dmarc=bestguesspass action=none header.from=customer.example;compauth=pass reason=109',
  ],
  [
    'Rspamd',
    'mx.shop.example;\tdkim=pass header.d=customer.example header.s=mail header.b=x;\tdmarc=pass (policy=none) header.from=customer.example',
  ],
  [
    'Fastmail, of a mail without sender',
    'mx.shop.example; dkim=none (no signatures found); dmarc=pass policy.published-domain-policy=none (p=none,d=none) header.from=customer.example; spf=pass smtp.mailfrom="" smtp.helo=out1.customer.example',
  ],
  [
    'without sender, and without quotes',
    'mx.shop.example; spf=none smtp.mailfrom=; dmarc=pass header.from=customer.example',
  ],
  [
    'Yahoo',
    'mx.shop.example; dkim=pass header.i=@x.example header.s=s; dmarc=pass(p=REJECT) header.from=customer.example;',
  ],
  [
    'amavis',
    'mx.shop.example (amavisd-new); dkim=pass (2048-bit key) reason="pass (just generated)" header.d=customer.example',
  ],
  [
    'Exim',
    'mx.shop.example; iprev=pass (a.example) smtp.remote-ip=192.0.2.1; dkim=pass header.d=customer.example header.s=s header.a=rsa-sha256',
  ],
  [
    'policyd-spf',
    'mx.shop.example; spf=pass (sender SPF authorized) smtp.mailfrom=customer.example (client-ip=192.0.2.1; helo=a.example; receiver=help@shop.example)',
  ],
  [
    'Fastmail, with methods of its own',
    'mx.shop.example; x-return-mx=pass header.domain=customer.example policy.is_org=yes (MX Records found: a,b); x-tls=pass smtp.version=TLSv1.3 smtp.bits=256/256; dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none (p=none,d=none,d.eval=none) policy.policy-from=p header.from=customer.example',
  ],
  ['with a version', 'mx.shop.example 1; dmarc=pass header.from=customer.example'],
  [
    'with comments everywhere',
    '(a) mx.shop.example (b (c) \\) ) ; (d) dmarc (e) = (f) pass (g) header.from=customer.example (j)',
  ],
  ['with a domain between quotes', 'mx.shop.example; dkim = pass header.d="customer.example"'],
  ['with a reason', 'mx.shop.example; dkim=pass reason="good; signature" header.d=customer.example'],
  ['in capitals', 'MX.Shop.Example; DMARC=Pass Header.From=CUSTOMER.EXAMPLE.'],
  ['with a mailbox between quotes', 'mx.shop.example; spf=pass smtp.mailfrom="a b"@customer.example'],
  ['with a fold', 'mx.shop.example;\t dmarc=pass\t header.from=customer.example'],
  ['SPF of a domain within that of From', 'mx.shop.example; spf=pass smtp.mailfrom=b1@bounces.customer.example'],
  [
    'DKIM after one that failed',
    'mx.shop.example; dkim=fail header.d=list.example; dkim=pass header.d=customer.example',
  ],
  ['with an empty statement at its end', 'mx.shop.example; dmarc=pass header.from=customer.example;'],
] as const)('the field of the site’s server says that the domain passed: %s', ([, field]) => {
  expect(verified(field)).toBe(true);
});

test.for([
  ['another server’s', 'mx.evil.example; dmarc=pass header.from=customer.example'],
  ['a name that only begins alike', 'mx.shop.example.evil.example; dmarc=pass header.from=customer.example'],
  ['a name between quotes', '"mx.shop.example"; dmarc=pass header.from=customer.example'],
  ['a name in quoted pieces', 'mx."shop".example; dmarc=pass header.from=customer.example'],
  ['a name with a letter that looks alike', 'mx.shop.\u212axample; dmarc=pass header.from=customer.example'],
  ['another version', 'mx.shop.example 9; dmarc=pass header.from=customer.example'],
  ['another version, with a zero', 'mx.shop.example 01; dmarc=pass header.from=customer.example'],
  ['another version of the method', 'mx.shop.example; dmarc/2=pass header.from=customer.example'],
  ['a version of the method', 'mx.shop.example; dmarc/1=pass header.from=customer.example'],
  ['a blank before the equals sign of a property', 'mx.shop.example; dmarc=pass header.from =customer.example'],
  ['a blank behind it', 'mx.shop.example; dmarc=pass header.from= customer.example'],
  ['words that a comment alone parts', 'mx.shop.example; dmarc=pass(p=none)header.from=customer.example'],
  ['a word instead of the version', 'mx.shop.example one; dmarc=pass header.from=customer.example'],
  ['a method between quotes', 'mx.shop.example; "dmarc"=pass header.from=customer.example'],
  ['a result between quotes', 'mx.shop.example; dmarc="pass" header.from=customer.example'],
  ['a domain with a sign that nobody sees', 'mx.shop.example; dmarc=pass header.from=cust\u200bomer.example'],
  ['a NUL at the end', `${PASS}\0`],
  ['a carriage return that folds nothing', 'mx.shop.example;\rdmarc=pass header.from=customer.example'],
  ['without a name', 'dmarc=pass header.from=customer.example'],
  ['nothing checked', 'mx.shop.example; none'],
  ['DMARC of another domain', 'mx.shop.example; dmarc=pass header.from=evil.example'],
  ['DMARC without its domain', 'mx.shop.example; dmarc=pass'],
  ['DMARC of two domains', 'mx.shop.example; dmarc=pass header.from=customer.example header.from=evil.example'],
  ['DKIM of another domain', 'mx.shop.example; dkim=pass header.d=evil.example'],
  [
    'DKIM of another domain, for an identity that looks like this one',
    'mx.shop.example; dkim=pass header.d=evil.example header.i=@customer.example',
  ],
  ['DKIM of the top-level domain', 'mx.shop.example; dkim=pass header.d=example'],
  ['DKIM of a domain that ends alike', 'mx.shop.example; dkim=pass header.d=evil-customer.example'],
  ['SPF of another domain', 'mx.shop.example; spf=pass smtp.mailfrom=kim@evil.example'],
  ['SPF of the name in HELO alone', 'mx.shop.example; spf=pass smtp.helo=customer.example'],
  [
    'SPF of a mailbox that looks like the domain',
    'mx.shop.example; spf=pass smtp.mailfrom="kim@customer.example"@evil.example',
  ],
  ['SPF of a path', 'mx.shop.example; spf=pass smtp.mailfrom=customer.example/evil.example'],
  ['SPF that is soft', 'mx.shop.example; spf=softfail smtp.mailfrom=kim@customer.example'],
  ['DKIM that fails', 'mx.shop.example; dkim=fail header.d=customer.example'],
  [
    'DMARC that fails beside DKIM that passes',
    'mx.shop.example; dmarc=fail header.from=customer.example; dkim=pass header.d=customer.example',
  ],
  [
    'a method that proves nothing',
    'mx.shop.example; arc=pass header.from=customer.example; auth=pass smtp.auth=kim@customer.example',
  ],
  ['a method named as a part of every object', 'mx.shop.example; constructor=pass header.from=customer.example'],
  [
    'a result in a comment',
    'mx.shop.example; dmarc=none (; dmarc=pass header.from=customer.example) header.from=customer.example',
  ],
  [
    'a result between quotes',
    'mx.shop.example; dkim=fail reason="; dmarc=pass header.from=customer.example" header.d=customer.example',
  ],
  [
    'a result in the mailbox of SPF',
    'mx.shop.example; spf=pass smtp.mailfrom="; dmarc=pass header.from=customer.example"@evil.example',
  ],
  ['a comment that is not closed', 'mx.shop.example; dmarc=pass header.from=customer.example (a'],
  ['quotes that are not closed', 'mx.shop.example; dmarc=pass header.from=customer.example reason="a'],
  [
    'a comment that closes twice',
    'mx.shop.example; spf=none (a) b) smtp.mailfrom=x; dmarc=pass header.from=customer.example',
  ],
  ['a word without a value', 'mx.shop.example; dmarc=pass header.from=customer.example yes'],
  ['a field without end', `mx.shop.example; dmarc=pass header.from=customer.example; ${'x=y '.repeat(10_000)}`],
] as const)('the field does not say that the domain passed: %s', ([, field]) => {
  expect(verified(field)).toBe(false);
});

/** Every blank of Unicode, and controls, that is no blank of a mail. */
const OTHER_BLANKS = [
  ...'\u0000\u0001\u000b\u000c\u001c\u001f\u007f\u0085\u00a0\u00ad\u1680\u180e\u2000\u2003\u2009\u200a\u200b\u200d',
  ...'\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\ufffd',
];

test('no sign but space, tab and a fold stands between the words of a field', () => {
  for (const blank of OTHER_BLANKS)
    for (const field of [
      `mx.shop.example${blank}; dmarc=pass header.from=customer.example`,
      `${blank}mx.shop.example; dmarc=pass header.from=customer.example`,
      `mx.shop.example;${blank}dmarc=pass header.from=customer.example`,
      `mx.shop.example; dmarc${blank}=pass header.from=customer.example`,
      `mx.shop.example; dmarc=pass${blank}header.from=customer.example`,
      `mx.shop.example; dmarc=pass header.from=customer.example${blank}`,
    ])
      expect(verified(field), JSON.stringify(field)).toBe(false);
});

test('a second field of the site’s server cannot turn its refusal into a pass, nor can one that nobody can read', () => {
  expect(verified('mx.evil.example; dmarc=fail header.from=customer.example', PASS)).toBe(true);
  expect(verified('mx.shop.example; dmarc=fail header.from=customer.example', PASS)).toBe(false);
  expect(verified(PASS, 'mx.shop.example; (')).toBe(false);
});

test('mail with more or fewer fields of the site’s server than it writes is not verified, and their number is told', () => {
  const asked = (fields: number, ...authenticationResults: string[]) =>
    verify({ authors: [FROM], authenticationResults }, { ...SITE, fields });
  const [spf, dkim] = ['mx.shop.example; spf=none', 'mx.shop.example; dkim=pass header.d=customer.example'];
  expect(asked(1, PASS)).toEqual({ isVerified: true });
  expect(asked(1, PASS, 'mx.evil.example; dmarc=pass header.from=customer.example')).toEqual({ isVerified: true });
  expect(asked(1, 'mx.shop.example; dmarc=none header.from=customer.example', PASS)).toEqual({
    isVerified: false,
    miscounted: 2,
  });
  expect(asked(2, spf, dkim)).toEqual({ isVerified: true });
  expect(asked(2, dkim)).toEqual({ isVerified: false, miscounted: 1 });
  expect(asked(2, spf, dkim, PASS)).toEqual({ isVerified: false, miscounted: 3 });
  expect(asked(1)).toEqual({ isVerified: false });
});

test('results of one method that contradict each other count as none', () => {
  const both = (...authenticationResults: string[]) =>
    verify({ authors: [FROM], authenticationResults }, { ...SITE, fields: authenticationResults.length }).isVerified;
  const dkim = 'mx.shop.example; dkim=pass header.d=customer.example';
  for (const other of ['dkim=none', 'dkim=fail header.d=customer.example', 'dkim=pass header.d=evil.example'])
    expect(both(dkim, `mx.shop.example; ${other}`), other).toBe(false);
  expect(both(dkim, dkim)).toBe(true);
  expect(both(PASS, 'mx.shop.example; dmarc=none header.from=customer.example')).toBe(false);
  expect(both(`${PASS}; dmarc=pass header.from=evil.example`)).toBe(false);
  expect(both(`${dkim} header.s=a; dkim=fail header.d=customer.example header.s=a`)).toBe(false);
  expect(both(`${dkim} header.s=a; dkim=neutral header.d=customer.example header.s=b`)).toBe(true);
  expect(both(`${dkim}; spf=pass smtp.mailfrom=evil.example; spf=none`)).toBe(true);
});

test('without the setting nothing is verified, and neither is mail of several or no authors', () => {
  const authenticationResults = [PASS];
  for (const site of [undefined, { ...SITE, authservId: '' }, { ...SITE, authservId: 'none' }])
    expect(verify({ authors: [FROM], authenticationResults }, site)).toEqual({ isVerified: false });
  for (const authors of [[], [{ name: 'Kim', email: null }], [FROM, { name: '', email: 'eve@evil.example' }]])
    expect(verify({ authors, authenticationResults }, SITE)).toEqual({ isVerified: false });
});

test('a field of any text is read without an error', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'()";=\\ .@adkimpass/1<>\t'), maxLength: 60 });
  fc.assert(
    fc.property(signs, text => {
      readAuthenticationResults(text);
      expect(verified(`${text}; dmarc=pass header.from=evil.example`, `mx.evil.example; ${text}`)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('ten fields of a hostile server cost little, because they are read beside the keys of a desk', () => {
  const cost = (text: string) => {
    const before = process.cpuUsage();
    verified(...Array.from({ length: 10 }, () => `mx.shop.example${text}`));
    return process.cpuUsage(before).user / 1_000;
  };
  const pair = '; a=b c=d';
  for (const bomb of ['('.repeat(64_000), `;b=${'"'.repeat(64_000)}`, `; ${'b=c '.repeat(16_000)}`, pair.repeat(9_000)])
    expect(cost(bomb)).toBeLessThan(150);
});

const EXCHANGE =
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=customer.example; dkim=pass (signature was verified) header.d=customer.example;dmarc=pass action=none header.from=customer.example;compauth=pass reason=100';
const REFUSED =
  'spf=fail (sender IP is 192.0.2.9) smtp.mailfrom=customer.example; dkim=none (message not signed) header.d=none;dmarc=fail action=quarantine header.from=customer.example;compauth=fail reason=000';

test.for<[string, boolean, ...string[]]>([
  ['as Exchange Online writes it', true, EXCHANGE],
  ['above a forged one', false, REFUSED, EXCHANGE],
  ['above one of another server', true, EXCHANGE, PASS],
  ['that names a server, as no field of Exchange does', false, PASS],
  ['that names one, above a nameless one', false, PASS, EXCHANGE],
  ['of another domain', false, EXCHANGE.replaceAll('customer.example', 'evil.example')],
  ['that contradicts itself', false, `${EXCHANGE}; dmarc=fail header.from=customer.example`],
  ['that breaks off', false, `${EXCHANGE} (`],
  ['that says nothing', false, 'none'],
  ['none at all', false],
])('of a mailbox that trusts it, the topmost field counts: %s', ([, isVerified, ...fields]) => {
  expect(verify({ authors: [FROM], authenticationResults: fields }, NAMELESS).isVerified).toBe(isVerified);
  // Elsewhere it never does.
  if (!fields.includes(PASS)) expect(verified(...fields)).toBe(false);
});
