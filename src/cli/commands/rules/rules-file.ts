import { readFileSync } from 'node:fs';
import { parse, stringify } from 'smol-toml';
import * as v from 'valibot';
import type { Rule } from '../../../client/model.ts';
import { actionWords, type Defined } from '../../../state/macro/rule-words.ts';
import type { World } from '../../../state/world.ts';
import { messageOf } from '../../../text/message-of.ts';
import { nameKey } from '../../../text/name-key.ts';
import { safeLine } from '../../../text/safe.ts';
import type { CenterFlags, ChangingFlags } from '../../declared/shared-flags.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import type { AdministrationStep } from '../administer/carry-out.ts';
import { allRows, onResource } from '../administer/resource.ts';
import { readWorld } from '../read-world.ts';
import { givenIn, requireFilterWords } from './given-words.ts';
import { definitionOf, ruleStep } from './rules.ts';

/** A file of rules: words in place of ids, which another help center would not have, in their order. */
const File = v.strictObject({
  rules: v.array(
    v.strictObject({
      name: v.string(),
      when: v.optional(v.string(), ''),
      do: v.string(),
      enabled: v.optional(v.boolean(), true),
    }),
  ),
});
type Filed = v.InferOutput<typeof File>['rules'][number];

/** A rule in its words. */
function filed(rule: Rule, world: World): Filed {
  const { when, actions } = definitionOf(rule);
  const words = { when: requireFilterWords(when, world), do: actionWords(actions, world) };
  return { name: rule.name, ...words, enabled: rule.enabled };
}

/** `frontdesk rules export`: the rules as TOML on standard output, to keep it under version control. */
export function exportRules(shell: Shell, flags: CenterFlags): Promise<number> {
  return onResource(shell, flags, 'rule', async ({ client }) => {
    const world = await readWorld(client, shell.now());
    const rules = (await allRows(client, 'rule')).map(rule => filed(rule, world));
    shell.stdout.write(`${stringify({ rules }).trimEnd()}\n`);
    return exitCode.done;
  });
}

function fileAt(path: string): readonly Filed[] {
  try {
    return v.parse(File, parse(readFileSync(path, 'utf8'))).rules;
  } catch (error) {
    throw new ShellError(
      `${safeLine(path)} is not a file of rules: ${safeLine(messageOf(error))} Nothing was changed.`,
    );
  }
}

/**
 * `frontdesk rules import`: makes and changes rules as a file says, and puts them in its order. Rules that are not in it
 * stay.
 */
export function importRules(shell: Shell, path: string, flags: ChangingFlags): Promise<number> {
  return onResource(shell, flags, 'rule', async ({ client, output, carryOut }) => {
    const world = await readWorld(client, shell.now());
    const known = await allRows(client, 'rule');
    const steps = fileAt(path).flatMap((one, sort): readonly AdministrationStep[] => {
      const { name, enabled } = one;
      const defined = givenIn(one, world) as Required<Defined>;
      const body = { name, ...defined, enabled, sort };
      const before = known.find(other => nameKey(other.name) === nameKey(name));
      if (!before) return [ruleStep(client, null, body)];
      const words = { ...one, when: requireFilterWords(body.when, world), do: actionWords(body.do, world) };
      const isSame = before.sort === sort && JSON.stringify(filed(before, world)) === JSON.stringify(words);
      return isSame ? [] : [ruleStep(client, before, body)];
    });
    if (steps.length === 0 && output.form === 'text') shell.stdout.write('All rules are so already.\n');
    return carryOut(steps);
  });
}
