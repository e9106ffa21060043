import { describe, expect, test } from 'vitest';
import { type RowState, rowStateOf } from '../../../src/state/list/row-state.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { Conversation, World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { drawnText } from '../../../src/ui/widgets/line.tsx';
import { stateCells } from '../../../src/ui/widgets/row-sign.ts';
import { conversation, NOW, sampleWorld } from '../world.ts';

const SIZE = { columns: 120, rows: 36 };

function worldWith(more: Partial<Conversation>, rest: Partial<World> = {}): World {
  const world = sampleWorld(SIZE, { news: new Set(), ...rest });
  return { ...world, base: { ...world.base, conversations: IdMap.of([[7, conversation(7, 'Hello', more)] as const]) } };
}

const bounced = { delivery_failed: true } as Partial<Conversation>;
const unread = { unread: true } as Partial<Conversation>;
const waits = { waiting_since: NOW - 1 };
const custom = { conversation_status_id: 3, status: safeLine('waiting') };
const closed = { conversation_status_id: 2, status: safeLine('closed') };
const drafts: World['drafts'] = new Map([['note:7', { text: 'Hm.' }]]);

describe('the state cell shows the first that holds', () => {
  const TABLE: readonly [RowState | undefined, Partial<Conversation>, Partial<World>][] = [
    ['bounced', { ...bounced, ...unread, ...waits, ...closed }, { drafts }],
    ['draft', { ...unread, ...waits, ...custom }, { drafts }],
    ['news', { ...unread, ...waits, ...custom }, {}],
    ['waits', { ...waits, ...custom }, {}],
    ['otherStatus', custom, {}],
    ['closed', closed, {}],
    [undefined, {}, {}],
  ];
  test.for(TABLE)('%s', ([sign, more, rest]) => {
    expect(rowStateOf(worldWith(more, rest), 7)).toBe(sign);
  });

  test('a row that is gone shows only that', () => {
    const world = worldWith({ ...bounced, ...unread });
    const gone = new Map([[7, safeLine('archived by Bob')]]);
    expect(rowStateOf({ ...world, list: { ...world.list, gone } }, 7)).toBe('gone');
    expect(rowStateOf({ ...world, list: { ...world.list, ghosts: new Set([7]) } }, 7)).toBe('gone');
  });

  test('at a help center without these fields, news and the name of the status are what is left', () => {
    const lacking = { unread: null, waiting_since: null, delivery_failed: undefined } as Partial<Conversation>;
    const world = worldWith({ ...lacking, conversation_status_id: 9, status: safeLine('Closed') });
    const base = { ...world.base, statuses: [] };
    expect(rowStateOf({ ...world, base, news: new Set([7]) }, 7)).toBe('news');
    expect(rowStateOf({ ...world, base }, 7)).toBe('closed');
  });
});

test('in ASCII each state has its own sign, and a head that is behind has yet another one', () => {
  const ascii = createTheme({ color: false, ascii: true });
  const drawn = (['gone', 'bounced', 'draft', 'news', 'waits', 'otherStatus', 'closed'] as const).map(state =>
    drawnText(stateCells(state), ascii),
  );
  expect(drawn.map(text => text.replace(/\x1b\[\d*m/g, ''))).toEqual(['? ', '! ', '~ ', '* ', '< ', '= ', '# ']);
  expect(ascii.draw(safeLine('…'))).toBe('.');
});
