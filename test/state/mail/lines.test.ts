import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type MailState, mailLines } from '../../../src/state/mail/lines.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { agent, inbox, NOW, sampleWorld } from '../../ui/world.ts';

const QUEUE = { waiting: 0, failed: 0, nextAt: null, lastWord: safeLine('') };
const NOTHING: MailState = {
  settings: safeLine('/home/ana/.config/frontdesk/config.toml'),
  elsewhere: null,
  mailboxes: [],
  lmtp: null,
  unanswered: null,
  relay: null,
  publicUrl: null,
  relayTrouble: t``,
  queue: QUEUE,
};
const ALL: MailState = {
  ...NOTHING,
  mailboxes: [
    {
      name: safeLine('help@shop.example at imap.shop.example'),
      lookedAt: NOW,
      trouble: safeLine(''),
      since: null,
      stuck: [],
      older: 0,
    },
  ],
  unanswered: null,
  relay: safeLine('help@shop.example at smtp.shop.example'),
  publicUrl: safeLine('https://help.shop.example'),
};

function linesOf(state: MailState | undefined, more: Partial<World> = {}): readonly string[] {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const emails = [{ id: 1, email: safeLine('help@shop.example'), status: 'primary' as const } as never];
  const base = { ...world.base, inboxes: [{ ...inbox(1, 'Support'), emails }] };
  const given = { me: { ...agent(1, 'Ana'), role: 'admin' as const }, offers: { me: true as const }, base };
  const mailOut = state && !state.relay ? { sends: false, missing: ['relay' as const] } : { sends: true, missing: [] };
  return mailLines({ ...world, ...given, mailOut, ...more }, state, NOW);
}

describe('the page of mail', () => {
  test('says what is signed out since when, which mails stay, and how to sign in again', () => {
    const [mailbox] = ALL.mailboxes;
    const since = NOW - 3_600_000;
    const trouble = safeLine('imap.shop.example refuses the user name or the password.');
    const stuck = [t`a mail (UID 7) stays there. It cannot be fetched: the server ends the connection.`];
    const lines = linesOf(
      {
        ...ALL,
        mailboxes: [{ ...mailbox!, trouble, since, stuck, older: 3_120 }],
        relayTrouble: t`relay takes no more mail for now`,
      },
      { mailOut: { sends: true, missing: [], signed_out: [{ account: mailbox!.name, since }] } as never },
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        '          relay takes no more mail for now',
        expect.stringMatching(/^In {8}help@shop.example at imap.shop.example: imap.* password. \(since \S+, last read/),
        '          a mail (UID 7) stays there. It cannot be fetched: the server ends the connection.',
        '          3,120 older mails there are not taken: frontdesk import reads a file of them',
        expect.stringMatching(/^help@shop.example at imap.shop.example: mail signed out since \d\d:\d\d$/),
        expect.stringMatching(/token_command.* signs in again by itself/),
      ]),
    );
  });

  test('names the command where nothing is set up', () => {
    const lines = linesOf(NOTHING);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Out       nothing is sent: no relay is set up',
        'In        no mail comes in: no mailbox is set up',
        'To answer customers from a mail account, leave with q and say in a shell: frontdesk mail setup',
      ]),
    );
  });

  test('names the command of the README', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')).toContain('frontdesk mail setup');
    expect(linesOf(NOTHING).join('\n')).toContain('frontdesk mail setup');
  });

  test('says what is there, and nothing more where nothing is missing', () => {
    expect(linesOf(ALL)).toEqual([
      'Out       answers go to customers by help@shop.example at smtp.shop.example',
      '          customers read your name in them: Ana · gA, u and Enter change it',
      'Queue     nothing waits',
      'In        help@shop.example at imap.shop.example: last read at 09:44',
    ]);
  });

  test.for([
    ['a relay', { ...ALL, relay: null }, 'relay = "smtps://', '[[mail.mailbox]]'],
    ['a mailbox', { ...ALL, mailboxes: [] }, '[[mail.mailbox]]', 'relay = "smtps://'],
  ] as const)('gives only the lines for %s where that alone is missing', ([, state, wanted, other]) => {
    const text = linesOf(state).join('\n');
    expect(text).toContain(wanted);
    expect(text).not.toContain(other);
  });

  test('tells the waiting mails, the relay’s last word and the failures', () => {
    const queue = { waiting: 2, failed: 1, nextAt: NOW + 60_000, lastWord: safeLine('451 try later') };
    expect(linesOf({ ...ALL, queue })).toEqual(
      expect.arrayContaining([
        'Queue     2 mails to send, the next at 09:45',
        '          the relay’s last word: 451 try later',
        '          1 mail failed: frontdesk mail queue list',
      ]),
    );
  });

  test('tells why a mailbox is not read', () => {
    const [one] = ALL.mailboxes;
    const mailboxes = [{ ...one!, trouble: safeLine('its server refuses the password.') }];
    expect(linesOf({ ...ALL, mailboxes })).toContain(
      'In        help@shop.example at imap.shop.example: its server refuses the password. (last read at 09:44)',
    );
  });

  test('tells what has no link without public_url', () => {
    const text = linesOf({ ...ALL, publicUrl: null }).join('\n');
    expect(text).toContain('public_url: without it customers rate by mail alone');
  });

  test('counts the mails that are not verified because DNS did not answer', () => {
    const unanswered = { mails: 3, lastAt: ALL.mailboxes[0]!.lookedAt! };
    expect(linesOf({ ...ALL, unanswered })).toContain(
      'Trust     DNS did not answer for 3 mails, kept as unverified; the last at 09:44: frontdesk doctor',
    );
    expect(linesOf(ALL).join('\n')).not.toContain('Trust');
  });

  test('names the inboxes that nothing can be sent from', () => {
    const { base } = sampleWorld({ columns: 120, rows: 36 });
    const inboxes = [inbox(1, 'Support'), inbox(2, 'Billing'), { ...inbox(3, 'Spam'), kind: 'spam' as const }];
    expect(linesOf(ALL, { base: { ...base, inboxes } })).toContain(
      'Without   Support, Billing: no address to send from · gA and m add one',
    );
  });

  test('says of a copy how mail goes on', () => {
    const mailOut = { sends: false, missing: ['resume' as const] };
    expect(linesOf(ALL, { mailOut })).toContain('frontdesk mail queue resume');
  });

  test('says of a help center elsewhere who sees its settings', () => {
    const me = { ...agent(1, 'Ana'), role: 'agent' as const };
    const lines = linesOf(undefined, { center: safeLine('help.shop.example'), notify: 'mail', me });
    expect(lines).toEqual([
      'Out       answers go to customers',
      '          customers read your name in them: Ana',
      'In        set up on the server of help.shop.example; frontdesk mail check shows it there',
      '',
      'You       new messages ring, and are told by mail · :notify changes it',
    ]);
  });

  test.for([
    ['admin', 'To send answers, say on the server: frontdesk mail setup. Then start frontdesk serve again.'],
    ['agent', 'Ask the one who runs the server to set up a relay.'],
  ] as const)('tells an %s of a help center elsewhere what its server lacks', ([role, line]) => {
    const mailOut = { sends: false, missing: ['relay' as const] };
    expect(linesOf(undefined, { me: { ...agent(1, 'Ana'), role }, mailOut })).toContain(line);
  });
});
