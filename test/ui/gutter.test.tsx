import { expect, test } from 'vitest';
import { IdMap } from '../../src/state/world/id-map.ts';
import type { Message } from '../../src/state/world.ts';
import { safeLine } from '../../src/text/safe.ts';
import { rowsOf } from './screen.tsx';
import { fakeDesk, message, sampleWorld, thread } from './world.ts';

test('each line of a message has the sign of its author, blank lines too', () => {
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'detail' });
  const agent = { author: { type: 'agent', id: 1, name: safeLine('Ana'), email: null } } as Partial<Message>;
  const threads = IdMap.of([
    [1042, thread([message(1, 'Hello,\n\nBest,\nAna Ortiz · agent'), message(2, 'One\n\nTwo', agent)])],
  ]);
  const { desk } = fakeDesk({ ...world, base: { ...world.base, threads } });
  const detail = rowsOf(desk).map(row => row.replace(/^.*? │ ?/, '').trimEnd());
  expect(detail.join('\n')).toContain('│ Hello,\n│\n│ Best,\n│ Ana Ortiz · agent\n');
  expect(detail.join('\n')).toContain('┃ One\n┃\n┃ Two\n');
});
