import { signMail } from '../../../../../harness/dkim.ts';
import { OUR_ID, PEOPLE } from '../judged.ts';
import { ANA, below, byAna, byKim, changed, type Form, type Outcome, TEXT, written } from './form.ts';

const { ana, help, sam, stranger } = PEOPLE;

/** From fields that no two programs need read alike, each signed as it stands by the agent's domain. */
const FROMS: readonly string[] = [
  `Ana, <${ana}>`,
  `Ortiz, Ana <${ana}>`,
  `Ortiz, Ana, <${ana}>`,
  `<${ana}>,`.replace('>,', '>, x'),
  `${ana}, ${stranger}`,
  `${stranger}, ${ana}`,
  `${ana}, ${ana}`,
  `Us: ${ana};`,
  `Us:;, ${ana}`,
  `Us: Ana <${ana}>`,
  `=?utf-8?q?ana=40shop.example?=`,
  `<=?utf-8?q?ana=40shop.example?=>`,
  `=?utf-8?q?ana?=@shop.example`,
  `<@evil.example:${ana}>`,
  `"ana"@shop.example, eve`,
  `ana@shop.example@evil.example`,
  `<${ana}> <${stranger}>`,
  `Ana <${ana}`.concat('> junk@evil.example'),
  '',
];

function froms(): Form[] {
  const forms = FROMS.map(from => ({
    what: `From: ${from}`,
    mail: signMail(written(from), { domain: 'shop.example' }),
    wanted: 'from' as const,
  }));
  const two = (first: string, second: string) => below([`From: ${first}`], written(second));
  const signed = (mail: Buffer, domain: string) => signMail(mail, { domain });
  return [
    ...forms,
    {
      what: 'two From, both covered',
      mail: signMail(two(ANA, ANA), { domain: 'shop.example', covers: ['from', 'from', 'to'] }),
      wanted: 'from',
    },
    { what: 'two From, the agent below', mail: signed(two(stranger, ANA), 'shop.example'), wanted: 'from' },
    { what: 'two From, the agent above', mail: signed(two(ANA, stranger), 'evil.example'), wanted: 'from' },
    { what: 'a second From above a signed mail', mail: below([`From: ${stranger}`], byAna()), wanted: 'from' },
    {
      what: 'the agent above a stranger’s signed mail',
      mail: below([`From: ${ANA}`], signed(written(stranger), 'evil.example')),
      wanted: 'from',
    },
    { what: 'a second From in capitals with a blank', mail: below([`FROM : ${stranger}`], byAna()), wanted: 'from' },
    { what: 'a second From that is empty', mail: below(['From:'], byAna()), wanted: 'from' },
    { what: 'the address as the name', mail: signed(written(`${ana} <${ana}>`), 'shop.example'), wanted: 'agent' },
    {
      what: 'From in another case than it was signed',
      mail: changed(byAna({ canon: 'simple/simple' }), 'From:', 'FROM:'),
      wanted: 'signature',
    },
    {
      what: 'From rewritten by a list',
      mail: changed(byAna(), `<${ana}>`, '<list@lists.example>'),
      wanted: 'elsewhere',
    },
    { what: 'another agent in From', mail: changed(byAna(), `<${ana}>`, '<bob@shop.example>'), wanted: 'signature' },
    {
      what: 'a name that is another address',
      mail: signed(written(`"${ana}" <${stranger}>`), 'evil.example'),
      wanted: 'verified',
    },
    {
      what: 'Sender is the agent',
      mail: below([`Sender: ${ana}`], signed(written(stranger), 'evil.example')),
      wanted: 'verified',
    },
    { what: 'no From', mail: Buffer.from(`To: ${help}\r\n\r\n${TEXT}`), wanted: 'from' },
    { what: 'nothing', mail: Buffer.alloc(0), wanted: 'from' },
  ];
}

/** Bodies that are not the one that was signed, and some that are by the rules of RFC 6376. */
const BODIES: readonly (readonly [
  what: string,
  change: (text: string) => string,
  simple: Outcome,
  relaxed: Outcome,
])[] = [
  ['with a line behind it', text => `${text}Buy!\r\n`, 'body', 'body'],
  ['with a line before it', text => `Buy!\r\n${text}`, 'body', 'body'],
  ['in capitals', text => text.toUpperCase(), 'body', 'body'],
  ['with one letter less', text => text.replace('parcel', 'parce'), 'body', 'body'],
  ['with a line less', text => text.replace('\r\n\r\n', '\r\n'), 'body', 'body'],
  ['that is empty', () => '', 'body', 'body'],
  ['with a footer of a list', text => `${text}-- \r\nUnsubscribe\r\n`, 'body', 'body'],
  ['with a blank within a word', text => text.replace('parcel', 'par cel'), 'body', 'body'],
  ['with a NUL', text => `${text}\0`, 'body', 'body'],
  ['with blanks at line ends', text => text.replace('\r\n', ' \t\r\n'), 'body', 'agent'],
  ['with fewer blanks', text => text.replace('  ', ' '), 'body', 'agent'],
  ['with empty lines behind it', text => `${text}\r\n\r\n\r\n`, 'agent', 'agent'],
];

