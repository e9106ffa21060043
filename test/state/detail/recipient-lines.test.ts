import { describe, expect, it, test } from 'vitest';
import { toggleFold } from '../../../src/state/detail/move.ts';
import { isOfRecipients } from '../../../src/state/detail/recipient-lines.ts';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { emptyDetail } from '../../../src/state/empty-world.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Detail, Message, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import { conversation, inbox, message, sampleWorld, thread } from '../../ui/world.ts';

type People = Message['to'];

function person(text: string): People[number] {
  const [, name = '', email = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
  return { name: safeLine(name), email: safeLine(email) };
}
function people(...texts: string[]): People {
  return texts.map(person);
}

const support = {
  ...inbox(1, 'Support'),
  emails: [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }],
};
const OTHERS = people('Zoë Quinn <zoe@customer.example>', 'Bob Parcel <bob@partner.example>', 'carol@carrier.example');

function worldWith(participants: People = OTHERS): World {
  const world = sampleWorld({ columns: 120, rows: 36 });
  const held = conversation(1042, 'Refund', { participants });
  return { ...world, base: { ...world.base, inboxes: [support], conversations: IdMap.of([[1042, held]]) } };
}

interface Shown {
  readonly columns?: number;
  readonly opened?: ReadonlySet<string>;
  readonly world?: World;
}

/** The lines of the recipients, with what stands at their right. */
function shown(more: Partial<Message>, { columns = 60, opened = new Set<string>(), world = worldWith() }: Shown = {}) {
  return threadLines(thread([message(7, 'Hello', more)]), columns, opened, world)
    .filter(({ foldKey }) => isOfRecipients(foldKey))
    .map(({ text, right }) => (right === null ? text : `${text} | ${right}`));
}

const agents = { kind: 'agent', author: { type: 'agent', id: 1, name: safeLine('Ana'), email: null } } as const;

