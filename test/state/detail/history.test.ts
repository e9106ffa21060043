import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { historyEvents } from '../../../src/contract/history.ts';
import { historyLines, reviewLines } from '../../../src/state/detail/record-lines.ts';
import type { HistoryEntry, Thread, World } from '../../../src/state/world.ts';
import { safeBlock, safeLine, t } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import { wrap } from '../../../src/text/wrap.ts';
import { message, NOW, sampleWorld, thread } from '../../ui/world.ts';

const world = sampleWorld({ columns: 120, rows: 36 });
const ANA = 1;
const BOB = 2;

function entry(
  id: number,
  event: string,
  agent_id: number | null,
  changes: object = {},
  seconds = id * 60,
): HistoryEntry {
  return {
    id,
    conversation_id: 1042,
    event: safeLine(event),
    agent_id,
    changes: changes as HistoryEntry['changes'],
    created_at: NOW - 3_600_000 + seconds * 1000,
  };
}
function historyOf(...history: readonly HistoryEntry[]): Thread {
  const machine = { author: { type: 'system', id: null, name: t``, email: null } } as never;
  const messages = [message(7, 'Hello'), message(8, 'An automatic answer', machine)];
  const reviews = [{ id: 4, conversation_id: 1042, contact_id: 5, rating: 4, comment: safeBlock(''), created_at: NOW }];
  return { ...thread(messages), reviews, history };
}
function said(...entries: readonly HistoryEntry[]): string[] {
  return historyLines(historyOf(...entries), 200, world).map(({ text }) => text);
}
function to(field: string, value: unknown, from: unknown = null) {
  return { [field]: { from, to: value } };
}

