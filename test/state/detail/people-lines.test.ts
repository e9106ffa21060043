import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { peopleLines, peopleOn } from '../../../src/state/detail/people-lines.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Conversation, People, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import { codePoint } from '../../harness/code-point.ts';
import { conversation, NOW, sampleWorld, thread } from '../../ui/world.ts';

const SIZE = { columns: 120, rows: 36 };
const COLUMNS = 50;

function person(id: number, name: string, email: string | null) {
  return { id, name: safeLine(name), email: email === null ? null : safeLine(email) };
}

function world(more: Partial<Conversation>, people?: Partial<People>): World {
  const one = conversation(1042, 'Refund', { contacts: [5], requester: person(5, 'Zoë', 'zoe@c.example'), ...more });
  const none: People = { contacts: [], requesterId: 5, others: [], total: 0, etag: null, problem: null };
  const held = { ...thread([]), ...(people ? { people: { ...none, ...people } } : {}) };
  const sample = sampleWorld(SIZE);
  return {
    ...sample,
    base: { ...sample.base, conversations: IdMap.of([[1042, one]]), threads: IdMap.of([[1042, held]]) },
    detail: { ...sample.detail, section: 'contacts' },
  };
}

function linesOf(shown: World, columns = COLUMNS) {
  return peopleLines(shown.base.threads.get(1042)!, columns, shown);
}
function texts(shown: World): string[] {
  return linesOf(shown).map(({ text, right }) => `${text}${right === null ? '' : ` | ${right}`}`);
}

describe('the people of a conversation', () => {
  test('are its contacts, then those whom its mails name, with a word, each address once', () => {
    const shown = world(
      {
        contacts: [5, 6, 7],
        participants: [
          { name: safeLine('Zoë Q.'), email: safeLine('ZOE@c.example') },
          { name: safeLine('Tom'), email: safeLine('tom@c.example') },
        ],
      },
      { contacts: [person(6, 'Ruth', 'ruth@c.example')] },
    );
    expect(texts(shown)).toEqual([
      'People',
      'Zoë <zoe@c.example>',
      'Ruth <ruth@c.example>',
      '#7',
      'Tom <tom@c.example> | no contact',
      '',
      'Other conversations of Zoë | 0',
      'None.',
    ]);
  });

  test.for([
    ['Nobody · + adds a contact', world({ contacts: [], requester: null }, {})],
    ['Reading them…', world({})],
    ['This help center cannot.', world({}, { problem: safeLine('This help center cannot.') })],
  ] as const)('in words: %s', ([words, shown]) => {
    expect(texts(shown)).toContain(words);
  });

  test('have name and address on two lines if both do not fit on one', () => {
    const shown = world({ requester: person(5, 'Zoë Quinn-Love', 'zoe.quinn.love@customer.example') }, {});
    expect(
      linesOf(shown, 36)
        .slice(1, 3)
        .map(({ text }) => text),
    ).toEqual(['Zoë Quinn-Love', '  zoe.quinn.love@customer.example']);
  });

  test('have no conversations of a former requester', () => {
    const shown = world({ contacts: [6], requester: person(6, 'Ruth', null) }, { others: [conversation(7, 'Parcel')] });
    expect(texts(shown).slice(3)).toEqual(['Other conversations of Ruth', 'gc reads them.']);
  });

  test('are followed by the customer’s other conversations with status and age, and by a line if there are more', () => {
    const others = [
      conversation(7, 'Parcel', { status: safeLine('closed'), last_message_at: NOW - 3_600_000 }),
      conversation(6, 'Invoice', { archived: true, last_message_at: null }),
    ];
    expect(texts(world({}, { others, total: 31 })).slice(3)).toEqual([
      'Other conversations of Zoë | 31',
      '#7 Parcel | closed   1h',
      '#6 Invoice | archived     ',
      'Enter on Zoë lists all',
    ]);
  });

  test('with any names, no line is wider than the pane, and the end of every address is seen', () => {
    const name = fc.oneof(fc.string({ unit: codePoint }), fc.constantFrom('田中 花子', '‮gro.knab', 'Ana Ortiz', ''));
    fc.assert(
      fc.property(name, fc.stringMatching(/^[a-z.]{1,60}$/), fc.integer({ min: 24, max: 90 }), (given, at, columns) => {
        const email = `${at}@c.example`;
        const shown = world({ requester: person(5, given, email), participants: [] }, {});
        const lines = linesOf(shown, columns).filter(({ entryKey }) => entryKey === 'contact:5');
        for (const { text } of lines) expect(width(text)).toBeLessThanOrEqual(columns);
        expect(lines.at(-1)?.text).toMatch(/c\.example>?$/);
      }),
    );
  });

  test('are the same people that the keys act on', () => {
    const shown = world({ participants: [{ name: safeLine('Tom'), email: safeLine('tom@c.example') }] }, {});
    const people = peopleOn(shown, shown.base.conversations.get(1042)!);
    expect(people.map(({ kind }) => kind)).toEqual(['contact', 'participant']);
    expect(linesOf(shown).flatMap(({ entryKey }) => entryKey ?? [])).toEqual([
      'contact:5',
      'participant:tom@c.example',
    ]);
  });
});
