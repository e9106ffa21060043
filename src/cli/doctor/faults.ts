import type { Failing } from '../../center/model/jobs/fault.ts';
import { counted } from '../../text/numbers.ts';
import { clock } from '../../text/relative-time.ts';
import { safeLine, t } from '../../text/safe.ts';
import { type Finding, findingsOf } from './finding.ts';

/** More are of no use to a person. */
const MAX_TOLD = 5;

/** The failing jobs of a help center, those first that fail for longest. */
export function faultFindings(failing: readonly Failing[], now: number): readonly Finding[] {
  const { todo } = findingsOf('help center');
  const told = failing
    .slice(0, MAX_TOLD)
    .map(({ what, fault, tries, since, againAt }) =>
      todo(
        t`${safeLine(what)} has failed since ${clock(since, now, now)}${againAt === null ? t`` : t`, after ${counted(tries, t`attempt`)}`}: ${safeLine(fault)}.`,
        againAt === null
          ? t`Remove the cause. The next message that it matches tries it again.`
          : t`Remove the cause. It is tried again at ${clock(againAt, now, now)}, or a little later.`,
      ),
    );
  const more = failing.length - told.length;
  if (more === 0) return told;
  return [
    ...told,
    todo(t`${counted(more, t`more thing`)} that it does on its own fail.`, t`See the log of the service.`),
  ];
}
