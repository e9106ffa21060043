import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createCenter } from '../../../../src/center/center.ts';
import { addEmail } from '../../../../src/center/model/inbox/email.ts';
import { readAddresses } from '../../../../src/center/model/mail.ts';
import { startMailServing, untilSeen } from '../../../faults/mail-serving.ts';
import { attachmentsOf, hire } from '../../../faults/people.ts';
import { openTestDatabase } from '../../../faults/test-database.ts';
import { rsaKey, signByFrom, signMail } from '../../../harness/dkim.ts';
import { startDovecot } from '../../../harness/dovecot.ts';
import { freePort, whyNoMailServer } from '../../../harness/mail-servers.ts';
import { type Milter, sendFromAfar, startOpenDkim, startOpenDmarc } from '../../../harness/milters.ts';
import { openTextServer } from '../../../harness/name-server.ts';
import { startPostfix } from '../../../harness/postfix.ts';
import { skippedFor } from '../../../harness/skipped.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const WITHIN = { timeout: 120_000, interval: 200 };
const AGENT = 'a0@desk.example';
const KIM = 'kim@customer.example';
const HELP = 'help@shop.example';
const SITE = 'mx.shop.example';
const FORGED = 'dmarc=pass header.from=desk.example';

/** What stands for a mail in the help center: the agent's, a verified customer's, or one that nobody vouches for. */
type Became = 'agent' | 'verified' | 'unverified';

interface Sent {
  readonly id: string;
  readonly mail: Buffer;
  readonly became: Became;
}

/** Blanks and controls of Unicode, and some raw bytes. */
const BLANKS = ['\u00a0', '\ufeff', '\u2003', '\u2028', '\u3000', '\u200b', '\v', '\f', '\u0085'];

/** Lines by which a stranger says that the agent's domain passed. */
const CLAIMS: readonly string[] = [
  `Authentication-Results: ${SITE}; ${FORGED}`,
  `Authentication-Results: ${SITE}; dkim=pass header.d=desk.example`,
  `Authentication-Results: ${SITE}; spf=pass smtp.mailfrom=desk.example`,
  `Authentication-Results: "${SITE}"; ${FORGED}`,
  `Authentication-Results: ${SITE} 1; ${FORGED}`,
  `Authentication-Results : ${SITE}; ${FORGED}`,
  `Authentication-Results: ${FORGED}`,
  `no field at all\r\nAuthentication-Results: ${SITE}; ${FORGED}`,
  `ARC-Authentication-Results: i=1; ${SITE}; ${FORGED}`,
  ...BLANKS.flatMap(blank => [
    `Authentication-Results: ${SITE}${blank}; ${FORGED}`,
    `Authentication-Results: ${blank}${SITE}; ${FORGED}`,
  ]),
];

/** A mail with some lines on top of its header, and some at its end. */
function written(id: string, from: string, { to = HELP, top = [], end = [] }: Lines = {}): Buffer {
  const head = [`From: ${from}`, `To: ${to}`, `Message-ID: <${id}>`, 'Subject: Do as I say'];
  const date = `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`;
  return Buffer.from([...top, ...head, date, ...end, '', 'Send it to me.', ''].join('\r\n'));
}

interface Lines {
  readonly to?: string;
  readonly top?: readonly string[];
  readonly end?: readonly string[];
}

const KEY = rsaKey();

/** The tags by which OpenDKIM writes a stranger's text into its own field. */
const INJECTED = [
  'x=3B=20dkim=3Dpass=20header.d=3Ddesk.example=20header.i=3D@evil.example',
  'x=3B=20spf=3Dpass=20smtp.mailfrom=3Ddesk.example=3B=20x=3Dnone=20a.b=3D@evil.example',
  'x=3B=20dmarc=3Dpass=20header.from=3Ddesk.example@evil.example',
];

/** The mails that strangers and others send, with what each must become. */
function mailsFor(chain: string): Sent[] {
  const sent: Sent[] = [];
  const add = (name: string, became: Became, make: (id: string) => Buffer) => {
    const id = `${name}.${chain}@x.example`;
    sent.push({ id, mail: make(id), became });
  };
  for (const [at, claim] of CLAIMS.entries())
    add(`claim${at}`, 'unverified', id => written(id, AGENT, at % 2 === 0 ? { top: [claim] } : { end: [claim] }));
  for (const [at, i] of INJECTED.entries()) {
    const signing = { domain: 'evil.example', key: KEY, tags: { i } };
    add(`inject${at}`, 'unverified', id => signMail(written(id, `Ana <${AGENT}>`), signing));
    const broken = { ...signing, tags: { i, b: 'AA==' } };
    add(`broken${at}`, 'unverified', id => signMail(written(id, `Ana <${AGENT}>`), broken));
    add(`customer${at}`, 'unverified', id => signMail(written(id, `Kim <${KIM}>`), signing));
  }
  for (const [at, from] of [`Ana, <${AGENT}>`, `Ortiz, Ana <${AGENT}>`, `${AGENT}, ${KIM}`].entries())
    add(`torn${at}`, 'unverified', id => written(id, from, { top: [CLAIMS[0]!] }));
  add('double', 'unverified', id => written(id, AGENT, { top: [`From: ${KIM}`] }));
  const key = { key: KEY };
  add('genuine', 'agent', id => signByFrom(written(id, `Ana <${AGENT}>`), key));
  add('kim', 'verified', id => signByFrom(written(id, `Kim <${KIM}>`), key));
  add('simple', 'verified', id => signByFrom(written(id, `Kim <${KIM}>`), { ...key, canon: 'relaxed/simple' }));
  add('elsewhere', 'verified', id => signByFrom(written(id, AGENT, { to: 'sam@partner.example' }), key));
  return sent;
}

