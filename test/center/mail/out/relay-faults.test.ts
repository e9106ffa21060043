import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectRelay, NotTaken, type RelayTimes } from '../../../../src/center/mail/out/relay.ts';
import { type RelayAddress, relayAddress } from '../../../../src/center/mail/out/relay-address.ts';
import { relayTrouble } from '../../../../src/center/mail/out/relay-trouble.ts';
import { freePort } from '../../../harness/mail-servers.ts';
import { openRelay, type RelayOptions } from '../../../harness/relay.ts';
import type { RelayFault, RelayStep } from '../../../harness/smtp/session.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { pem, trust } from '../../../harness/tls.ts';

const MAIL = Buffer.from('Message-ID: <m1@shop.example>\r\nSubject: Lamp\r\n\r\nIt is on its way.\r\n');
const ENVELOPE = { from: 'help@shop.example', to: ['ana@customer.example', 'bob@customer.example'] };
/** Long enough for a machine with other work. */
const PATIENT: RelayTimes = { connectMs: 30_000, answerMs: 30_000 };
/** For a relay that hangs: nothing else is waited for. */
const HURRIED: RelayTimes = { connectMs: 300, answerMs: 300 };

const tls = { key: pem('key'), cert: pem('good') };

interface Try {
  readonly password?: string;
  readonly times?: RelayTimes;
}

/** What comes of handing a mail to a relay: the relay's last word, or why it was not taken. */
async function handOver(address: RelayAddress, { password = 'secret', times = PATIENT }: Try = {}) {
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    const connection = await connectRelay({ address, passwordFile }, times, new AbortController().signal);
    try {
      const { reply, refused } = await connection.send(ENVELOPE, MAIL);
      return [reply, ...refused.map(({ address, trouble }) => `${address}: ${trouble.about}`)].join(', ');
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return `${error.trouble.about}${error.mayBeOut ? ', may be out' : ''}: ${error.trouble.reason}`;
  }
}

async function opened(options: RelayOptions = {}) {
  const relay = await openRelay(options);
  onTestFinished(() => relay.close());
  return relay;
}

function at(port: number, { scheme = 'smtp', user = '' } = {}): RelayAddress {
  return relayAddress(`${scheme}://${user}127.0.0.1:${port}`);
}

const CUT = 'relay: relay ended the connection';
const SILENT = 'relay: relay does not answer';
const [LATER, NEVER] = ['451 4.3.0 come back', '550 5.1.1 no such user'];

function closed(said: string): string {
  return `relay: relay takes no mail now: ${said}`;
}

/** At each step: what comes of a cut, of silence, of 4xx and of 5xx. */
const STEPS: readonly (readonly [RelayStep, cut: string, silent: string, later: string, never: string])[] = [
  ['greet', CUT, SILENT, closed(LATER), closed(NEVER)],
  ['hello', CUT, SILENT, closed(LATER), closed(NEVER)],
  [
    'auth',
    CUT,
    SILENT,
    `relay: relay refuses the user name or the password: ${LATER}`,
    `relay: relay refuses the user name or the password: ${NEVER}`,
  ],
  ['mail', CUT, SILENT, `mail for now: ${LATER}`, `mail for ever: ${NEVER}`],
  ['rcpt', CUT, SILENT, `mail for now: ${LATER}`, `mail for ever: ${NEVER}`],
  ['data', CUT, SILENT, `mail for now: ${LATER}`, `mail for ever: ${NEVER}`],
  [
    'body',
    'relay, may be out: relay ended the connection',
    'relay, may be out: relay does not answer',
    `mail for now: ${LATER}`,
    `mail for ever: ${NEVER}`,
  ],
];