describe('the recipients of a message', () => {
  it('name who got a copy that the others did not see', () => {
    const mail = {
      ...agents,
      to: people('Zoë Quinn <zoe@customer.example>'),
      bcc: people('Chief <chief@partner.example>'),
    };
    expect(shown(mail)).toEqual(['to Zoë Quinn · bcc Chief | Enter opens']);
    expect(shown(mail, { opened: new Set(['message:7/to']) })).toEqual([
      'to  Zoë Quinn <zoe@customer.example>',
      'bcc Chief <chief@partner.example>',
    ]);
    expect(shown({ ...agents, bcc: people('chief@shop.example') })).toHaveLength(1);
  });

  it.each<[string, Partial<Message>]>([
    ['came by no mail', {}],
    ['is a customer’s and went to an inbox alone', { to: people('Help <Support@shop.example>') }],
    ['is an agent’s and went to the requester alone', { ...agents, to: people('zoe@customer.example') }],
  ])('need no line if it %s', (_, more) => {
    expect(shown(more)).toEqual([]);
  });

  it.each<[string, Partial<Message>, string]>([
    [
      'others in Cc',
      { to: people('x <support@shop.example>'), cc: people('Bob Parcel <bob@partner.example>') },
      'to Support · cc Bob Parcel',
    ],
    ['nobody in To', { cc: people('carol@carrier.example') }, 'cc carol@carrier.example'],
    ['a customer’s answer to all', { to: OTHERS }, 'to Zoë Quinn, Bob Parcel, carol@carrier.example'],
    [
      'a name that is like one of ours',
      { to: people('Support <evil@x.example>', 'b@x.example') },
      'to Support <evil@x.example>, b@x.example',
    ],
  ])('are one line: %s', (_, more, text) => {
    const world = worldWith([...OTHERS, ...people('evil@x.example', 'b@x.example')]);
    expect(shown(more, { world, columns: 80 })).toEqual([`${text} | Enter opens`]);
  });

  it.each<[string, Partial<Message>, string]>([
    ['another of our addresses', { to: people('Help <support+orders@shop.example>') }, 'to support+orders'],
    [
      'an agent’s answer to somebody else',
      { ...agents, to: people('Bob Parcel <bob@partner.example>') },
      'to Bob Parcel',
    ],
  ])('stand in the head line if there is room, and Enter opens them there: %s', (_, more, text) => {
    const lines = (columns: number) =>
      threadLines(thread([message(7, 'Hello', more)]), columns, new Set(), worldWith());
    expect(lines(90).map(({ to }) => to)[0]).toBe(text);
    const folded = (columns: number) => lines(columns).filter(({ role }) => role === 'fold');
    expect([folded(90).length, folded(40).length]).toEqual([0, 1]);
    const opened = toggleFold(
      { ...emptyDetail, entryKey: 'message:7' },
      threadLines(thread([message(7, 'Hello', more)]), 80, new Set(), worldWith()),
      20,
    );
    expect(opened.opened).toEqual(new Set(['message:7/to']));
  });

  it.each([40, 120])('at %i columns are opened after folded and shortened parts', columns => {
    const text = `See https://shop.example/${'a'.repeat(200)}\n\n-- \nZoë\nShop`;
    const own = message(7, text, { ...agents, to: people('Bob Parcel <bob@partner.example>') });
    let detail: Detail = { ...emptyDetail, entryKey: 'message:7' };
    for (let times = 0; times < 3; times += 1)
      detail = toggleFold(detail, threadLines(thread([own]), columns, detail.opened, worldWith()), 40);
    expect([...detail.opened]).toEqual(['message:7/1', 'message:7/short', 'message:7/to']);
  });

  it('show how many more there are, and those of Cc in any case', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => person(`P${at} <p${at}@list.example>`));
    const world = worldWith([]);
    expect(shown({ to: many, cc: OTHERS }, { world, columns: 40 })).toEqual([
      'to P0, P1, P2 +4997 · cc +3 | Enter opens',
    ]);
    expect(shown({ to: many }, { world, columns: 30 })).toEqual(['to P0, P1 +4998 | Enter opens']);
    expect(shown({ to: many }, { world, opened: new Set(['message:7/to']) }).slice(99)).toEqual([
      'to  P99 <p99@list.example>',
      'to  and 4,900 more',
    ]);
  });

  it('are a line for each address once they are opened', () => {
    const more = {
      to: people('support@shop.example', 'Zoë Quinn <zoe@customer.example>'),
      cc: people('Bob Parcel <bob@partner.example>'),
    };
    expect(shown(more, { opened: new Set(['message:7/to']) })).toEqual([
      'to  support@shop.example',
      'to  Zoë Quinn <zoe@customer.example>',
      'cc  Bob Parcel <bob@partner.example>',
    ]);
  });

  it('never leave the pane, however long a name or an address is', () => {
    const long = people(`${'名'.repeat(500)} <${'a'.repeat(200)}@x.example>`, 'zoe@customer.example');
    for (const columns of [8, 20, 44, 100])
      for (const opened of [new Set<string>(), new Set(['message:7/to'])])
        for (const line of threadLines(
          thread([message(7, 'Hello', { to: long, cc: long })]),
          columns,
          opened,
          worldWith(),
        ))
          if (isOfRecipients(line.foldKey)) expect(width(line.text)).toBeLessThanOrEqual(columns);
  });
});

test('Enter opens a quotation before the recipients above it', () => {
  const quoted = ['Yes.', ...Array.from({ length: 9 }, () => '> so it was')].join('\n');
  const read = thread([message(7, quoted, { to: OTHERS })]);
  const open = (opened: ReadonlySet<string>) =>
    toggleFold({ ...emptyDetail, opened }, threadLines(read, 60, opened, worldWith()), 40).opened;
  const first = open(new Set());
  expect([...first]).toEqual(['message:7/1']);
  expect(open(first)).toContain('message:7/to');
});