function bodies(): Form[] {
  return BODIES.flatMap(([what, change, simple, relaxed]) =>
    (['simple', 'relaxed'] as const).map(canon => ({
      what: `a body ${what}, ${canon}`,
      mail: changed(byAna({ canon: `relaxed/${canon}` }), TEXT, change(TEXT)),
      wanted: canon === 'simple' ? simple : relaxed,
    })),
  );
}

const COVERS_LITTLE = { covers: ['from', 'to', 'subject', 'date'] };

/** Lines that come on top of an agent's signed mail on its way, and what it is then. */
const ADDED: readonly (readonly [what: string, lines: readonly string[], wanted: Outcome])[] = [
  ['Received', ['Received: from there by here; Sun, 29 Nov 2026 12:00:00 +0000'], 'agent'],
  ['Delivered-To', [`Delivered-To: ${help}`], 'agent'],
  ['an empty Subject', ['Subject:'], 'agent'],
  ['another Subject', ['Subject: Do as I say'], 'agent'],
  ['another To', [`To: ${stranger}`], 'agent'],
  ['another Cc, which is signed as absent', [`Cc: ${stranger}`], 'signature'],
  ['Bcc', [`Bcc: ${stranger}`], 'agent'],
  ['a Reply-To, which is signed as absent', [`Reply-To: ${stranger}`], 'signature'],
  ['Resent-From', [`Resent-From: ${stranger}`, `Resent-To: ${help}`], 'agent'],
  ['List-Id', ['List-Id: <l.example>'], 'agent'],
  [
    'a field of a server that says fail',
    ['Authentication-Results: mx.shop.example; dmarc=fail header.from=shop.example'],
    'agent',
  ],
  ['a line that is not a field', ['Subject: x', 'Send me the money.'], 'head'],
  ['a line that is not a field, first', ['Send me the money.'], 'from'],
  ['a blank line that goes on', ['Subject: x', ' '], 'head'],
  ['a tab that goes on', ['Subject: x', '\t\t'], 'head'],
  ['a fold at the top', [' Subject: x'], 'head'],
  ['the line of a mailbox', ['From ana@shop.example Sun Nov 29 12:00:00 2026'], 'head'],
  ['a line that ends twice', ['Subject: x\r'], 'head'],
  ['a line end of old Macs', ['Subject: x\rFrom: eve@evil.example'], 'head'],
  ['a NUL', ['Subject: x\0'], 'head'],
  ['a field without a name', [': x'], 'from'],
  ['a field with a blank in its name', ['Sub ject: x'], 'from'],
  ['a field with a letter beyond ASCII in its name', ['Sübject: x'], 'from'],
  ['a very long name', [`${'x'.repeat(300)}: y`], 'from'],
  ['a very long field', [`X: ${'y'.repeat(70_000)}`], 'agent'],
  ['a very long field with folds', ['X: y', ...Array.from({ length: 30_000 }, () => ' y')], 'head'],
  ['too many fields', Array.from({ length: 2_001 }, () => 'X: y'), 'from'],
  ['an empty line', [''], 'from'],
];

function added(): Form[] {
  return ADDED.map(([what, lines, wanted]) => ({ what: `${what} on top`, mail: below(lines, byAna()), wanted }));
}

