import { rsaKey, type Signing, signMail } from '../../../../../harness/dkim.ts';
import { PEOPLE } from '../judged.ts';
import { type Form, written } from './form.ts';

const { ana, stranger: eve } = PEOPLE;
const EVIL = rsaKey(2_048);

/** The key of the stranger; nobody else has one. */
const records = { 's._domainkey.evil.example': EVIL.record };

/** From fields that name an agent, or only seem to. */
const FROMS: readonly (string | Buffer)[] = [
  ...[`${eve} (${ana})`, `(${ana}) ${eve}`, `${ana} (${eve})`, `(${eve}) ${ana}`, `<${eve}> (<${ana}>)`],
  ...[`"${eve}" <${ana}>`, `"<${ana}>" <${eve}>`, `"a\\"b <${eve}>" <${ana}>`, `Ana (\\)<${eve}>) <${ana}>`],
  ...[`Ana "\\" <${eve}>" <${ana}>`, `"Ana\\\\" <${eve}>" <${ana}>`, `<${ana}> via x`, `${ana} via ${eve}`],
  ...['ana@shop.example\\@evil.example', 'ana\\@shop.example@evil.example', '"ana@shop.example"@evil.example'],
  ...['<"ana@shop.example>"@evil.example>', '"ana@shop.example,"@evil.example', 'ana%shop.example@evil.example'],
  ...['ana@shop.example%evil.example', 'evil.example!ana@shop.example', `<${ana}`, `${ana}>`, `<<${ana}>>`],
  ...[`<${ana}<${eve}>`, `<${eve}>${ana}`, `${ana}<${eve}>`, '<ana@[shop.example]>', '<ana@shop.example.>'],
  ...['<ana@shop..example>', 'ana @ shop . example', 'ana@shop.(c)example', 'ana@(evil.example)shop.example'],
  ...['ana@shop.example(.evil.example)', 'ana(@evil.example)@shop.example', 'ana@shop\u3002example'],
  ...['ana@\uff53hop.example', 'ana\uff20shop.example', 'ana@shop.example\u200b', '\u200bana@shop.example'],
  ...['ana@sh\u00adop.example', 'ana@sh\u200dop.example', 'ana@shop.example\ufeff', '\u202eana@shop.example'],
  ...['ana@shop.example\xff', '\xffana@shop.example', 'ana\xc1\x80shop.example'].map(raw => Buffer.from(raw, 'latin1')),
  ...['ana@shop.example\v', 'ana@shop.example\b', 'ana@shop.example\x7f', '+AGE-na@shop.example'],
  ...[`=?us-ascii?q?Ana_=3Cana=40shop=2Eexample=3E?= <${eve}>`, '=?utf-7?q?ana+AEA-shop.example?='],
  ...[
    '<ana@=?utf-8?q?shop.example?=>',
    `=?utf-8?q?=22?= <${ana}>, <${eve}>`,
    `=?utf-8?q?x=0AFrom=3A_${ana}?= <${eve}>`,
  ],
  ...[`Ana:${ana};`, `Ana:${ana}`, `;${ana}`, `:;${ana}`, `x:${ana};y:${eve};`, `,${ana}`, `${ana};`, `${ana}; ${eve}`],
  ...[`${ana} ${eve}`, `${ana}\t${eve}`, `<${ana}>,<>`, `<>,<${ana}>`, '<>', `mailto:${ana}`, `<mailto:${ana}>`],
  ...[`<@evil.example,@x:${ana}>`, `@evil.example:${ana}`, `Ana\r\n <${ana}>`, `Ana\r\n\t(\r\n ${eve})\r\n\t<${ana}>`],
  ...[
    'Ana <ana@shop\r\n .example>',
    `${eve}\r\n ,${ana}`,
    `${eve}${' '.repeat(900)}${ana}`,
    `${'x, '.repeat(60)}${ana}`,
  ],
];

/** Tags that two programs may read differently. */
const TAGS: readonly NonNullable<Signing['tags']>[] = [
  ...['shop.example\r\n .evil.example', 'evil.example shop.example', 'shop.example(.evil.example)'].map(d => ({ d })),
  ...['shop.example%00.evil.example', 'evil.example#shop.example', 'evil.example/shop.example'].map(d => ({ d })),
  ...['evil.example@shop.example', 'evil.example:shop.example', 'evil.example,shop.example'].map(d => ({ d })),
  ...['=73hop.example', '=?utf-8?q?shop.example?=', 'shop\u3002example', 'SHOP.EXAMPLE', '"shop.example"'].map(d => ({
    d,
  })),
  ...['[shop.example]', '.shop.example', '*.example', 'shop'].map(d => ({ d })),
  ...['s._domainkey.evil.example', 's._domainkey.evil.example.', 's._domainkey.evil.example#', '*', '.'].map(s => ({
    s,
  })),
  ...['__proto__', 'constructor', 's._domainkey.evil.example\\000'].map(s => ({ s })),
  ...['from\r\n :to', ':::from::', '*', 'from:dkim-signature', 'f rom:to'].map(h => ({ h })),
  ...['RSA-SHA256', 'none', 'rsa-md5', 'rsa', 'hmac-sha256', 'rsa - sha256'].map(a => ({ a })),
  ...['0x10', '-1', '+5', '1.5', '1e9'].map(l => ({ l })),
  { 'd=shop.example; d': 'evil.example', d: undefined },
  { 'd=evil.example; d': 'shop.example', d: undefined },
  { 'i=@evil.example; i': '@shop.example' },
  { 'h=to:subject; h': 'from' },
  { 'a=rsa-sha1; a': 'rsa-sha256' },
  { 'v=2; v': '1', v: undefined },
  { 'l ': '5' },
  { L: '5' },
];

function headed(from: string | Buffer): Buffer {
  const mail = written('x@evil.example');
  return Buffer.concat([Buffer.from('From: '), Buffer.from(from), mail.subarray(mail.indexOf('\r\n'))]);
}

/** Mails that a stranger signs, by a domain of the stranger's or by the agent's. */
export const BY_OTHERS: readonly Pick<Form, 'what' | 'mail' | 'records'>[] = ['evil.example', 'shop.example'].flatMap(
  domain => {
    const by = (from: string | Buffer, tags: Signing['tags'] = {}) =>
      signMail(headed(from), { domain, key: EVIL, tags });
    return [
      ...FROMS.map(from => ({ what: `From: ${from}, by ${domain}`, mail: by(from), records })),
      ...TAGS.map(tags => ({ what: `${JSON.stringify(tags)}, by ${domain}`, mail: by(`Ana <${ana}>`, tags), records })),
    ];
  },
);
