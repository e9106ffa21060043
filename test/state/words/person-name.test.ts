import { describe, expect, it } from 'vitest';
import { threadLines } from '../../../src/state/detail/thread-lines.ts';
import { emptyThread, emptyWorld } from '../../../src/state/empty-world.ts';
import { personName, withAddress } from '../../../src/state/words/person-name.ts';
import type { Message, World } from '../../../src/state/world.ts';
import { safeBlock, safeLine, t } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';

const empty = emptyWorld(Date.UTC(2026, 10, 20));
const agent = { id: 1, name: t`Ana Ortiz`, email: t`ana@shop.example`, role: 'admin' as const, disabled: false };
const inbox = { ...({} as World['base']['inboxes'][number]), id: 3, name: t`Billing`, emails: [] };
const world: World = { ...empty, base: { ...empty.base, agents: [agent], inboxes: [inbox] } };
const email = t`eve@evil.example`;

describe('a customer’s name', () => {
  it.each([
    'Ana Ortiz',
    'ANA  ORTIZ',
    'Аnа Оrtіz',
    'Ana Ortiz (agent)',
    'Ana Ortiz · agent',
    'Billing',
    'Billing Team',
    'Support Team',
    'NOTE · root',
    'ＮＯＴＥ root',
    '▒ root',
    'Zoe <zoe@customer.example>',
    'zoe@customer.example',
    'Help center',
    'System',
  ])('%s is shown with the address, because it could be one of ours', name => {
    expect(personName(world, { name: safeLine(name), email })).toBe(`${safeLine(name)} <eve@evil.example>`);
    expect(personName(world, { name: safeLine(name), email: null })).toBe(`${safeLine(name)} <no address>`);
  });

  it.each(['Zoë Quinn', 'Ana Perez', '田中 花子', 'Noteworth', 'P. Weston'])('%s is shown alone', name => {
    expect(personName(world, { name: safeLine(name), email })).toBe(name);
  });

  it('never pushes the address out of sight, however long it is', () => {
    for (const columns of [8, 20, 30, 45])
      for (const name of [`Ana Ortiz${' x'.repeat(200)}`, `Ana Ortiz ${'漢'.repeat(80)}`]) {
        const shown = personName(world, { name: safeLine(name), email }, columns);
        expect(width(shown)).toBeLessThanOrEqual(columns);
        expect(shown).toMatch(columns < 20 ? /ample>$/ : /evil\.example>$/);
      }
  });

  it('stands beside its domain as the network sees it', () => {
    expect(withAddress({ name: t`Ana`, email: safeLine('ana@shоp.example') })).toMatch(
      /^Ana <ana@xn--[a-z0-9-]+\.example>$/,
    );
  });
});

describe('the heads of messages', () => {
  const message = (
    id: number,
    name: string,
    address: string | null,
    kind: 'contact' | 'agent' = 'contact',
  ): Message => ({
    id,
    conversation_id: 1,
    kind,
    event: null,
    merged_with: null,
    author: {
      type: kind,
      id: kind === 'agent' ? null : id,
      name: safeLine(name),
      email: address === null ? null : safeLine(address),
    },
    body_text: safeBlock('x'),
    body_html: null,
    truncated: undefined,
    attachments: [],
    to: [],
    cc: [],
    automatic: false,
    created_at: id * 60_000,
  });
  const headsOf = (messages: readonly Message[], columns = 90) =>
    threadLines({ ...emptyThread, messages }, columns, new Set(), world)
      .filter(({ role }) => role === 'head')
      .map(({ text }) => text);

  it('show the address for a name like ours, and if two people have one name', () => {
    expect(
      headsOf([
        message(1, 'Zoë', 'zoe@customer.example'),
        message(2, 'Zoë', 'zoe@customer.example'),
        message(3, 'NOTE · root', 'eve@evil.example'),
        message(4, 'Bob', 'bob@customer.example'),
      ]),
    ).toEqual(['Zoë <zoe@customer.example>', 'Zoë', 'NOTE · root <eve@evil.example>', 'Bob']);
    expect(headsOf([message(1, 'Zoë', 'zoe@customer.example'), message(2, 'Zoe', 'zoe@evil.example')])).toEqual([
      'Zoë <zoe@customer.example>',
      'Zoe <zoe@evil.example>',
    ]);
  });

  it('show the address of an inbox that wrote itself', () => {
    expect(headsOf([message(1, 'Billing', 'billing@shop.example', 'agent')])).toEqual([
      'Billing <billing@shop.example> · agent',
    ]);
  });

  it('keep the address in sight beside the time, or on the line below', () => {
    const messages = [message(1, `Ana Ortiz ${'x'.repeat(300)}`, 'eve@evil.example')];
    expect(headsOf(messages, 70)[0]).toMatch(/^Ana Ortiz x+ *… <eve@evil\.example>$/);
    const [head, below] = threadLines({ ...emptyThread, messages }, 50, new Set(), world);
    expect([head?.text, below?.text]).toEqual([expect.stringMatching(/^Ana Ortiz x+…$/), '<eve@evil.example>']);
  });
});
