import { describe, expect, test } from 'vitest';
import { saysDmarcPassed } from '../../../../../src/center/mail/in/judge/topmost-results.ts';
import { ANA, below, byAna, byKim, changed, KIM, outcomeOf, TEXT, written } from './forms/form.ts';

const EXCHANGE =
  ' spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=customer.example; dkim=pass (signature was verified) ' +
  'header.d=customer.example;dmarc=pass action=none header.from=customer.example;compauth=pass reason=100';

describe('the topmost field says that DMARC passed', () => {
  test.for([
    ['as Exchange Online writes it', EXCHANGE, true],
    ['in capitals', EXCHANGE.toUpperCase(), true],
    ['for DMARC alone', 'dmarc=pass header.from=customer.example', true],
    ['with a semicolon behind it', 'dmarc=pass header.from=customer.example;', true],
    ['though DKIM failed, as SPF is enough', 'dkim=fail; dmarc=pass header.from=customer.example', true],
    ['not for another domain', 'dmarc=pass header.from=evil.example', false],
    ['not for a subdomain', 'dmarc=pass header.from=a.customer.example', false],
    ['not for a domain that begins alike', 'dmarc=pass header.from=customer.example.evil.example', false],
    ['not without a domain', 'dmarc=pass', false],
    ['not for two domains', 'dmarc=pass header.from=evil.example header.from=customer.example', false],
    ['not if it failed', 'dmarc=fail header.from=customer.example', false],
    ['not if it was not asked', 'dmarc=none header.from=customer.example', false],
    ['not by SPF alone', 'spf=pass smtp.mailfrom=customer.example', false],
    ['not by DKIM alone', 'dkim=pass header.d=customer.example', false],
    ['not twice', 'dmarc=pass header.from=customer.example; dmarc=pass header.from=customer.example', false],
    ['not against itself', 'dmarc=fail header.from=customer.example; dmarc=pass header.from=customer.example', false],
    ['not with two results of another method', 'spf=pass; spf=fail; dmarc=pass header.from=customer.example', false],
    ['not with the name of a server', 'mx.evil.example; dmarc=pass header.from=customer.example', false],
    ['not in a comment', 'spf=fail (; dmarc=pass header.from=customer.example)', false],
    ['not behind a comment that nothing ends', 'spf=fail (x; dmarc=pass header.from=customer.example', false],
    ['not with a comment within a comment', '((x)) dmarc=pass header.from=customer.example', false],
    ['not in quotes', 'spf=pass smtp.mailfrom="; dmarc=pass header.from=customer.example"', false],
    ['not with a backslash', 'dmarc=pass header.from=customer.example\\', false],
    ['not with a sign beyond ASCII', 'dmarc=pass\u00a0header.from=customer.example', false],
    ['not with a NUL', 'dmarc=pass header.from=customer.example\0', false],
    ['not with a second equals sign', 'spf=pass smtp.mailfrom=x=y; dmarc=pass header.from=customer.example', false],
    ['not with a word alone', 'spf; dmarc=pass header.from=customer.example', false],
    ['not if it is endless', `${EXCHANGE}${'; x=y'.repeat(3_000)}`, false],
    ['not if it is empty', '', false],
  ] as const)('%s', ([, field, wanted]) => {
    expect(saysDmarcPassed(field, 'customer.example')).toBe(wanted);
  });
});

describe('in a mailbox that trusts it, the topmost field', () => {
  const field = `Authentication-Results:${EXCHANGE}`;
  const agents = field.replaceAll('customer.', 'shop.');
  const at = { resultsTrusted: true };

  test('verifies a customer whose mail no signature verifies', async () => {
    for (const mail of [written(KIM), changed(byKim(), TEXT, 'rewritten\r\n')])
      expect(await outcomeOf({ mail: below([field], mail) }, at)).toBe('verified');
    expect(await outcomeOf({ mail: below([field], written(KIM)), isUnanswered: true }, at)).toBe('verified');
  });

  test('makes no one an agent, and takes nothing from a signer', async () => {
    expect(await outcomeOf({ mail: below([agents], written(ANA)) }, at)).toBe('verified');
    expect(await outcomeOf({ mail: below([agents], byAna()) }, at)).toBe('agent');
    expect(await outcomeOf({ mail: below([agents.replaceAll('pass', 'fail')], byAna()) }, at)).toBe('agent');
  });

  test('counts alone: not one below it, and not where programs read the header differently', async () => {
    const other = 'Authentication-Results: spf=none';
    expect(await outcomeOf({ mail: below([other, field], written(KIM)) }, at)).toBe('unsigned');
    expect(await outcomeOf({ mail: below([field, other], written(KIM)) }, at)).toBe('verified');
    for (const line of ['no field', ' ', 'X: a\rAuthentication-Results: x'])
      expect(await outcomeOf({ mail: below(['Subject: x', line, field], written(KIM)) }, at), line).not.toBe(
        'verified',
      );
    expect(await outcomeOf({ mail: below([field], written(`${KIM}, x`)) }, at)).toBe('from');
  });

  test('counts in no other mailbox', async () => {
    expect(await outcomeOf({ mail: below([field], written(KIM)) })).toBe('unsigned');
  });
});
