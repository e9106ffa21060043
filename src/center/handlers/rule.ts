import type { rule as endpoints } from '../../contract/rule.ts';
import type { Row } from '../database/tables.ts';
import { openPage } from '../model/listing/paging.ts';
import type { Fault } from '../model/problem.ts';
import { listRules, putRule, removeRule, requireRule, ruleAnswers } from '../model/rule/definition.ts';
import { ruleFaults } from '../model/rule/faults.ts';
import { areActions } from '../model/saved-reply.ts';
import type { Work } from '../model/work.ts';
import type { Handlers } from './call.ts';
import { type CheckedCall, checked } from './checked.ts';

async function reply(work: Work, row: Row<'rule'>) {
  return { data: (await ruleAnswers(work, [row]))[0]! };
}

/** The faults of what is given: what a rule named before, and has lost since, may stay. */
async function faultsOf(call: CheckedCall<typeof endpoints.create | typeof endpoints.update>): Promise<Fault[]> {
  const { body, wrong } = call;
  const isIdle = body.do !== undefined && !wrong.has('do') && !areActions(body.do);
  return [...(isIdle ? [['do', 'must do something'] as const] : []), ...(await ruleFaults(call, body))];
}

export const ruleHandlers: Handlers['rule'] = {
  list: call => listRules(call, openPage(call, 'sort.asc', 'whole')),
  create: checked<typeof endpoints.create>()(
    async call => ({ faults: await faultsOf(call) }),
    async call => reply(call, await putRule(call, call.body)),
  ),
  update: checked<typeof endpoints.update>()(
    async call => ({ before: await requireRule(call, call.params.rule_id), faults: await faultsOf(call) }),
    async (call, { before }) => reply(call, await putRule(call, call.body, before)),
  ),
  remove: async call => removeRule(call, await requireRule(call, call.params.rule_id)).then(() => undefined),
};