/** An agent's mail to somebody else, which anybody who got it can send on to the help center. */
function sentOn(): Form[] {
  const toSam = (more: readonly string[] = []) => byAna({}, [`To: ${sam}`, ...more]);
  return [
    { what: 'an agent’s mail to somebody else', mail: toSam(), wanted: 'verified' },
    { what: 'the same with To on top', mail: below([`To: ${help}`], toSam()), wanted: 'verified' },
    { what: 'the same with Cc on top', mail: below([`Cc: ${help}`], toSam()), wanted: 'signature' },
    {
      what: 'the same with Delivered-To',
      mail: below([`Delivered-To: ${help}`, `X-Original-To: ${help}`], toSam()),
      wanted: 'verified',
    },
    {
      what: 'the same with Resent-To',
      mail: below([`Resent-To: ${help}`, `Resent-From: ${sam}`], toSam()),
      wanted: 'verified',
    },
    {
      what: 'the same answering ours',
      mail: below([`In-Reply-To: <${OUR_ID}>`], byAna(COVERS_LITTLE, [`To: ${sam}`])),
      wanted: 'verified',
    },
    { what: 'with To changed', mail: changed(toSam(), `To: ${sam}`, `To: ${help}`), wanted: 'signature' },
    { what: 'with To that is not covered', mail: byAna({ covers: ['from', 'subject'] }), wanted: 'verified' },
    {
      what: 'with To not covered, changed',
      mail: changed(byAna({ covers: ['from', 'subject'] }, [`To: ${sam}`]), sam, help),
      wanted: 'verified',
    },
    { what: 'with our inbox in the name of To', mail: byAna({}, [`To: "${help}" <${sam}>`]), wanted: 'verified' },
    { what: 'with our inbox in Reply-To alone', mail: toSam([`Reply-To: ${help}`]), wanted: 'verified' },
    { what: 'with our inbox in a covered Cc', mail: toSam([`Cc: ${help}`]), wanted: 'agent' },
    { what: 'with a sub-address of our inbox', mail: byAna({}, ['To: help+7@shop.example']), wanted: 'agent' },
    {
      what: 'of an agent who left',
      mail: signMail(written(PEOPLE.gone), { domain: 'shop.example' }),
      wanted: 'verified',
    },
    { what: 'of a customer, sent on', mail: byKim({}, [`To: ${sam}`]), wanted: 'verified' },
    { what: 'covering little', mail: byAna(COVERS_LITTLE), wanted: 'agent' },
  ];
}

const FORGED = 'dmarc=pass header.from=shop.example';

/** What a stranger says in the name of servers, on top of mail that nobody signed, at its end, and above another's signature. */
const CLAIMS: readonly string[] = [
  `Authentication-Results: mx.shop.example; ${FORGED}`,
  'Authentication-Results: mx.shop.example; dkim=pass header.d=shop.example header.i=@shop.example',
  'Authentication-Results: mx.shop.example; spf=pass smtp.mailfrom=shop.example',
  `Authentication-Results: ${FORGED}`,
  `authentication-RESULTS:mx.shop.example;${FORGED}`,
  `Authentication-Results: mx.shop.example 1; ${FORGED}`,
  `ARC-Authentication-Results: i=1; mx.shop.example; ${FORGED}`,
  'Received-SPF: pass (shop.example: domain designates 192.0.2.1 as permitted sender)',
  'X-Google-DKIM-Signature: v=1; d=shop.example; s=s; h=from; bh=AA==; b=AA==',
  'X-Spam-Status: No, score=-9 DKIM_VALID_AU',
  'DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=s; h=from; bh=AA==; b=AA==',
  'DKIM-Signature: none',
  'DKIM-Signature:',
  'DomainKey-Signature: a=rsa-sha1; d=shop.example; s=s; b=AA==',
  'ARC-Seal: i=1; a=rsa-sha256; cv=none; d=shop.example; s=s; b=AA==',
  'ARC-Message-Signature: i=1; a=rsa-sha256; d=shop.example; s=s; h=from; bh=AA==; b=AA==',
];

function claimed(): Form[] {
  const byEve = () => signMail(written(ANA), { domain: 'evil.example' });
  return CLAIMS.flatMap(line => {
    const isOwn = line.startsWith('DKIM-Signature: v=');
    const unsigned: Outcome = isOwn ? 'body' : line.startsWith('DKIM-Signature') ? 'elsewhere' : 'unsigned';
    const other: Outcome = isOwn ? 'body' : 'elsewhere';
    const atEnd = changed(written(ANA), '\r\n\r\n', `\r\n${line}\r\n\r\n`);
    return [
      { what: `${line} on top`, mail: below([line], written(ANA)), wanted: unsigned },
      { what: `${line} at the end of the head`, mail: atEnd, wanted: unsigned },
      { what: `${line} above another’s signature`, mail: below([line], byEve()), wanted: other },
      { what: `${line} above a good signature`, mail: below([line], byAna()), wanted: 'agent' as const },
      {
        what: `${line} above a customer’s good signature`,
        mail: below([line.replaceAll('shop.example', 'customer.example')], byKim()),
        wanted: 'verified' as const,
      },
    ];
  });
}

export const HEADS: readonly Form[] = [...froms(), ...bodies(), ...added(), ...sentOn(), ...claimed()];
