import type { Group } from './command.ts';
import { MAX_ID, wholeNumber } from './flag.ts';

const DEEDS = 'what it does: tag:… untag:… assign:… status:… move:… later:… archive restore note:…';

const definition = {
  '--when <filter>': 'which conversations it is about, in the words of the filter',
  '--sort <n>': { help: 'its place among the rules', parse: wholeNumber(0, MAX_ID) },
  '--off': 'do not carry it out',
} as const;

/** `frontdesk rules …`. */
export const rules = {
  help: 'the changes that are made when customers write',
  commands: {
    list: { help: 'list the rules in their order', lists: 'rules/rules#printRules' },
    add: {
      help: 'add a rule for customers’ messages',
      args: '<name>',
      flags: { ...definition, '--do <actions>': { help: DEEDS, isRequired: true } },
      changes: 'rules/rules#addRule',
    },
    edit: {
      help: 'change a rule',
      args: '<name>',
      flags: { ...definition, '--do <actions>': DEEDS, '--name <name>': 'the new name', '--on': 'carry it out' },
      changes: 'rules/rules#editRule',
    },
    remove: { help: 'remove a rule; its changes stay', args: '<name>', changes: 'rules/rules#removeRuleCommand' },
    try: {
      help: 'show the effect of a rule on the newest 500 conversations',
      args: '<name>',
      lists: 'rules/try-rule#tryRule',
    },
    export: {
      help: 'print the rules as TOML, to keep them under version control',
      reaches: 'rules/rules-file#exportRules',
    },
    import: { help: 'make and change rules as a file says', args: '<file>', changes: 'rules/rules-file#importRules' },
  },
} as const satisfies Group;
