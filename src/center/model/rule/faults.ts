import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import type { RuleFilter } from '../../../contract/rule.ts';
import { readPutOff } from '../../../text/when.ts';
import { type Caller, nobody } from '../access.ts';
import { namedFaults, tagFaults } from '../conversation/check.ts';
import type { ConversationChange } from '../conversation/plan.ts';
import type { ConversationRecord } from '../conversation/row.ts';
import { snoozeFaults, snoozeIn } from '../conversation/snooze.ts';
import type { Fault } from '../problem.ts';
import { unknownIds } from '../rows.ts';
import { statusByName } from '../status.ts';
import { timestamp } from '../time.ts';
import type { Work } from '../work.ts';

/** The actions of a rule, and its conversations. */
export interface Definition {
  readonly name: string;
  readonly when: RuleFilter;
  readonly do: BodyOf<Contract['rule']['create']>['do'];
}

/** The help center itself as a caller. */
export const itself: Caller = { ...nobody, seesAll: true };

function numbersIn(given: readonly (number | string)[] = []): number[] {
  return given.filter(one => typeof one === 'number');
}

/** Names in a filter that do not exist. A tag that no conversation has matches nothing, and is not a fault. */
async function filterFaults({ db }: Work, path: string, filter: RuleFilter['not'] = {}): Promise<Fault[]> {
  const agents = await unknownIds(db, 'agent', numbersIn(filter.assign_to));
  const inboxes = await unknownIds(db, 'inbox', numbersIn(filter.inbox_ids));
  const faults: Fault[] = [];
  if (filter.assign_to?.includes('me')) faults.push([`${path}.assign_to`, 'must name an agent instead of `me`']);
  for (const id of agents) faults.push([`${path}.assign_to`, `there is no agent ${id}`]);
  for (const id of inboxes) faults.push([`${path}.inbox_ids`, `there is no inbox ${id}`]);
  for (const name of filter.status ?? [])
    if ((await statusByName(db, name)) === undefined) faults.push([`${path}.status`, `there is no status “${name}”`]);
  return faults;
}

interface Effect {
  readonly faults: readonly Fault[];
  readonly change: ConversationChange;
}

type Assigned = Pick<ConversationRecord, 'assign_to' | 'inbox_id'>;

/** The actions of a rule as a change, and why conversations cannot be changed so. Times are read at `now`. */
export async function effectOf(
  work: Work,
  actions: Definition['do'],
  { rows, assigned, now }: { rows: readonly ConversationRecord[]; assigned: readonly Assigned[]; now: number },
): Promise<Effect> {
  const { status, add_tags, remove_tags, assign_to: agent, inbox_id, archived, snooze: words } = actions;
  const statusId = status === undefined ? undefined : await statusByName(work.db, status);
  const assign_to = agent === 'me' ? undefined : agent;
  const later = words === undefined ? undefined : readPutOff(words, now);
  const isRead = later !== undefined && later !== 'now' && !('problem' in later);
  const until = isRead ? { until: later.until === null ? null : timestamp(later.until), keep: later.keep } : null;
  const snooze = later === undefined ? undefined : until;
  const faults: Fault[] = [
    ...(agent === 'me' ? [['assign_to', 'must name an agent instead of `me`'] as const] : []),
    ...(status !== undefined && statusId === undefined ? [['status', `there is no status “${status}”`] as const] : []),
    ...(later !== undefined && later !== 'now' && 'problem' in later ? [['snooze', later.problem] as const] : []),
    ...tagFaults({ add_tags, remove_tags }),
    ...(await namedFaults(work, itself, { assign_to, inbox_id }, assigned)),
    ...snoozeFaults({ snooze, conversation_status_id: statusId, archived }, rows, now, () => 'snooze'),
  ];
  return {
    faults: faults.map(([path, why]) => [`do.${path}`, why]),
    change: {
      statusId,
      assignTo: assign_to,
      inboxId: inbox_id,
      archived,
      snooze: snoozeIn(snooze, null),
      addedTags: add_tags,
      deletedTags: remove_tags,
      byRule: true,
    },
  };
}

/** The fault of a rule on any conversation: it names something that is gone. */
export async function ruleFaults(work: Work, given: Partial<Definition>): Promise<Fault[]> {
  const { when, do: actions = {} } = given;
  // A time of today is read from its beginning.
  const now = new Date(work.now).setHours(0, 0, 0, 0);
  const assigned = [{ assign_to: null, inbox_id: actions.inbox_id ?? null }];
  return [
    ...(await filterFaults(work, 'when', when)),
    ...(await filterFaults(work, 'when.not', when?.not)),
    ...(await effectOf(work, actions, { rows: [], assigned, now })).faults,
  ];
}
