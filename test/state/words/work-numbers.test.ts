import { expect, test } from 'vitest';
import type { NumbersRow } from '../../../src/client/model.ts';
import { numberLines, numberSentences } from '../../../src/state/words/work-numbers.ts';
import { width } from '../../../src/text/width.ts';
import { sampleWorld } from '../../ui/world.ts';

function row(more: object): NumbersRow {
  const none = { answer_median: null, answer_p90: null, close_median: null, rating_mean: null };
  const numbers = { came: 123, answered: 98, closed: 101, reopened: 12, left: 45, rated: 33 };
  return { agent_id: null, ...none, ...numbers, targeted: 0, in_time: 0, ...more } as NumbersRow;
}

function linesOf(rows: readonly NumbersRow[], room: number, by: 'agent' | 'day' = 'agent') {
  const said = { from: '2026-11-01', to: '2026-11-08', zone: 'UTC', by, is_partial: false, rows } as never;
  return numberLines(sampleWorld({ columns: 80, rows: 24 }), { by, days: 7, clock: 'all', said, asOf: 0 }, room);
}

test('the table fits 80 columns, also with the share in time; a narrow room cuts the names', () => {
  const timed = row({
    agent_id: 1,
    answer_median: 90_000,
    answer_p90: 200_000,
    rating_mean: 4.5,
    targeted: 7,
    in_time: 6,
  });
  const [head, first, second] = linesOf([timed, row({})], 78);
  expect(head?.trim().split(/ +/).slice(0, 6)).toEqual(['CAME', 'ANSWERED', 'MEDIAN', '90%', 'IN', 'TIME']);
  expect(first).toContain(' 85% ');
  expect(second).toMatch(/^no ag/);
  for (const line of [head, first, second]) expect(width(line!)).toBeLessThanOrEqual(78);
});

test('without a target nothing is in time', () => {
  expect(linesOf([row({})], 120)[0]).not.toContain('TIME');
});

test('a day is told whole, and without its year where there is no room', () => {
  const days = [row({ day: '2026-11-06' }), row({ day: '2026-11-07' })];
  expect(linesOf(days, 78, 'day')[1]).toMatch(/^2026-11-06 /);
  expect(linesOf(days, 38, 'day')[2]).toMatch(/^11-07 /);
});

test('the sentence of a row names each number, says its times in words and leaves out what was not measured', () => {
  const rows = [row({ agent_id: 1, answer_median: 90_000, answer_p90: 30, rating_mean: 4.5 }), row({})];
  const said = { from: '', to: '', zone: 'UTC', by: 'agent', is_partial: false, rows } as never;
  const world = sampleWorld({ columns: 80, rows: 24 });
  expect(numberSentences(world, { by: 'agent', days: 7, clock: 'all', said, asOf: 0 })).toEqual([
    'Ana Ortiz: came 123, answered 98, half of them within 1 day, 90 percent within less than 1 minute, closed 101, reopened 12, left 45, rated 33, mean 4.50.',
    'no agent: came 123, answered 98, closed 101, reopened 12, left 45, rated 33.',
  ]);
});