const FAULTS: readonly { readonly name: string; readonly fault: RelayFault; readonly times?: RelayTimes }[] = [
  { name: 'ends the connection', fault: { kind: 'cuts' } },
  { name: 'says nothing', fault: { kind: 'hangs' }, times: HURRIED },
  { name: 'says 4xx', fault: { kind: 'refuses', text: LATER } },
  { name: 'says 5xx', fault: { kind: 'refuses', text: NEVER } },
];

const CASES = STEPS.flatMap(([step, ...wanted]) =>
  FAULTS.map((fault, at) => ({ step, ...fault, wanted: wanted[at]! })),
);

test.for(CASES)('a relay that $name at $step: $wanted', async ({ step, fault, times = PATIENT, wanted }) => {
  const relay = await opened({ passwords: { desk: 'secret' } });
  relay.fault = now => (now === step ? fault : undefined);
  expect(await handOver(at(relay.port, { user: 'desk@' }), { times })).toBe(wanted);
  expect(relay.taken).toHaveLength(wanted.includes('may be out') ? 1 : 0);
});

test.for(STEPS.map(([step]) => step))('a relay that answers late at %s takes the mail once', async step => {
  const relay = await opened({ passwords: { desk: 'secret' } });
  const { promise, resolve } = Promise.withResolvers<void>();
  relay.fault = now => {
    if (now !== step) return undefined;
    setTimeout(resolve, 50);
    return { kind: 'late', until: promise };
  };
  expect(await handOver(at(relay.port, { user: 'desk@' }))).toBe('250 2.0.0 taken');
  expect([...relay.times]).toEqual([['m1@shop.example', 1]]);
});

test('a relay that ends the connection within a mail has not taken it, but it might have', async () => {
  const relay = await opened();
  relay.fault = step => (step === 'bytes' ? { kind: 'cuts' } : undefined);
  expect(await handOver(at(relay.port))).toBe('relay, may be out: relay ended the connection');
  expect(relay.taken).toEqual([]);
});

test('a relay that refuses one of two recipients takes the mail for the other', async () => {
  const relay = await opened();
  relay.fault = (step, line) =>
    step === 'rcpt' && line.includes('<bob@') ? { kind: 'refuses', text: NEVER } : undefined;
  expect(await handOver(at(relay.port))).toBe('250 2.0.0 taken, bob@customer.example: mail for ever');
  expect(relay.taken.map(({ to }) => to)).toEqual([['ana@customer.example']]);
});

test('a relay that is shut is told', async () => {
  const port = await freePort();
  expect(await handOver(at(port))).toBe(`relay: relay does not answer: nothing listens on port ${port} of 127.0.0.1`);
});

test.for([
  ['ENOTFOUND', 'there is no relay with the name smtp.shop.example'],
  ['EAI_AGAIN', 'name smtp.shop.example of the relay cannot be looked up now'],
  ['ENETUNREACH', 'relay cannot be reached: no way to smtp.shop.example'],
] as const)('%s of the system is told in words', ([code, reason]) => {
  const error = Object.assign(new Error(code), { code });
  expect(relayTrouble(error, relayAddress('smtps://smtp.shop.example'))).toEqual({ reason, about: 'relay' });
});

test('a mail that is larger than the relay takes is never sent', async () => {
  const relay = await opened({ sizeLimit: 60 });
  expect(await handOver(at(relay.port))).toBe('mail for ever: mail is larger than the relay takes');
  expect(relay.heard.some(line => line.startsWith('DATA'))).toBe(false);
});

test.for([
  ['good', 'is signed by itself alone'],
  ['expired', 'has expired'],
  ['other', 'belongs to another server'],
] as const)('a relay whose certificate cannot be trusted (%s) gets nothing', async ([name, why]) => {
  if (name !== 'good') trust(name);
  const relay = await opened({ tls: { key: pem('key'), cert: pem(name) }, isTlsFromStart: true });
  expect(await handOver(at(relay.port, { scheme: 'smtps', user: 'desk@' }))).toBe(
    `relay: certificate of 127.0.0.1 ${why}`,
  );
  expect(relay.heard).toEqual([]);
});

