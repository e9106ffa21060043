import { expect, test } from 'vitest';
import type { Signature } from '../../../../../src/center/intake/dkim/check.ts';
import { readReferences } from '../../../../../src/center/intake/mime/named.ts';
import { type Trust, verifySender } from '../../../../../src/center/mail/in/judge/verified.ts';

const ARRIVED = Date.UTC(2026, 10, 29, 12);
const FROM = 'Kim <kim@customer.example>';

function named(from: string) {
  return readReferences([
    { name: 'from', value: from },
    { name: 'to', value: 'help@shop.example' },
  ]);
}

const GOOD: Signature = {
  algorithm: 'rsa-sha256',
  alignment: 'same',
  result: 'pass',
  reason: '',
  keyBits: 2_048,
  isKeyInTestMode: false,
  isLimited: false,
  signedAt: ARRIVED - 1_000,
  expiresAt: ARRIVED + 1_000,
  covered: named(FROM),
};

function trust(...signatures: readonly Partial<Signature>[]): Trust {
  const checked = signatures.map(each => ({ ...GOOD, ...each }));
  return { signatures: { from: ['kim@customer.example'], checked }, arrivedAt: ARRIVED, isUnanswered: false };
}

/** One signature that differs from a good one in these, and what it makes of its mail. */
const TABLE: readonly (readonly [what: string, differs: Partial<Signature>, wanted: 'agent' | 'verified' | string])[] =
  [
    ['as it is', {}, 'agent'],
    ['by a parent of the domain', { alignment: 'parent' }, 'agent'],
    ['by another domain of the organisation', { alignment: 'organisation' }, 'verified'],
    ['by a domain of others', { alignment: 'none' }, 'elsewhere'],
    ['without times', { signedAt: null, expiresAt: null }, 'agent'],
    ['made at the moment of its arrival', { signedAt: ARRIVED }, 'agent'],
    ['made a millisecond later', { signedAt: ARRIVED + 1 }, 'early'],
    ['that ends at the moment of its arrival', { expiresAt: ARRIVED }, 'agent'],
    ['that ended a millisecond before', { expiresAt: ARRIVED - 1 }, 'expired'],
    ['of a part of the body', { isLimited: true }, 'part'],
    ['by Ed25519', { algorithm: 'ed25519-sha256', keyBits: null }, 'agent'],
    ['by SHA-1', { algorithm: 'rsa-sha1' }, 'algorithm'],
    ['by Ed25519 and SHA-1', { algorithm: 'ed25519-sha1', keyBits: null }, 'algorithm'],
    ['by no algorithm', { algorithm: '' }, 'algorithm'],
    ['by an RSA key of 1,024 bits', { keyBits: 1_024 }, 'agent'],
    ['by one of 1,023', { keyBits: 1_023 }, 'weak'],
    ['by one of an unknown length', { keyBits: null }, 'weak'],
    ['by a key in test mode', { isKeyInTestMode: true }, 'testing'],
    ['that covers another From', { covered: named('Eve <eve@evil.example>') }, 'from'],
    ['that covers two people in From', { covered: named(`${FROM}, eve@evil.example`) }, 'from'],
    ['that covers no From', { covered: named('') }, 'from'],
    ['that covers the same address under another name', { covered: named('Eve <KIM@customer.example>') }, 'agent'],
    ['whose body was changed', { result: 'fail', reason: 'body hash did not verify' }, 'body'],
    ['whose header was changed', { result: 'fail', reason: 'bad signature' }, 'signature'],
    ['whose key is gone', { result: 'neutral', reason: 'no key' }, 'key'],
    ['for which DNS failed', { result: 'temperror', reason: 'DNS failure: ETIMEOUT' }, 'key'],
    ['by a short key, as the verifier says', { result: 'policy', reason: 'weak-key', keyBits: null }, 'weak'],
    ['with words that nobody knows', { result: 'neutral', reason: 'Odd' }, 'form'],
    ['with another result', { result: 'none' }, 'form'],
    ['with a result in capitals', { result: 'PASS' }, 'form'],
  ];

function outcome(one: Trust, from = FROM): string {
  const found = verifySender(named(from), one);
  if (!found.isVerified) return found.why;
  return found.mayBeAgent ? 'agent' : 'verified';
}

test.for(TABLE)('a signature %s', ([, differs, wanted]) => {
  expect(outcome(trust(differs))).toBe(wanted);
});

test('one good signature is enough, wherever it stands, and the one that speaks for agents counts', () => {
  const bad = { result: 'fail', reason: 'bad signature' };
  expect(outcome(trust(bad, {}))).toBe('agent');
  expect(outcome(trust({}, bad))).toBe('agent');
  expect(outcome(trust({ alignment: 'organisation' }, {}))).toBe('agent');
  expect(outcome(trust({ alignment: 'organisation' }, { isKeyInTestMode: true }))).toBe('verified');
});

test('parts of several signatures make no good one', () => {
  expect(outcome(trust({ isLimited: true }, { isKeyInTestMode: true }, { keyBits: 512 }))).toBe('part');
  expect(outcome(trust())).toBe('form');
});

test('the verifier must read the same single address in From as we do', () => {
  const read = (...from: readonly string[]) => outcome({ ...trust({}), signatures: { from, checked: [GOOD] } });
  expect(read('KIM@customer.example')).toBe('agent');
  for (const others of [[], ['eve@evil.example'], ['kim@customer.example', 'eve@evil.example']])
    expect(read(...others)).toBe('from');
  for (const from of ['', `${FROM}, x`, `Quinn, ${FROM}`, `${FROM}, ${FROM}`, 'kim', `A: ${FROM};`])
    expect(outcome(trust({}), from), from).toBe('from');
});

test('without an answer of DNS it is not verified, for that reason', () => {
  const down: Trust = { arrivedAt: ARRIVED, isUnanswered: true };
  expect(outcome(down)).toBe('dns');
  expect(outcome({ ...trust({ result: 'neutral', reason: 'no key' }), isUnanswered: true })).toBe('dns');
  expect(outcome({ ...trust({}), isUnanswered: true })).toBe('agent');
  expect(outcome({ arrivedAt: ARRIVED, isUnanswered: false })).toBe('work');
});