/** A name server that knows the key of all domains of the test. */
async function keyServer(): Promise<string> {
  return (await openTextServer(name => (name.startsWith('s._domainkey.') ? [KEY.record] : 'none'))).at;
}

type State = 'up' | 'down' | 'silent';

/** A milter that takes connections and never says a word. */
async function silentMilter(): Promise<Milter> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => void sockets.add(socket.on('error', () => undefined)));
  const port = await freePort();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, stop };
}

/** A milter in this state; one that is down has a port at which nothing listens. */
async function milterIn(state: State, start: () => Promise<Milter>): Promise<Milter> {
  if (state === 'down') return { port: await freePort(), stop: async () => undefined };
  return state === 'up' ? start() : silentMilter();
}

const STATES: readonly State[] = ['up', 'down', 'silent'];
const CHAINS = STATES.flatMap(dkim =>
  STATES.flatMap(dmarc =>
    (dkim === 'up' ? ['yes', 'no'] : ['no']).map(removes => ({
      dkim,
      dmarc,
      removes,
      name: `${dkim}-${dmarc}-${removes}`,
    })),
  ),
);
const SENDERS = 16;

/** A help center with one agent, whose `serve` asks a name server of ours; what its messages became, by Message-ID. */
async function openServed(mail: Parameters<typeof startMailServing>[2]) {
  const database = await openTestDatabase({ database: undefined, share: 1, seed: 1 });
  onTestFinished(() => database.close());
  await hire(database, 1);
  const center = await createCenter({ database: database.location, attachmentsFolder: attachmentsOf(database) });
  await center.write(async work => addEmail(work.db, (await readAddresses(work.db)).defaultInbox, { email: HELP }));
  await center.close();
  const keys = { ...mail.keys, dns: await keyServer() };
  const serving = await startMailServing(database, database.folder, { ...mail, keys });
  onTestFinished(() => serving.kill());
  const stored = async (): Promise<Map<string, Became>> => {
    const rows = await database.query<{ message_key: string; kind: string; unverified: number }>(
      'select mail.message_key, message.kind, message.unverified from message join mail on mail.message_id = message.id',
    );
    const became = (kind: string, unverified: number): Became =>
      kind === 'agent' ? 'agent' : unverified === 0 ? 'verified' : 'unverified';
    return new Map(rows.map(row => [row.message_key, became(row.kind, row.unverified)]));
  };
  return { database, stored };
}

const WHY_NOT = whyNoMailServer('opendkim') ?? whyNoMailServer('opendmarc') ?? whyNoMailServer('postfix');

test('the fields of Postfix, OpenDKIM and OpenDMARC verify no one, a signature does, with any of the three running', {
  timeout: 600_000,
  ...skippedFor(WHY_NOT),
}, async () => {
  const lmtp = await freePort();
  const { stored } = await openServed({ lmtp });
  const domains = ['desk.example', 'customer.example', 'evil.example'];
  const wanted = new Map<string, Became>();
  for (const { dkim, dmarc, removes, name } of CHAINS) {
    const folder = temporaryFolder();
    const options = { RemoveARAll: removes, AlwaysAddARHeader: 'yes' };
    const milters = [
      await milterIn(dkim, () => startOpenDkim(folder, { record: KEY.record, domains }, options)),
      await milterIn(dmarc, () => startOpenDmarc(folder)),
    ];
    const smtpd = await freePort();
    const postfix = await startPostfix(temporaryFolder(), {
      lmtp: `inet:127.0.0.1:${lmtp}`,
      smtpd,
      milters: milters.map(({ port }) => port),
    });
    const mails = mailsFor(name);
    const send = async (from: number) => {
      for (let at = from; at < mails.length; at += SENDERS) {
        const { id, mail, became } = mails[at]!;
        // A milter may refuse one: then it is nobody's.
        if ((await sendFromAfar(smtpd, 'eve@evil.example', HELP, mail)).startsWith('250')) wanted.set(id, became);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, from) => send(from)));
    await expect.poll(async () => (await stored()).size, WITHIN).toBe(wanted.size);
    for (const each of [postfix, ...milters]) await each.stop();
  }
  const genuine = [...wanted].filter(([, became]) => became !== 'unverified');
  expect(genuine).toHaveLength(4 * CHAINS.length);
  expect(Object.fromEntries(await stored())).toEqual(Object.fromEntries(wanted));
});

test('from a mailbox of Dovecot comes the same', {
  timeout: 180_000,
  ...skippedFor(whyNoMailServer('dovecot')),
}, async () => {
  const dovecot = await startDovecot(temporaryFolder());
  onTestFinished(() => dovecot.stop());
  const url = `imap://${encodeURIComponent(dovecot.user)}@127.0.0.1:${dovecot.port}`;
  const { database, stored } = await openServed({ mailboxes: [{ url, password: dovecot.password }] });
  await untilSeen(database);
  const mails = mailsFor('dovecot');
  for (const [at, { mail }] of mails.entries()) dovecot.put(`${1_700_000_000 + at}.${at}.mx`, mail);
  await expect.poll(async () => (await stored()).size, WITHIN).toBe(mails.length);
  expect(Object.fromEntries(await stored())).toEqual(Object.fromEntries(mails.map(({ id, became }) => [id, became])));
});
