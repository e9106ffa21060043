import type { Command } from 'commander';
import { addCenterFlags } from '../elsewhere/center-flags.ts';
import type { Run } from './run.ts';
import { addChangeFlags, addListingFlags, MAX_ID, wholeNumber } from './shared-flags.ts';

const DEEDS = 'what it does: tag:… untag:… assign:… status:… move:… later:… archive restore note:…';

function addFlags(command: Command): Command {
  const when = 'which conversations it is about, in the words of the filter';
  return command
    .option('--when <filter>', when)
    .option('--sort <n>', 'its place among the rules', wholeNumber(0, MAX_ID))
    .option('--off', 'do not carry it out');
}

/** `frontdesk rules …`. */
export function addRules(rules: Command, { runs }: Run) {
  const code = () => import('../commands/rules/rules.ts');
  const file = () => import('../commands/rules/rules-file.ts');
  const list = rules.command('list').description('list the rules in their order');
  runs(addListingFlags(list), async () => (await code()).listRules);
  const add = addFlags(rules.command('add').description('add a rule for customers’ messages').argument('<name>'));
  runs(addChangeFlags(add.requiredOption('--do <actions>', DEEDS)), async () => (await code()).addRule);
  const edit = addFlags(rules.command('edit').description('change a rule').argument('<name>'));
  edit.option('--do <actions>', DEEDS).option('--name <name>', 'the new name').option('--on', 'carry it out');
  runs(addChangeFlags(edit), async () => (await code()).editRule);
  const remove = rules.command('remove').description('remove a rule; its changes stay').argument('<name>');
  runs(addChangeFlags(remove), async () => (await code()).removeRule);
  const trying = rules
    .command('try')
    .description('show the effect of a rule on the newest 500 conversations')
    .argument('<name>');
  runs(addListingFlags(trying), async () => (await import('../commands/rules/try-rule.ts')).tryRule);
  const out = rules.command('export').description('print the rules as TOML, to keep them under version control');
  runs(addCenterFlags(out), async () => (await file()).exportRules);
  const into = rules.command('import').description('make and change rules as a file says').argument('<file>');
  runs(addChangeFlags(into), async () => (await file()).importRules);
}
