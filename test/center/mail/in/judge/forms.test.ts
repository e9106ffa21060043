import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../../../src/center/intake/mime/parse-mail.ts';
import { sampled } from '../../../../harness/full.ts';
import { BY_OTHERS } from './forms/by-others.ts';
import { ARRIVED, outcomeOf } from './forms/form.ts';
import { HEADS } from './forms/heads.ts';
import { DOMAIN_FORMS, LARGE_SENDERS, MUCH_LATER } from './forms/senders.ts';
import { SIGNATURES } from './forms/signatures.ts';

const FORMS = [...SIGNATURES, ...HEADS, ...DOMAIN_FORMS, ...LARGE_SENDERS];

describe('of a mail the rules give', () => {
  test.for(sampled(FORMS).map(form => [form.what, form] as const))('%s', async ([, form]) => {
    expect(await outcomeOf(form)).toBe(form.wanted);
  });
});

test.for(sampled(BY_OTHERS).map(form => [form.what, form] as const))(
  'no domain speaks for another: %s',
  async ([, form]) => {
    const outcome = await outcomeOf(form);
    const [author] = parseMail(form.mail, { now: ARRIVED }).authors;
    if (!author?.email?.endsWith('@evil.example')) expect(outcome).not.toBe('verified');
    expect(outcome).not.toBe('agent');
  },
);

test('there are enough forms, and of each outcome some', () => {
  expect(FORMS.length).toBeGreaterThanOrEqual(300);
  const outcomes = new Set(FORMS.map(({ wanted }) => wanted));
  expect(outcomes.size).toBe(17);
});

test.for(sampled(LARGE_SENDERS).map(form => [form.what, form] as const))(
  'the time that counts is that of the arrival: %s',
  async ([, form]) => {
    // It is read much later, when most of the signatures have expired.
    expect(parseMail(form.mail, { now: MUCH_LATER }).authors).toHaveLength(1);
    expect(await outcomeOf(form, { at: ARRIVED })).toBe('verified');
    const expires = /; x=\d/.test(form.mail.toString('latin1'));
    expect(await outcomeOf(form, { at: MUCH_LATER })).toBe(expires ? 'expired' : 'verified');
  },
);
