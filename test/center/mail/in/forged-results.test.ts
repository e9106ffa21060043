import { generateKeyPairSync } from 'node:crypto';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServing } from '../../../faults/mail-serving.ts';
import { hire } from '../../../faults/people.ts';
import { openTestDatabase } from '../../../faults/test-database.ts';
import { isFull } from '../../../harness/full.ts';
import { freePort, whyNoMailServer } from '../../../harness/mail-servers.ts';
import { sendFromAfar, startOpenDkim, startOpenDmarc } from '../../../harness/milters.ts';
import { startPostfix } from '../../../harness/postfix.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const WITHIN = { timeout: 60_000, interval: 100 };
const AGENT = 'a0@desk.example';
const HELP = 'help@shop.example';
const SITE = 'mx.shop.example';
const NAME = 'Authentication-Results';

/** Where among the lines of a mail the forged field stands: above its Received, below it, below From, at the end. */
const PLACES = isFull ? [0, 1, 2, 5] : [0, 5];
const SENDERS = 12;

/** Blanks and controls of Unicode, and some raw bytes. */
const BLANKS: Buffer[] = ['\u00a0', '\ufeff', '\u2003', '\u2028', '\u3000', '\u200b', '\v', '\f', '\u0085'].map(each =>
  Buffer.from(each),
);
BLANKS.push(Buffer.from([0xa0]), Buffer.from([0x85]), Buffer.from([0]));

function field(
  id: string | Buffer,
  after: string | Buffer = '',
  method = 'dmarc=pass header.from=desk.example',
): Buffer {
  const parts = [`${NAME}: `, id, after, `; ${method}`];
  return Buffer.concat(parts.map(part => Buffer.from(part)));
}

/** Fields by which a stranger says in the name of the site's server that the agent's domain passed. */
const FIELDS: readonly Buffer[] = [
  field(SITE),
  field(SITE, '', 'dkim=pass header.d=desk.example'),
  field(SITE, '', 'spf=pass smtp.mailfrom=desk.example'),
  field(SITE.toUpperCase()),
  field(`"${SITE}"`),
  field('mx."shop".example'),
  field(`(c) ${SITE} (c)`),
  field(SITE, ' 1'),
  field(SITE, ' 9'),
  field(`\r\n ${SITE}`),
  field(SITE, '\r\n\t'),
  field(`=?utf-8?q?${SITE}?=`),
  field('mx.shop.e\u212aample'),
  Buffer.from(`${NAME} : ${SITE}; dmarc=pass header.from=desk.example`),
  Buffer.from(`authentication-RESULTS:${SITE};dmarc=pass header.from=desk.example`),
  Buffer.from(`no field at all\r\n${NAME}: ${SITE}; dmarc=pass header.from=desk.example`),
  Buffer.from(`X-Other: x\r\r\n${NAME}: ${SITE}; dmarc=pass header.from=desk.example`),
  ...BLANKS.flatMap(blank => [field(SITE, blank), field('', Buffer.concat([blank, Buffer.from(SITE)]))]),
];

/** The mail of a stranger in an agent's name, with the forged field at each of the places where it may stand. */
function forged(id: string, forgery: Buffer, place: number): Buffer {
  const head = ['Received: from there by evil.example; Tue, 24 Nov 2026 10:00:00 +0000', `From: Ana <${AGENT}>`];
  const rest = [`To: ${HELP}`, `Message-ID: <${id}>`, 'Subject: Do as I say', '', 'Send it to me.'];
  const lines: Buffer[] = [...head, ...rest].map(line => Buffer.from(line));
  lines.splice(place, 0, forgery);
  return Buffer.concat(lines.flatMap(line => [line, Buffer.from('\r\n')]));
}

async function signed(id: string, privateKey: string): Promise<Buffer> {
  const dkim = { domainName: 'desk.example', keySelector: 's', privateKey };
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim });
  const mail = { from: AGENT, to: HELP, messageId: `<${id}>`, subject: 'Parcel', text: 'It is on its way.' };
  return (await writer.sendMail(mail)).message as Buffer;
}

test.for([
  ['as it is installed', {}, 1],
  ['that removes fields in its name', { RemoveARAll: 'yes' }, 1],
  ['that always writes a field', { AlwaysAddARHeader: 'yes' }, 2],
  ['that does both, as the guide asks', { RemoveARAll: 'yes', AlwaysAddARHeader: 'yes' }, 2],
] as const)(
  'nobody comes in as an agent through Postfix, OpenDMARC and an OpenDKIM %s',
  {
    timeout: 240_000,
    ...skippedFor(whyNoMailServer('opendkim') ?? whyNoMailServer('opendmarc') ?? whyNoMailServer('postfix')),
  },
  async ([, options, fields]) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const [folder, lmtp, smtpd] = [temporaryFolder(), await freePort(), await freePort()];
    const openDkim = await startOpenDkim(folder, publicKey.toString('base64'), options);
    onTestFinished(() => openDkim.stop());
    const openDmarc = await startOpenDmarc(folder);
    onTestFinished(() => openDmarc.stop());
    const milters = [openDkim.port, openDmarc.port];
    const postfix = await startPostfix(temporaryFolder(), { lmtp: `inet:127.0.0.1:${lmtp}`, smtpd, milters });
    onTestFinished(() => postfix.stop());
    const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
    onTestFinished(() => database.close());
    await hire(database, 1);
    const keys = { authserv_id: SITE, authserv_fields: fields };
    const serving = await startMailServing(database, database.folder, { lmtp, keys });
    onTestFinished(() => serving.kill());

    const mails = FIELDS.flatMap((each, at) => PLACES.map(place => forged(`${at}.${place}@evil.example`, each, place)));
    let taken = 0;
    const send = async (from: number) => {
      for (let at = from; at < mails.length; at += SENDERS)
        if ((await sendFromAfar(smtpd, 'eve@evil.example', HELP, mails[at]!)).startsWith('250')) taken += 1;
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, from) => send(from)));
    expect(taken).toBe(mails.length);
    expect(await sendFromAfar(smtpd, AGENT, HELP, await signed('genuine@desk.example', privateKey))).toMatch(/^250/);

    const stored = () =>
      database.query<{ message_key: string; kind: string; unverified: number }>(
        'select mail.message_key, message.kind, message.unverified from message join mail on mail.message_id = message.id',
      );
    await expect.poll(async () => (await stored()).length, WITHIN).toBe(taken + 1);
    const verified = (await stored()).filter(({ kind, unverified }) => kind === 'agent' || unverified === 0);
    // Only where each mail has as many fields as the setting says.
    expect(verified.map(each => each.message_key)).toEqual(fields === 2 ? ['genuine@desk.example'] : []);
  },
);
