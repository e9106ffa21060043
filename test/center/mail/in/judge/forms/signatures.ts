import { ed25519Key, rsaKey, type SigningKey, signMail, USUALLY_COVERED } from '../../../../../harness/dkim.ts';
import { ARRIVED, below, byAna, byKim, type Form, KIM, type Outcome, written } from './form.ts';

const SECONDS = Math.floor(ARRIVED / 1_000);
const DAY = 24 * 3_600;

const RSA = rsaKey();
const RSA_1024 = rsaKey(1_024);
const NAME = 's._domainkey.customer.example';
const AGENTS_NAME = 's._domainkey.shop.example';

/** The records of a key for both domains. */
function of({ record }: SigningKey) {
  return { [NAME]: record, [AGENTS_NAME]: record };
}

/** Each way to sign a mail, of a customer and of an agent, with both line ends. */
function genuine(): Form[] {
  const canons = ['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple', 'relaxed', 'simple'];
  const keys = { 'rsa 2048': RSA, 'rsa 1024': RSA_1024, ed25519: ed25519Key() };
  return canons.flatMap(canon =>
    Object.entries(keys).flatMap(([name, key]) =>
      [byKim, byAna].flatMap(by => {
        const mail = by({ key, canon });
        const wanted: Outcome = by === byAna ? 'agent' : 'verified';
        const feeds = Buffer.from(mail.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
        const form = { what: `genuine, ${canon}, ${name}, ${wanted}`, mail, wanted, records: of(key) };
        return [form, { ...form, what: `${form.what}, LF alone`, mail: feeds }];
      }),
    ),
  );
}

type Tags = Readonly<Record<string, string | undefined>>;

const TAGS: readonly (readonly [what: string, tags: Tags, wanted: 'good' | Outcome])[] = [
  ['i= of the domain', { i: '@customer.example' }, 'good'],
  ['i= of a subdomain', { i: 'kim@mail.customer.example' }, 'good'],
  ['i= of another domain', { i: '@evil.example' }, 'form'],
  ['i= that adds results', { i: 'x=3B=20dkim=3Dpass=20header.d=3Dshop.example@evil.example' }, 'form'],
  ['i= that adds results in quotes', { i: '"x;=20dkim=3Dpass"@customer.example' }, 'form'],
  ['i= without @', { i: 'customer.example' }, 'form'],
  ['l= of nothing', { l: '0' }, 'part'],
  ['l= of a part', { l: '10' }, 'part'],
  ['l= of the whole body', { l: '33' }, 'part'],
  ['l= of more than the body', { l: '99999' }, 'part'],
  ['l= that is not a number', { l: 'x' }, 'part'],
  ['an empty l=', { l: '' }, 'part'],
  ['t= of yesterday', { t: `${SECONDS - DAY}` }, 'good'],
  ['t= of the moment', { t: `${SECONDS}` }, 'good'],
  ['t= of the next hour', { t: `${SECONDS + 3_600}` }, 'early'],
  ['t= of the next second', { t: `${SECONDS + 1}` }, 'early'],
  ['t= beyond all dates', { t: '999999999999' }, 'early'],
  ['t= with too many digits', { t: '9999999999999' }, 'form'],
  ['t= that is not a number', { t: 'now' }, 'form'],
  ['a negative t=', { t: '-1' }, 'form'],
  ['x= of tomorrow', { x: `${SECONDS + DAY}` }, 'good'],
  ['x= of the moment', { x: `${SECONDS}` }, 'good'],
  ['x= of yesterday', { x: `${SECONDS - DAY}` }, 'expired'],
  ['x= of the last second', { x: `${SECONDS - 1}` }, 'expired'],
  ['x= before t=', { t: `${SECONDS - DAY}`, x: `${SECONDS - 2 * DAY}` }, 'expired'],
  ['x= at t=', { t: `${SECONDS}`, x: `${SECONDS}` }, 'form'],
  ['x= in another form of number', { x: '1e9' }, 'expired'],
  ['v=2', { v: '2' }, 'form'],
  ['v= in words', { v: 'one' }, 'form'],
  ['no v=', { v: undefined }, 'form'],
  ['no h=', { h: undefined }, 'form'],
  ['no bh=', { bh: undefined }, 'form'],
  ['no a=', { a: undefined }, 'algorithm'],
  ['no s=', { s: undefined }, 'form'],
  ['no d=', { d: undefined }, 'elsewhere'],
  ['an empty d=', { d: '' }, 'elsewhere'],
  ['an empty s=', { s: '' }, 'form'],
  ['a d= with a point behind it', { d: 'customer.example.' }, 'form'],
  ['a d= with an address', { d: 'kim@customer.example' }, 'elsewhere'],
  ['an s= with a path', { s: '../s' }, 'form'],
  ['an s= with blanks', { s: 's s' }, 'form'],
  ['q=dns/txt', { q: 'dns/txt' }, 'good'],
  ['q= of another way', { q: 'http/well-known' }, 'form'],
  ['c= that is unknown', { c: 'nowsp/nowsp' }, 'form'],
  ['another bh=', { bh: 'AA==' }, 'body'],
  ['an empty bh=', { bh: '' }, 'body'],
  ['another b=', { b: 'AA==' }, 'signature'],
  ['an empty b=', { b: '' }, 'signature'],
  ['z= with copies', { z: 'From:eve@evil.example' }, 'good'],
  ['an unknown tag', { x_y: 'z' }, 'good'],
  ['a tag twice', { 'd=customer.example;d': 'customer.example' }, 'form'],
  ['D= in place of d=', { d: undefined, D: 'customer.example' }, 'elsewhere'],
  ['h= without From', { h: 'to:subject:date' }, 'form'],
  ['an empty h=', { h: '' }, 'form'],
  ['h= of From alone', { h: 'from' }, 'good'],
  ['h= that covers From more than once', { h: 'from:from:to:to:subject:subject' }, 'good'],
  ['h= in capitals with blanks', { h: 'From : To : Subject' }, 'good'],
];

function tagged(): Form[] {
  return TAGS.flatMap(([what, tags, wanted]) => {
    const mail = byKim({ tags, canon: 'simple/simple' });
    const agents = Object.fromEntries(
      Object.entries(tags).map(([key, value]) => [
        key.replaceAll('customer.', 'shop.'),
        value?.replaceAll('customer.', 'shop.'),
      ]),
    );
    const isTo = tags.h === undefined || /\bto\b/i.test(tags.h);
    const goodForAgent: Outcome = isTo ? 'agent' : 'verified';
    return [
      { what, mail, wanted: wanted === 'good' ? 'verified' : wanted },
      {
        what: `${what}, by an agent`,
        mail: byAna({ tags: agents }),
        wanted: wanted === 'good' ? goodForAgent : wanted,
      },
    ] satisfies Form[];
  });
}

const KEYS: readonly (readonly [
  what: string,
  key: SigningKey,
  record: (record: string) => string | undefined,
  Outcome,
])[] = [
  ['of 512 bits', rsaKey(512), record => record, 'weak'],
  ['of 768 bits', rsaKey(768), record => record, 'weak'],
  ['of 1,023 bits', rsaKey(1_023), record => record, 'weak'],
  ['in test mode', rsaKey(1_024, 't=y; '), record => record, 'testing'],
  ['in test mode among other flags', rsaKey(1_024, 't=s:y; '), record => record, 'testing'],
  ['in test mode, Ed25519', ed25519Key('t=y; '), record => record, 'testing'],
  ['for its domain alone', rsaKey(1_024, 't=s; '), record => record, 'verified'],
  ['that is gone', RSA, () => undefined, 'key'],
  ['that is revoked', RSA, record => record.replace(/p=.*/, 'p='), 'key'],
  ['of another', RSA, () => RSA_1024.record, 'signature'],
  ['of another kind', RSA, () => ed25519Key().record, 'algorithm'],
  ['for another hash', RSA, record => record.replace('k=rsa', 'k=rsa; h=sha1'), 'algorithm'],
  ['for another service', RSA, record => record.replace('k=rsa', 'k=rsa; s=tlsrpt'), 'key'],
  ['for mail', RSA, record => record.replace('k=rsa', 'k=rsa; s=email'), 'verified'],
  ['of another version', RSA, record => record.replace('DKIM1', 'DKIM2'), 'key'],
  ['without version and kind', RSA, record => record.replace('v=DKIM1; k=rsa; ', ''), 'verified'],
  ['whose version is not first', RSA, record => record.replace('v=DKIM1; k=rsa', 'k=rsa; v=DKIM1'), 'key'],
  ['that says another kind', RSA, record => record.replace('k=rsa', 'k=ed25519'), 'key'],
  ['that is cut', RSA, record => record.slice(0, -40), 'key'],
  ['that is not a record', RSA, () => 'v=spf1 -all', 'key'],
  ['that is rubbish', RSA, () => '\0;;==', 'key'],
  ['that is long', RSA, () => `v=DKIM1; p=${'A'.repeat(8_000)}`, 'key'],
];

function keyed(): Form[] {
  return KEYS.map(([what, key, record, wanted]): Form => {
    const told = record(key.record);
    return { what: `a key ${what}`, mail: byKim({ key }), wanted, records: told === undefined ? {} : { [NAME]: told } };
  });
}

/** Many signatures, of which some count. */
function many(): Form[] {
  const bad = (domain: string, more = '') =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=s; h=from; bh=AA==;${more} b=AA==`;
  const times = (count: number, line: string) => Array.from({ length: count }, () => line);
  const behind = (lines: readonly string[]) => below(lines, byKim());
  return [
    {
      what: 'a thousand of others above a good one',
      mail: behind(times(1_000, bad('evil.example'))),
      wanted: 'verified',
    },
    {
      what: 'a thousand with l= above a good one',
      mail: behind(Array.from({ length: 1_000 }, (_, at) => bad('customer.example', ` l=${at};`))),
      wanted: 'verified',
    },
    { what: 'three bad ones above a good one', mail: behind(times(3, bad('customer.example'))), wanted: 'verified' },
    { what: 'four bad ones above a good one', mail: behind(times(4, bad('customer.example'))), wanted: 'body' },
    {
      what: 'a thousand bad ones above a good one',
      mail: behind(times(1_000, bad('customer.example'))),
      wanted: 'body',
    },
    {
      what: 'a sender’s and its provider’s signature',
      mail: signMail(byKim(), { domain: 'provider.example', covers: [...USUALLY_COVERED, 'feedback-id'] }),
      wanted: 'verified',
    },
    { what: 'another’s alone', mail: signMail(written(KIM), { domain: 'evil.example' }), wanted: 'elsewhere' },
    { what: 'none', mail: written(KIM), wanted: 'unsigned' },
    {
      what: 'one that is too long',
      mail: below([`DKIM-Signature: d=customer.example; s=${'s'.repeat(20_000)}`], written(KIM)),
      wanted: 'elsewhere',
    },
    { what: 'one when DNS does not answer', mail: byKim(), isUnanswered: true, wanted: 'dns' },
    { what: 'an agent’s when DNS does not answer', mail: byAna(), isUnanswered: true, wanted: 'dns' },
  ];
}

function sha1(): Form[] {
  return [byKim, byAna].map(by => ({
    what: 'SHA-1',
    mail: by({ key: RSA, tags: { a: 'rsa-sha1' } }),
    records: of(RSA),
    wanted: 'algorithm' as const,
  }));
}

export const SIGNATURES: readonly Form[] = [...genuine(), ...tagged(), ...keyed(), ...many(), ...sha1()];
