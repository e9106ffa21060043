import { question } from '../../keys/one-box.ts';
import type { Macro } from '../../state/macro/macro.ts';
import { planKinds, planWords } from '../../state/macro/plan.ts';
import { dryRun, lacksTeams, runMacro } from '../../state/macro/run.ts';
import { loadTeams } from '../../state/sync/places.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationsTitle } from './targets.ts';

/** At most this many reasons are listed. */
const MAX_REASONS = 5;

/** The question that shows the effect of a saved reply of actions alone on several conversations. */
export const macroQuestion = question<Macro>({
  id: 'reply.apply',
  title: ({ targets, data }) => t`Apply ${data.name} to ${conversationsTitle(targets)}?`,
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

/** The effect of a macro, and the reasons why it skips some conversations. */
function planLines(world: World, plan: ReturnType<typeof dryRun>): readonly SafeText[] {
  if ('problem' in plan) return [t`It cannot run: ${plan.problem}`];
  const kinds = planKinds(world, plan);
  return [
    t`${planWords(plan)}${kinds === '' ? t`.` : t`: ${kinds}.`}`,
    ...plan.barred.slice(0, MAX_REASONS).map(({ id, reason }) => t`#${id} ${reason}`),
  ];
}
