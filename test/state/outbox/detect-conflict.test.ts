import { describe, expect, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import { changeOf, changes } from '../../../src/state/changes/list.ts';
import { baseVersions } from '../../../src/state/outbox/base-versions.ts';
import { detectConflict } from '../../../src/state/outbox/detect-conflict.ts';
import type { Conversation, Message, Note, Visible } from '../../../src/state/world.ts';
import { safeBlock, safeLine } from '../../../src/text/safe.ts';
import { conversation, message, NOW, note, sampleWorld } from '../../ui/world.ts';

const ID = 1041;
const SECOND = 1_000;
const before = conversation(ID, 'Can’t log in', { version: 5, last_message_at: NOW - 60 * SECOND, message_count: 1 });

/** What somebody else did since. */
const SINCE = {
  nothing: {},
  'another tag': { tags: [safeLine('vip')] },
  'a note': { note_count: 1 },
  'the same tag': { tags: [safeLine('late')] },
  closed: { conversation_status_id: 2, status: safeLine('closed') },
  'set in progress': { conversation_status_id: 3, status: safeLine('in progress') },
  taken: { assign_to: 2 },
  'given to Ana': { assign_to: 1 },
  moved: { inbox_id: 2 },
  retitled: { title: safeLine('Another title') },
  archived: { archived: true },
  'rating off': { disable_rating: true },
  'the customer wrote': { last_message_at: NOW, message_count: 2 },
  'an agent wrote': { last_message_at: NOW, message_count: 2 },
  'put off': { snoozed: { until: NOW + 60_000, keep: false, by: 1 } },
} satisfies Record<string, Partial<Conversation>>;
type Since = keyof typeof SINCE;

/** Each change, and what it does not merge with. */
const CHANGES: Readonly<
  Record<string, { readonly name: ChangeName; readonly args: object; readonly not: Partial<Record<Since, string>> }>
> = {
  archive: { name: 'conversation.archive', args: {}, not: { archived: 'done', 'the customer wrote': 'message' } },
  restore: { name: 'conversation.restore', args: {}, not: {} },
  close: {
    name: 'conversation.status',
    args: { conversation_status_id: 2 },
    not: { closed: 'done', 'set in progress': 'field', 'the customer wrote': 'message' },
  },
  'set in progress': {
    name: 'conversation.status',
    args: { conversation_status_id: 3 },
    not: { closed: 'field', 'set in progress': 'done' },
  },
  'give to Ana': {
    name: 'conversation.assign',
    args: { assign_to: 1 },
    not: { taken: 'field', 'given to Ana': 'done' },
  },
  move: { name: 'conversation.move', args: { inbox_id: 3 }, not: { moved: 'field' } },
  later: {
    name: 'conversation.snooze',
    args: { snooze: { until: '2026-12-01T09:00:00Z', keep: false } },
    not: { 'put off': 'field', archived: 'done', closed: 'done', 'the customer wrote': 'message' },
  },
  title: { name: 'conversation.title', args: { title: 'Mine' }, not: { retitled: 'field' } },
  rating: { name: 'conversation.rating', args: { disable_rating: true }, not: { 'rating off': 'done' } },
  tag: { name: 'conversation.tag', args: { tags: ['late'] }, not: { 'the same tag': 'done' } },
  contact: { name: 'contact.add', args: { contact_id: 7 }, not: {} },
  note: { name: 'note.add', args: { details: 'Called her.' }, not: {} },
  reply: {
    name: 'message.reply',
    args: { body: 'It goes out today.', messageId: null },
    not: { 'the customer wrote': 'message', 'an agent wrote': 'message', 'a note': 'message' },
  },
  merge: { name: 'conversation.merge', args: { into: 1042 }, not: { 'the customer wrote': 'message' } },
};

function world(one: Conversation): Visible {
  const sample = sampleWorld({ columns: 120, rows: 36 });
  const statuses = [
    { id: 1, name: safeLine('open'), kind: 'open' as const },
    { id: 2, name: safeLine('closed'), kind: 'closed' as const },
    { id: 3, name: safeLine('in progress'), kind: 'custom' as const },
  ];
  return { ...sample, base: { ...sample.base, statuses, conversations: sample.base.conversations.with([[ID, one]]) } };
}

function messagesOf(since: Since): readonly Message[] {
  const first = message(1, 'Hello', { created_at: NOW - 60 * SECOND });
  if (!since.endsWith('wrote')) return [first];
  const isAgents = since === 'an agent wrote';
  const author = { ...first.author, type: isAgents ? ('agent' as const) : ('contact' as const) };
  const more = { created_at: NOW, author, kind: isAgents ? ('agent' as const) : ('contact' as const) };
  return [message(2, 'WAIT,\n the parcel came', more), first];
}

/** What becomes of a change made on `made`, of a conversation that is `found` now. */
function detected(
  name: ChangeName,
  given: object,
  made: Conversation,
  found: Conversation,
  messages: readonly Message[],
  notes: readonly Note[] = [],
) {
  const args = { ids: [ID], ...given };
  const call = { name, args };
  const visible = world(made);
  const change = changeOf(name);
  const seen = baseVersions(visible, change, call)?.seen?.[ID];
  return detectConflict(visible, { change, call, seen }, { conversation: found, messages, notes });
}

describe('a change that comes after', () => {
  const cases = Object.keys(SINCE).flatMap(since =>
    Object.keys(CHANGES).map(change => [since as Since, change] as const),
  );

  test.for(cases)('“%s” and is: %s', ([since, what]) => {
    const { name, args, not } = CHANGES[what]!;
    const made = what === 'restore' ? { ...before, archived: true } : before;
    const restored = what === 'restore' && since !== 'archived' ? { archived: true } : {};
    const found: Conversation = { ...before, ...restored, ...SINCE[since], version: 6 };
    const notes = since === 'a note' ? [note(7, 'Do not answer, I called her.', { agent_id: 2 })] : [];
    const resolution = detected(name, args, made, found, messagesOf(since), notes);
    expect(typeof resolution === 'string' ? resolution : resolution.kind).toBe(not[since] ?? 'merges');
  });

  test('the agent’s own former time is as they saw it, whichever agent the help center names', () => {
    const snoozed = { until: NOW, keep: false };
    const made = { ...before, snoozed: { ...snoozed, by: null } };
    const found = { ...before, snoozed: { ...snoozed, by: 1 }, tags: [safeLine('vip')], version: 6 };
    const snooze = { until: '2026-12-01T09:00:00Z', keep: false };
    expect(detected('conversation.snooze', { snooze }, made, found, [])).toBe('merges');
  });

  test('every kind of change is in the table, but those about parts and people', () => {
    const others: readonly ChangeName[] = [
      'conversation.create',
      'conversation.split',
      'conversation.untag',
      'conversation.read',
      'conversation.unread',
      'conversation.follow',
      'contact.remove',
      'contact.update',
      'note.remove',
      'note.update',
      'message.remove',
      'message.take-back',
    ];
    const named = new Set([...Object.values(CHANGES).map(({ name }) => name), ...others]);
    expect([...named].sort()).toEqual(Object.keys(changes).sort());
  });
});

describe('the customer’s message', () => {
  test('is quoted on one line', () => {
    const found = { ...before, ...SINCE['the customer wrote'], version: 6 };
    expect(detected('conversation.archive', {}, before, found, messagesOf('the customer wrote'))).toMatchObject({
      text: 'WAIT, the parcel came',
      version: 6,
    });
  });

  test('counts if it came in the same second as the one that the agent saw', () => {
    const at = before.last_message_at;
    const messages = [message(2, 'WAIT', { created_at: at }), message(1, 'Hello', { created_at: at })];
    const found = { ...before, message_count: 2, version: 6 };
    expect(detected('conversation.archive', {}, before, found, messages)).toMatchObject({ text: 'WAIT' });
  });

  test('counts if its author is unknown', () => {
    const made = { ...before, version: null };
    const found = { ...made, last_message_at: NOW, preview: safeLine('WAIT') };
    const seen = { value: false, messageAt: made.last_message_at, messages: null };
    const call = { name: 'conversation.archive', args: { ids: [ID] } };
    const resolution = detectConflict(
      world(made),
      { change: changeOf('conversation.archive'), call, seen },
      { conversation: found, messages: null },
    );
    expect(resolution).toMatchObject({ kind: 'message', text: 'WAIT' });
  });

  test('was seen if it is the newest one that is loaded', () => {
    const found = { ...before, last_message_at: NOW, message_count: 2, version: 6 };
    const seen = { value: false, messageAt: NOW, messages: null, messageId: 2 };
    const call = { name: 'conversation.archive', args: { ids: [ID] } };
    const made = { change: changeOf('conversation.archive'), call, seen };
    expect(
      detectConflict(world(before), made, { conversation: found, messages: messagesOf('the customer wrote') }),
    ).toBe('merges');
  });
});

describe('an answer', () => {
  const BOB = { author: { type: 'agent' as const, id: 2, name: safeLine('Bob'), email: null }, kind: 'agent' as const };
  const reply = { body: 'It goes out today.', messageId: null };
  const hello = message(1, 'Hello', { created_at: NOW - 60 * SECOND });

  test('quotes what colleagues answered and noted since, in their order', () => {
    const found = { ...before, last_message_at: NOW, message_count: 2, note_count: 1, version: 7 };
    const answer = message(2, 'It is\n on its way.', { ...BOB, created_at: NOW });
    const noted = note(7, 'Do not answer, I called her.', { agent_id: 2, created_at: NOW - SECOND });
    expect(detected('message.reply', reply, before, found, [answer, hello], [noted])).toMatchObject({
      kind: 'message',
      colleagues: [
        expect.stringMatching(/ noted since: “Do not answer, I called her.”$/),
        'Bob answered since: “It is on its way.”',
      ],
    });
  });

  test.for([
    ['a note', { note_count: 1 }, [hello], [note(7, 'Mine', { agent_id: 1 })]],
    [
      'an answer',
      { last_message_at: NOW, message_count: 2 },
      [message(2, 'Mine', { ...BOB, author: { ...BOB.author, id: 1 }, created_at: NOW }), hello],
      [],
    ],
  ] as const)('does not ask about %s of the same agent', ([, now, messages, notes]) => {
    expect(detected('message.reply', reply, before, { ...before, ...now, version: 6 }, messages, notes)).toBe('merges');
  });

  test('of an earlier version, which kept nothing about notes, merges with them', () => {
    const { args, name } = { name: 'message.reply', args: { ids: [ID], ...reply } };
    const seen = { messageAt: before.last_message_at, messages: 1 };
    const found = { ...before, note_count: 3, version: 6 };
    expect(
      detectConflict(
        world(before),
        { change: changeOf('message.reply'), call: { name, args }, seen },
        { conversation: found, messages: [], notes: [note(7, 'x', { agent_id: 2 })] },
      ),
    ).toBe('merges');
  });
});

test('a conversation that was not loaded has nothing to compare', () => {
  const found = { ...before, ...SINCE.closed, version: 9, details: safeBlock('') };
  const call = { name: 'conversation.status', args: { ids: [ID], conversation_status_id: 3 } };
  const made = { change: changeOf('conversation.status'), call, seen: undefined };
  expect(detectConflict(world(before), made, { conversation: found, messages: [] })).toBe('merges');
});
