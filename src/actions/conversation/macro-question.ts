import { question } from '../../keys/one-box.ts';
import type { Macro } from '../../state/macro/macro.ts';
import { planKinds, planWords } from '../../state/macro/plan.ts';
import { dryRun, lacksTeams, runMacro } from '../../state/macro/run.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { named } from './targets.ts';

/** At most so many reasons are listed. */
const MAX_REASONS = 5;

/** What a saved reply of actions alone would do to several conversations. */
export const macroQuestion = question<Macro>({
  id: 'reply.apply',
  title: ({ targets, data }) => t`Apply ${data.name} to ${named(targets)}?`,
  lines: ({ world, targets, data }) => [
    ...planLines(world, dryRun(world, data, targets, world.now)),
    ...(lacksTeams(world, data) ? [t`The teams are not read yet: more may not be allowed.`] : []),
  ],
  verb: t`apply`,
  load: (desk, { world, data }) => {
    if (lacksTeams(world, data)) void loadTeams(desk);
  },
  answer: (desk, macro, targets) => runMacro(desk, macro, targets),
});

/** What a macro would do, and why it would not do it to some. */
function planLines(world: World, plan: ReturnType<typeof dryRun>): readonly SafeText[] {
  if ('problem' in plan) return [t`It cannot run: ${plan.problem}`];
  const kinds = planKinds(world, plan);
  return [
    t`${planWords(plan)}${kinds === '' ? t`.` : t`: ${kinds}.`}`,
    ...plan.barred.slice(0, MAX_REASONS).map(({ id, reason }) => t`#${id} ${reason}`),
  ];
}
