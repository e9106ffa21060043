import { describe, expect, test } from 'vitest';
import { chosenMessage, newAddresses, unusedReplyTo, usualRecipients } from '../../../src/state/reply/recipients.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Conversation, Message, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { agent, conversation, inbox, message, sampleWorld, thread } from '../../ui/world.ts';
import { people } from './people.ts';

const support = {
  ...inbox(1, 'Support'),
  emails: [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }],
};
const byAna = { kind: 'agent', author: { type: 'agent', id: 1, name: safeLine('Ana'), email: null } } as const;

function worldWith(messages: readonly Message[], more: Partial<Conversation> = {}): World {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const conversations = IdMap.of([[1042, conversation(1042, 'Refund', more)]]);
  const threads = IdMap.of([[1042, thread(messages)]]);
  const agents = [agent(1, 'Ana')];
  return { ...world, base: { ...world.base, inboxes: [support], agents, conversations, threads } };
}

function usual(world: World, messageId: number | null = null) {
  const { to, cc } = usualRecipients(world, 1042, messageId);
  return { to: to.map(({ email }) => email), cc: cc.map(({ email }) => email) };
}

describe('a reply goes', () => {
  const wide = message(1, 'Hello', {
    to: people('support+orders@shop.example', 'Bob <bob@partner.example>'),
    cc: people('Zoe@Customer.example', 'bob@partner.example', '1@desk.example', 'carol@carrier.example'),
  });

  test('to the writer, with everybody else of To and Cc in Cc, each once and without ours', () => {
    const expected = { to: ['zoe@customer.example'], cc: ['bob@partner.example', 'carol@carrier.example'] };
    expect(usual(worldWith([wide]))).toEqual(expected);
  });

  test('not to an address that the help center leaves out of the participants', () => {
    const participants = people('zoe@customer.example', 'bob@partner.example');
    expect(usual(worldWith([wide], { participants })).cc).toEqual(['bob@partner.example']);
  });

  test('to the writer of the customer’s newest message, not to the requester', () => {
    const author = {
      type: 'contact',
      id: 8,
      name: safeLine('Carol'),
      email: safeLine('carol@carrier.example'),
    } as const;
    expect(usual(worldWith([wide, message(2, 'It is late', { author }), message(3, 'Sorry', byAna)]))).toEqual({
      to: ['carol@carrier.example'],
      cc: [],
    });
  });

  test('to the Reply-To of a verified mail if that is of the writer’s domain; otherwise it is shown', () => {
    const mail = (reply_to: string, unverified: boolean) =>
      worldWith([message(1, 'Hello', { reply_to: people(reply_to), unverified })]);
    const same = mail('team@customer.example', false);
    expect([usual(same).to, unusedReplyTo(same, 1042, null)]).toEqual([['team@customer.example'], undefined]);
    for (const other of [mail('eve@evil.example', false), mail('team@customer.example', true)])
      expect(usual(other).to).toEqual(['zoe@customer.example']);
    expect(unusedReplyTo(mail('eve@evil.example', false), 1042, null)).toBe('eve@evil.example');
    expect(unusedReplyTo(worldWith([wide]), 1042, null)).toBeUndefined();
  });

  test('to those of the message that was chosen; one of ours is answered to those that it went to', () => {
    const ours = message(2, 'Sorry', { ...byAna, to: people('dan@new.example'), cc: people('bob@partner.example') });
    const world = worldWith([wide, ours], { participants: people('zoe@customer.example') });
    expect(usual(world, 2)).toEqual({ to: ['dan@new.example'], cc: ['bob@partner.example'] });
  });

  test.each<[string, World]>([
    ['nothing is loaded of the conversation', worldWith([])],
    [
      'its message has no address',
      worldWith([message(1, 'Hi', { author: { ...message(1, '').author, email: null } })]),
    ],
    ['the message of ours went nowhere', worldWith([message(1, 'Sorry', byAna)])],
  ])('to the requester if %s', (_, world) => {
    expect(usual(world, 1)).toEqual({ to: ['zoe@customer.example'], cc: [] });
  });

  test('to the others of a mail whose writer is one of us', () => {
    const author = { ...message(1, '').author, email: safeLine('support@shop.example') };
    const forward = message(1, 'Hi', { author, to: people('dan@new.example') });
    expect(usual(worldWith([forward]))).toEqual({ to: ['dan@new.example'], cc: [] });
  });

  test('to an empty To if there is no requester either', () => {
    expect(usual(worldWith([], { requester: null }))).toEqual({ to: [], cc: [] });
  });
});

test('an address is new if no answer in the conversation went to it before', () => {
  const ours = message(2, 'Sorry', { ...byAna, to: people('Zoe@customer.example'), cc: people('bob@partner.example') });
  const world = worldWith([message(1, 'Hello', { cc: people('carol@carrier.example') }), ours]);
  const all = people('zoe@customer.example', 'Carol@carrier.example', 'BOB@partner.example');
  expect([...newAddresses(world, 1042, all)]).toEqual(['carol@carrier.example']);
});

describe('the message that r answers', () => {
  const messages = [message(1, 'Hello'), message(2, 'Merged', { kind: 'system' }), message(3, 'Sorry', byAna)];
  const inDetail = (entryKey: string | null, more: Partial<World> = {}, startKey: string | null = null): World => {
    const world = worldWith(messages);
    return { ...world, pane: 'detail', detail: { ...world.detail, conversationId: 1042, entryKey, startKey }, ...more };
  };
  const absence = message(4, 'I am away', { automatic: true });

  test.each<[string, World, number | null]>([
    ['the selected one', inDetail('message:3'), 3],
    ['the customer’s newest, if a note is selected', inDetail('note:3'), 1],
    ['the customer’s newest, if the service’s own is selected', inDetail('message:2'), 1],
    ['the customer’s newest, if the list has the keys', inDetail('message:3', { pane: 'list' }), 1],
    ['the customer’s newest, if the pane began at another one', inDetail('message:3', {}, 'message:3'), 1],
    ['no machine’s, if the customer wrote too', worldWith([...messages, absence]), 1],
    ['a machine’s, if there is no other', worldWith([absence]), 4],
    ['the customer’s newest, if nothing is selected', inDetail(null), 1],
    ['not known, if none is loaded', worldWith([]), null],
  ])('is %s', (_, world, expected) => {
    expect(chosenMessage(world, 1042)).toBe(expected);
  });
});
