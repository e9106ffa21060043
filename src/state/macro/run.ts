import { t } from '../../text/safe.ts';
import { countedTitle } from '../changes/title.ts';
import type { Desk } from '../desk.ts';
import { commitCalls } from '../outbox/commit.ts';
import type { World } from '../world.ts';
import { type MacroCalls, macroCalls } from './calls.ts';
import type { Macro } from './macro.ts';
import { type MacroPlan, macroPlan, planWords } from './plan.ts';

/** The effect of a macro now, or why it cannot run. */
export function dryRun(
  world: World,
  { actions }: Macro,
  ids: readonly number[],
  now: number,
): MacroPlan | Extract<MacroCalls, { problem: unknown }> {
  const made = macroCalls(world, actions, ids, now);
  return 'problem' in made ? made : macroPlan(world, made.calls, ids);
}

/** Whether the dry run may miss that an agent cannot see an inbox: the teams, which decide it, are not read yet. */
export function lacksTeams({ base }: World, { actions }: Macro): boolean {
  const isByTeam = base.inboxes.some(({ team_ids }) => (team_ids?.length ?? 0) > 0);
  return typeof actions.assign_to === 'number' && base.teams === null && isByTeam;
}

/** Runs a macro as one act, which one `z` takes back. If nothing is to be done, nothing is, and the notice says why. */
export function runMacro(desk: Desk, macro: Macro, ids: readonly number[]): void {
  const { name } = macro;
  const plan = dryRun(desk.world(), macro, ids, desk.centerNow());
  if ('problem' in plan) desk.notify({ tone: 'problem', text: t`${name} cannot run: ${plan.problem}` });
  else if (plan.calls.length > 0)
    commitCalls(desk, plan.calls, countedTitle(t`Applied ${name} to`, [...plan.changed, ...plan.notLoaded]));
  else {
    const [one] = plan.barred;
    const why = one && ids.length === 1 ? t`#${one.id} ${one.reason}` : planWords(plan);
    desk.notify({ tone: 'problem', text: t`${name} does nothing here: ${why}.` });
  }
}
