import { calendarOf } from '../../../text/days.ts';
import { chunks } from '../../database/statement.ts';
import type { Row } from '../../database/tables.ts';
import type { Work } from '../work.ts';

type Absence = Pick<Row<'agent'>, 'away_until'>;

/** When an absence ends: when its day begins in the help center's zone, in milliseconds since 1970; null without one. */
export function backAt({ away_until: day }: Absence): number | null {
  return day === null ? null : calendarOf().startOf(day);
}

function isAway(agent: Absence, now: number): boolean {
  return (backAt(agent) ?? 0) > now;
}

/** The agents among these assignees who are away or disabled: they should get nothing new. Null stands for no agent. */
export async function absentAmong({ db, now }: Work, assignees: readonly (number | null)[]) {
  const found: Pick<Row<'agent'>, 'id' | 'disabled' | 'away_until'>[] = [];
  for (const piece of chunks([...new Set(assignees)].filter(id => id !== null)))
    found.push(
      ...(await db
        .selectFrom('agent')
        .select(['id', 'disabled', 'away_until'])
        .where('id', 'in', piece)
        .where(({ or, eb }) => or([eb('disabled', '=', 1), eb('away_until', 'is not', null)]))
        .execute()),
    );
  return found.filter(agent => agent.disabled === 1 || isAway(agent, now));
}