test.for(['smtps', 'smtp'] as const)('a relay whose certificate is trusted takes mail by %s', async scheme => {
  trust('good');
  const passwords = { desk: 'secret' };
  const relay = await opened({ tls, isTlsFromStart: scheme === 'smtps', passwords });
  const address = at(relay.port, { scheme, user: 'desk@' });
  const far = scheme === 'smtps' ? address : { ...address, tls: 'by STARTTLS' as const };
  expect(await handOver(far)).toBe('250 2.0.0 taken');
  expect(relay.taken).toMatchObject([{ isEncrypted: true, user: 'desk' }]);
});

test('a relay by STARTTLS with a certificate of another server gets no password', async () => {
  const relay = await opened({ tls: { key: pem('key'), cert: pem('other') }, passwords: { desk: 'secret' } });
  const address = { ...at(relay.port, { user: 'desk@' }), tls: 'by STARTTLS' as const };
  expect(await handOver(address)).toMatch(/^relay: certificate of 127\.0\.0\.1 /);
  expect(relay.heard.filter(line => /^(?:AUTH|MAIL)/.test(line))).toEqual([]);
});

test('a relay elsewhere that offers no TLS, or refuses it, gets neither a password nor a mail', async () => {
  for (const options of [{}, { tls }]) {
    const relay = await opened({ ...options, passwords: { desk: 'secret' } });
    relay.fault = step => (step === 'starttls' ? { kind: 'refuses', text: '454 4.7.0 not now' } : undefined);
    const address = { ...at(relay.port, { user: 'desk@' }), tls: 'by STARTTLS' as const };
    expect(await handOver(address)).toBe(
      `relay: relay does not offer TLS on port ${relay.port} of 127.0.0.1; without it nothing is sent`,
    );
    expect(relay.heard.filter(line => /^(?:AUTH|MAIL)/.test(line))).toEqual([]);
  }
});

test('a relay on this machine is used with any TLS that it offers, or none', async () => {
  for (const options of [{}, { tls }, { tls: { key: pem('key'), cert: pem('other') } }]) {
    const relay = await opened(options);
    expect(await handOver(at(relay.port))).toBe('250 2.0.0 taken');
  }
});

test('words that are put before the greeting of TLS are not taken for those of the relay', async () => {
  trust('good');
  const relay = await opened({ tls });
  relay.fault = step =>
    step === 'starttls' ? { kind: 'refuses', text: '220 go on\r\n250 injected\r\n250 injected' } : undefined;
  const address = { ...at(relay.port), tls: 'by STARTTLS' as const };
  expect(await handOver(address, { times: HURRIED })).toMatch(/^relay: /);
  expect(relay.taken).toEqual([]);
});

test('a wrong password is told, without any password', async () => {
  const relay = await opened({ passwords: { desk: 'other' } });
  expect(await handOver(at(relay.port, { user: 'desk@' }), { password: 'canary' })).toBe(
    'relay: relay refuses the user name or the password: 535 5.7.8 wrong name or password',
  );
  relay.fault = (step, line) =>
    step === 'auth' ? { kind: 'refuses', text: `535 5.7.8 canary ${line.split(' ').at(-1)} is wrong` } : undefined;
  const told = await handOver(at(relay.port, { user: 'desk@' }), { password: 'canary' });
  expect(told).toMatch(/is wrong$/);
  for (const form of ['canary', Buffer.from('\0desk\0canary').toString('base64')]) expect(told).not.toContain(form);
});

test('a relay’s words are one safe line', async () => {
  const relay = await opened();
  relay.fault = step =>
    step === 'mail' ? { kind: 'refuses', text: '550-5.7.1 no\u001b[31m\u202e\r\n550 5.7.1 way' } : undefined;
  const told = await handOver(at(relay.port));
  expect(told).toMatch(/^mail for ever: 550/);
  expect(told).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});
