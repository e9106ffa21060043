import { describe, expect, test } from 'vitest';
import { meantPeople } from '../../../src/state/reply/known-people.ts';
import { readPeople, writePeople } from '../../../src/state/reply/written-people.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { conversation, sampleWorld } from '../../ui/world.ts';
import { people } from './people.ts';

function customer(id: number, name: string, email: string | null) {
  return { id, name: safeLine(name), email: email === null ? null : safeLine(email) };
}

const base = sampleWorld({ columns: 80, rows: 24 });
const world = {
  ...base,
  base: {
    ...base.base,
    conversations: IdMap.of([
      [
        1,
        {
          ...conversation(1, 'One'),
          requester: customer(1, 'Zoë Quinn', 'zoe@customer.example'),
          participants: people('Zora <zora@partner.example>'),
        },
      ],
      [2, { ...conversation(2, 'Two'), requester: customer(2, 'Zeno Zobel', 'zeno@customer.example') }],
      [3, { ...conversation(3, 'Three'), requester: customer(3, 'No Address', null) }],
    ]),
  },
};
const found = people('Zoltan <zoltan@found.example>', 'ZOE@customer.example');

describe('the last words of a line mean', () => {
  test.each([
    ['zo', ['zoe@customer.example', 'zora@partner.example', 'zeno@customer.example']],
    ['bob@x.example, zor', ['zora@partner.example']],
    ['quinn zo', ['zoe@customer.example']],
    ['zolt', ['zoltan@found.example']],
    ['PARTNER', ['zora@partner.example']],
    ['z', []],
    ['', []],
    ['nobody', []],
    ['No Add', []],
    ['zoe@customer.example', []],
    ['Zoë Quinn <zoe@customer.example>', []],
  ])('%j', (line, emails) => {
    expect(meantPeople(world, 1, line, found).map(({ email }) => email)).toEqual(emails);
  });

  test('each address once, the nearest first, and at most three', () => {
    expect(meantPeople(world, 1, 'zo', found)).toHaveLength(3);
    expect(meantPeople(world, 2, 'ze', []).map(({ email }) => email)).toEqual(['zeno@customer.example']);
  });
});

test.each(['Quinn, Zoë', 'a "b" <c>', '\u202Eevil', 'x'.repeat(10_000), 'Zoë; Bob', '\u001b[31mred'])(
  'a name as %j is written so that it is read as one person',
  name => {
    const one = { name: safeLine(name), email: safeLine('zoe@customer.example') };
    expect(readPeople(writePeople([one])).people).toEqual([one]);
  },
);
