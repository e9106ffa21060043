import { type Target, targetFaults } from '../../../text/target.ts';
import type { Row } from '../../database/tables.ts';
import type { Fault } from '../problem.ts';

/** The columns of an inbox's target. */
export const targetColumns = ['answer_within', 'hours', 'zone', 'holidays'] as const;

/** A row with them. */
export type TargetRow = Pick<Row<'inbox'>, (typeof targetColumns)[number]>;

/** The target that an inbox has. */
export function targetOf({ answer_within, hours, zone, holidays }: TargetRow) {
  return { answer_within, hours, zone, holidays: holidays === '' ? [] : holidays.split(' ') };
}

/** The fields of an inbox's target: only those that are set. */
export function targetAnswer(row: TargetRow) {
  const { answer_within, hours, zone, holidays } = targetOf(row);
  return {
    ...(answer_within > 0 && { answer_within }),
    ...(hours !== '' && { hours }),
    ...(zone !== '' && { zone }),
    ...(holidays.length > 0 && { holidays }),
  };
}

/** Refuses an invalid target. Fields that a request does not name stay as they are, right or wrong. */
export function wrongTarget(given: Target, before: Row<'inbox'> | undefined, wrong: ReadonlySet<string>): Fault[] {
  const named = targetColumns.filter(name => given[name] !== undefined);
  if (named.length === 0 || named.some(name => wrong.has(name))) return [];
  return targetFaults({ ...(before && targetOf(before)), ...given });
}