const SENTENCES: readonly (readonly [said: string, event: string, agent: number | null, changes: object])[] = [
  ['Ana Ortiz created it in Support', 'conversation.created', ANA, { ...to('title', 'x'), ...to('inbox_id', 1) }],
  ['It was created in Billing', 'conversation.created', null, to('inbox_id', 2)],
  ['It was created', 'conversation.created', null, {}],
  ['It was created, imported from zendesk 4711', 'conversation.created', null, to('origin', 'zendesk 4711')],
  ['Ana Ortiz closed it', 'status.updated', ANA, to('conversation_status_id', 2, 1)],
  ['Ana Ortiz reopened it', 'status.updated', ANA, to('conversation_status_id', 1, 2)],
  ['It was reopened', 'status.updated', null, to('conversation_status_id', 1, 2)],
  ['Ana Ortiz set the status to open', 'status.updated', ANA, to('conversation_status_id', 1, 3)],
  ['Ana Ortiz set the status to waiting', 'status.updated', ANA, to('conversation_status_id', 3, 1)],
  ['Ana Ortiz set the status to #77', 'status.updated', ANA, to('conversation_status_id', 77, 1)],
  ['Bob Stone moved it from Support to Billing', 'inbox.updated', BOB, to('inbox_id', 2, 1)],
  ['Bob Stone moved it to Billing', 'inbox.updated', BOB, to('inbox_id', 2)],
  ['Bob Stone moved it from Support out of every inbox', 'inbox.updated', BOB, to('inbox_id', null, 1)],
  ['Ana Ortiz assigned it to Bob Stone', 'assignee.updated', ANA, to('assign_to', BOB)],
  ['Ana Ortiz took it', 'assignee.updated', ANA, to('assign_to', ANA)],
  ['Ana Ortiz took it from Bob Stone', 'assignee.updated', ANA, to('assign_to', ANA, BOB)],
  ['Ana Ortiz unassigned it from Bob Stone', 'assignee.updated', ANA, to('assign_to', null, BOB)],
  ['An API key assigned it to agent #12', 'assignee.updated', null, to('assign_to', 12)],
  ['agent #12 took it', 'assignee.updated', 12, to('assign_to', 12)],
  ['Bob Stone turned the rating request off', 'rating.updated', BOB, to('disable_rating', true, false)],
  ['Bob Stone turned the rating request on', 'rating.updated', BOB, to('disable_rating', false, true)],
  ['An API key renamed it: “old” → “new”', 'title.updated', null, to('title', 'new', 'old')],
  ['Bob Stone added the tag vip', 'tag.added', BOB, to('tag', 'vip')],
  ['Bob Stone removed the tag vip', 'tag.deleted', BOB, to('tag', null, 'vip')],
  ['Bob Stone added Zoë Quinn', 'contact.added', BOB, to('contact_id', 5)],
  ['Bob Stone removed contact #6', 'contact.deleted', BOB, to('contact_id', null, 6)],
  ['Bob Stone wrote a note', 'note.added', BOB, to('note_id', 1)],
  ['Bob Stone changed a note', 'note.updated', BOB, to('note_id', 1, 1)],
  ['Bob Stone deleted a note', 'note.deleted', BOB, to('note_id', null, 1)],
  ['Zoë Quinn wrote', 'message.added', null, to('message_id', 7)],
  ['The help center wrote', 'message.added', null, to('message_id', 8)],
  ['A message came in', 'message.added', null, to('message_id', 1_000)],
  ['Ana Ortiz wrote', 'message.added', ANA, to('message_id', 9)],
  ['Ana Ortiz deleted a message', 'message.deleted', ANA, to('message_id', null, 9)],
  ['The message was sent', 'message.sent', null, to('message_id', 9)],
  ['The message was not delivered: no such user', 'message.failed', ANA, to('reason', 'no such user')],
  ['The message was not delivered', 'message.failed', null, {}],
  ['Zoë Quinn rated it 4 of 5', 'review.added', null, to('review_id', 4)],
  ['The customer rated it', 'review.added', null, to('review_id', 5)],
  ['The customer rated it 2 of 5', 'review.added', null, { ...to('review_id', 5), ...to('rating', 2) }],
  ['Zoë Quinn rated it 2 of 5', 'review.added', null, { ...to('rating', 2), ...to('contact_id', 5) }],
  ['Ana Ortiz archived it', 'conversation.archived', ANA, to('archived', true, false)],
  ['Ana Ortiz took it out of the archive', 'conversation.restored', ANA, to('archived', false, true)],
  [
    'Ana Ortiz put it off: back on an answer',
    'conversation.snoozed',
    ANA,
    to('snoozed', null, { until: null, keep: false }),
  ],
  ['Ana Ortiz brought it back', 'conversation.woken', ANA, to('snoozed', { until: null, keep: false }, null)],
  [
    'It came back, as an answer or a bounce came',
    'conversation.woken',
    null,
    to('snoozed', { until: null, keep: false }, null),
  ],
  ['It was taken out of the archive', 'conversation.restored', null, to('archived', false, true)],
  ['Ana Ortiz merged #3, #4 into it', 'conversation.merged', ANA, to('conversation_ids', [3, 4])],
  [
    'Ana Ortiz merged #3 into it, with the tags late, vip',
    'conversation.merged',
    ANA,
    { ...to('conversation_ids', [3]), ...to('tags', ['late', 'vip']) },
  ],
  ['Ana Ortiz merged it into #9', 'conversation.merged_with', ANA, to('merged_into', 9)],
  ['It goes on in #9', 'conversation.continued', null, to('continued_in', 9)],
  ['It goes on from #7', 'conversation.continued', null, to('continues', 7)],
  ['Ana Ortiz split #9 off', 'conversation.split', ANA, to('split_into', 9)],
  ['Ana Ortiz split it off from #8', 'conversation.split', ANA, to('split_from', 8)],
  ['An API key deleted its inbox', 'inbox.deleted', null, to('inbox_id', null, 3)],
  // Another help center.
  ['Ana Ortiz: ticket snoozed (until date: – → Monday)', 'ticket.snoozed', ANA, to('until_date', 'Monday')],
  [
    'Help center: something changed (odd: true → {"x":1}, list: – → a, b)',
    '',
    null,
    { odd: { from: true, to: { x: 1 } }, ...to('list', ['a', 'b']) },
  ],
  ['Help center: toString', 'toString', null, {}],
];

