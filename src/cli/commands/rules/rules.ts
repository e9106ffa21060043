import type { Client } from '../../../client/client.ts';
import type { Rule } from '../../../client/model.ts';
import type { RuleFilter } from '../../../contract/rule.ts';
import { saveResource } from '../../../state/administration/calls.ts';
import type { ShownMacroActions } from '../../../state/macro/macro.ts';
import { actionWords } from '../../../state/macro/rule-words.ts';
import type { World } from '../../../state/world.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import type { AdministrationStep } from '../administer/carry-out.ts';
import { changedFields, changeNamed, eachRow, onResource, rowNamed } from '../administer/resource.ts';
import { readWorld } from '../read-world.ts';
import { givenIn, requireFilterWords } from './given-words.ts';

/** The flags of `rules add` and `rules edit`. */
type RuleFlags = FlagsOf<'rules edit'>;

/** The fields of a rule that a person sets. */
export interface GivenRule {
  readonly name?: string;
  readonly when?: RuleFilter;
  readonly do?: ShownMacroActions;
  readonly sort?: number;
  readonly enabled?: boolean;
}

/** The filter and the actions of a rule as the contract has them: an answer is the same with its texts made safe. */
export function definitionOf(rule: Rule): { readonly when: RuleFilter; readonly actions: ShownMacroActions } {
  return { when: rule.when as RuleFilter, actions: rule.do };
}

function columnsIn(world: World) {
  return [
    { head: t`NAME`, cell: ({ name }: Rule) => name },
    { head: t`ON`, cell: ({ enabled, problem }: Rule) => (!enabled ? t`off` : problem ? t`skipped` : t`on`) },
    { head: t`WHEN`, cell: (rule: Rule) => requireFilterWords(definitionOf(rule).when, world), grows: true },
    { head: t`DO`, cell: (rule: Rule) => actionWords(definitionOf(rule).actions, world), grows: true },
    { head: t`PROBLEM`, cell: ({ problem }: Rule) => problem ?? t`` },
  ] as const;
}

/** `frontdesk rules list`. */
export function printRules(shell: Shell, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'rule', async ({ client, output }) => {
    const columns = columnsIn(await readWorld(client, shell.now()));
    return printRows(output, { rows: eachRow(client, 'rule'), columns, empty: t`There is no rule.` });
  });
}

function bodyOf({ name, sort, on, off, ...words }: RuleFlags, world: World): GivenRule {
  return {
    ...(name !== undefined && { name }),
    ...givenIn(words, world),
    ...(sort !== undefined && { sort }),
    ...((on || off) && { enabled: on === true }),
  };
}

/** Makes a rule (`before` is null), or changes it. */
export function ruleStep(client: Client, before: Rule | null, body: GivenRule): AdministrationStep {
  const what = t`Rule ${safeLine(before?.name ?? body.name ?? '')}`;
  const run = () => saveResource(client, 'rule', before?.id ?? null, body);
  return { what, done: before ? t`changed` : t`created`, row: { ...before, ...body }, run };
}

/** `frontdesk rules add`. */
export function addRule(shell: Shell, name: string, flags: RuleFlags): Promise<number> {
  return onResource(shell, flags, 'rule', async ({ client, carryOut }) => {
    const body = { ...bodyOf(flags, await readWorld(client, shell.now())), name };
    return carryOut([ruleStep(client, null, body)]);
  });
}

/** `frontdesk rules edit`. */
export function editRule(shell: Shell, name: string, flags: RuleFlags): Promise<number> {
  return changeNamed(shell, flags, 'rule', name, async client => ({
    body: changedFields({ ...bodyOf(flags, await readWorld(client, shell.now())) }),
    done: t`changed`,
  }));
}

/** `frontdesk rules remove`. */
export function removeRuleCommand(shell: Shell, name: string, flags: ChangingFlags): Promise<number> {
  return onResource(shell, flags, 'rule', async ({ client, carryOut }) => {
    const rule = await rowNamed(client, 'rule', name);
    const run = () => client.rule.remove({ params: { rule_id: rule.id } });
    return carryOut([{ what: t`Rule ${rule.name}`, done: t`removed`, row: rule, run }]);
  });
}
