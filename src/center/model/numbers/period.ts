import type { AnswerInput, QueryOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { MAX_NUMBER_DAYS } from '../../../contract/numbers.ts';
import { calendarOf, dayAfter, daysBetween } from '../../../text/days.ts';
import { invalid } from '../problem.ts';

type Numbers = AnswerInput<Contract['numbers']['get']>;
export type By = Numbers['by'];

/** The days that are counted: from the first one to the day before `to`. */
export interface Period {
  readonly by: By;
  readonly clock: Numbers['clock'];
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  /** When each day begins that has a row of its own, or the first one alone; then the end. Milliseconds since 1970. */
  readonly bounds: readonly number[];
}

/** The period that a query asks for. Throws `validation_failed` for one that ends before it begins, or is too long. */
export function periodOf(
  { from, to, by = 'agent', clock = 'all', zone }: QueryOf<Contract['numbers']['get']>,
  now: number,
): Period {
  const calendar = calendarOf(zone);
  const end = to ?? dayAfter(from === undefined ? calendar.dayAt(now) : [from, calendar.dayAt(now)].sort().at(-1)!);
  const start = from ?? dayAfter(end, -7);
  const days = daysBetween(start, end);
  if (days < 1) throw invalid(['to', 'must be later than `from`']);
  if (days > MAX_NUMBER_DAYS) throw invalid(['from', `must be at most ${MAX_NUMBER_DAYS} days before \`to\``]);
  const steps = by === 'day' ? Array.from({ length: days }, (_, at) => at) : [0];
  const bounds = [...steps, days].map(count => calendar.startOf(dayAfter(start, count)));
  return { by, clock, zone: calendar.zone, from: start, to: end, bounds };
}