test.each(SENTENCES)('%s', (sentence, event, agent, changes) => {
  expect(said(entry(1, event, agent, changes))).toEqual([sentence]);
});

it('has a sentence for every event of the service', () => {
  const told = new Set(SENTENCES.map(([, event]) => event));
  expect(historyEvents.filter(event => !told.has(event))).toEqual([]);
});

test.each([
  ['The rule Acme added the tag vip', 'tag.added', to('tag', 'vip')],
  ['The rule Acme took it out of the archive', 'conversation.restored', to('archived', false, true)],
  ['The rule Acme reopened it', 'status.updated', to('conversation_status_id', 1, 2)],
])('%s', (sentence, event, changes) => {
  expect(said({ ...entry(1, event, null, changes), rule: t`Acme` })).toEqual([sentence]);
});

it('the acts of one agent within a second are one sentence; another second or another agent begins a new one', () => {
  const close = to('conversation_status_id', 2, 1);
  expect(
    said(
      entry(1, 'status.updated', ANA, close, 5),
      entry(2, 'tag.added', ANA, to('tag', 'vip'), 5),
      entry(3, 'note.added', ANA, {}, 5),
      entry(4, 'tag.added', BOB, to('tag', 'late'), 5),
      entry(5, 'conversation.archived', BOB, {}, 6),
    ),
  ).toEqual([
    'Ana Ortiz closed it, added the tag vip and wrote a note',
    'Bob Stone added the tag late',
    'Bob Stone archived it',
  ]);
});

it('a history that may be longer than one page says so', () => {
  const entries = Array.from({ length: 200 }, (_, index) => entry(index + 1, 'note.added', ANA));
  expect(said(...entries)[0]).toBe('Only the newest 200 changes are shown');
  expect(said(...entries.slice(1))[0]).toBe('Ana Ortiz wrote a note');
});

it('the time never meets the words, at any width', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '配'), maxLength: 120 }),
      fc.integer({ min: 8, max: 90 }),
      (title, columns) => {
        const changes = to('title', `${title}z`, `a${title}`);
        const lines = historyLines(historyOf(entry(1, 'title.updated', BOB, changes)), columns, world);
        for (const { text, right } of lines) {
          const time = right === null || text === '' ? 0 : width(right) + 2;
          expect(width(text) + time).toBeLessThanOrEqual(Math.max(columns, 16));
        }
        expect(lines.filter(({ right }) => right !== null)).toHaveLength(1);
      },
    ),
    { seed: 11 },
  );
});

it('a review says who rated, how and when, with the words beside or below', () => {
  const rated = (id: number, contact_id: number | null, rating: number | null, comment: string) => ({
    id,
    conversation_id: 1042,
    contact_id,
    rating,
    comment: safeBlock(comment),
    created_at: NOW,
  });
  const reviews = [
    rated(1, 5, 5, 'Quick and kind.'),
    rated(2, 6, 2, ''),
    rated(3, null, null, ''),
    rated(4, 5, 1, 'Slow.\nAnd rude.'),
    rated(5, 5, 1, 'slow '.repeat(40)),
  ];
  const lines = reviewLines({ ...thread([message(1, 'Hello')]), reviews }, 60, world as World);
  expect(lines.map(({ text, voice }) => (voice === null ? text : `│ ${text}`))).toEqual([
    'Zoë Quinn rated it 5 of 5 · “Quick and',
    '  kind.”',
    '',
    'Contact #6 rated it 2 of 5',
    '',
    'A contact rated it ? of 5',
    '',
    'Zoë Quinn rated it 1 of 5',
    '│ Slow.',
    '│ And rude.',
    '',
    'Zoë Quinn rated it 1 of 5',
    ...wrap(safeLine('slow '.repeat(40)), 58).map(line => `│ ${line}`),
  ]);
  expect(lines[0]?.right).toBe('Fri 20 Nov 09:44');
});
