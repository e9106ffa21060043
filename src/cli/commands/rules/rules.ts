import type { Client } from '../../../client/client.ts';
import type { Rule } from '../../../client/model.ts';
import { type RuleFilter, Rule as Schema } from '../../../contract/rule.ts';
import type { MacroActions } from '../../../state/macro/macro.ts';
import { actionWords } from '../../../state/macro/rule-words.ts';
import { readAll } from '../../../state/sync/places.ts';
import type { World } from '../../../state/world.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { carryOut, type Step } from '../administer/carry-out.ts';
import { given, named } from '../administer/find.ts';
import { onTeam } from '../administer/on-center.ts';
import { readWorld } from '../read-world.ts';
import { givenIn, whenWords } from './given-words.ts';

/** The flags of `rules add` and `rules edit`. */
type RuleFlags = FlagsOf<'rules edit'>;

/** The fields of a rule that a person sets. */
export interface GivenRule {
  readonly name?: string;
  readonly when?: RuleFilter;
  readonly do?: MacroActions;
  readonly sort?: number;
  readonly enabled?: boolean;
}

/** All rules, in their order. */
export function allRules(client: Client): Promise<readonly Rule[]> {
  return readAll(cursor => client.rule.list({ query: { cursor } }));
}

/** The filter and the actions of a rule as the contract has them: an answer is the same with its texts made safe. */
export function definitionOf(rule: Rule): { readonly when: RuleFilter; readonly actions: MacroActions } {
  return { when: rule.when as RuleFilter, actions: rule.do };
}

/** The rule of this name. Ends the command if there is none. */
export function ruleNamed(rules: readonly Rule[], name: string): Rule {
  return named(rules, name, rule => rule.name, 'There is no rule');
}

function columnsIn(world: World) {
  return [
    { head: t`NAME`, cell: ({ name }: Rule) => name },
    { head: t`ON`, cell: ({ enabled, problem }: Rule) => (!enabled ? t`off` : problem ? t`skipped` : t`on`) },
    { head: t`WHEN`, cell: (rule: Rule) => whenWords(definitionOf(rule).when, world), grows: true },
    { head: t`DO`, cell: (rule: Rule) => actionWords(definitionOf(rule).actions, world), grows: true },
    { head: t`PROBLEM`, cell: ({ problem }: Rule) => problem ?? t`` },
  ] as const;
}

/** `frontdesk rules list`. */
export function listRules(shell: Shell, flags: ListingFlags): Promise<number> {
  return onTeam(shell, flags, Schema, async ({ client, output }) => {
    const world = await readWorld(client, shell.now());
    return printRows(output, { rows: await allRules(client), columns: columnsIn(world), empty: t`There is no rule.` });
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

function whatOf(name: string): SafeText {
  return t`Rule ${safeLine(name)}`;
}

/** Makes a rule. */
export function creation(client: Client, body: GivenRule & { readonly name: string }): Step {
  const run = async () => (await client.rule.create({ body: body as never })).data;
  return { what: whatOf(body.name), done: t`created`, row: body, run };
}

/** Changes a rule. */
export function changing(client: Client, rule: Rule, body: GivenRule): Step {
  const run = async () => (await client.rule.update({ params: { rule_id: rule.id }, body: body as never })).data;
  return { what: whatOf(rule.name), done: t`changed`, row: { ...rule, ...body }, run };
}

/** `frontdesk rules add`. */
export function addRule(shell: Shell, name: string, flags: RuleFlags): Promise<number> {
  return onTeam(shell, flags, Schema, async ({ client, output }) => {
    const body = { ...bodyOf(flags, await readWorld(client, shell.now())), name };
    return carryOut(output, flags.dryRun ?? false, [creation(client, body)]);
  });
}

/** `frontdesk rules edit`. */
export function editRule(shell: Shell, name: string, flags: RuleFlags): Promise<number> {
  return onTeam(shell, flags, Schema, async ({ client, output }) => {
    const rule = ruleNamed(await allRules(client), name);
    const body = given({ ...bodyOf(flags, await readWorld(client, shell.now())) });
    return carryOut(output, flags.dryRun ?? false, [changing(client, rule, body)]);
  });
}

/** `frontdesk rules remove`. */
export function removeRule(shell: Shell, name: string, flags: ChangingFlags): Promise<number> {
  return onTeam(shell, flags, Schema, async ({ client, output }) => {
    const rule = ruleNamed(await allRules(client), name);
    const run = async () => {
      await client.rule.remove({ params: { rule_id: rule.id } });
      return null;
    };
    const step = { what: whatOf(rule.name), done: t`removed`, row: rule, run };
    return carryOut(output, flags.dryRun ?? false, [step]);
  });
}
