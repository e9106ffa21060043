import * as v from 'valibot';
import { contract } from '../../contract/index.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { say } from '../../keys/overlay.ts';
import type { ChoiceKey } from '../../keys/parts.ts';
import { removeResource } from '../../state/administration/administer.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { loadRules, moveRule, ruleNow, ruleWords, saveRule, writtenRule } from '../../state/macro/rules.ts';
import type { Rule, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { mayChange, whyNoChange } from './administering.ts';
import { type FormField, fieldMeaning } from './fields.ts';
import { type FormAction, formAction, openForm } from './form.ts';

const { body: BODY } = contract.rule.create;

const FIELDS: readonly FormField[] = [
  { name: 'name', label: t`Name`, kind: 'line', schema: BODY.entries.name, meaning: fieldMeaning(BODY, 'name') },
  {
    name: 'when',
    label: t`When`,
    kind: 'line',
    schema: v.string(),
    meaning: t`A filter, as after / in the list; empty: each message of a customer`,
  },
  {
    name: 'do',
    label: t`Do`,
    kind: 'line',
    schema: v.pipe(v.string(), v.minLength(1, 'is required')),
    meaning: t`tag:… untag:… assign:… status:… move:… later:… note:… archive restore`,
  },
  { name: 'enabled', label: t`On`, kind: 'flag', schema: v.boolean(), meaning: t`` },
];

/** A help center without rules, or one that shows them to admins alone. */
function whyNoRules(world: World): SafeText | undefined {
  const isAgent = world.me?.role === 'agent';
  return whyLacking(world, 'rule.list') ?? (isAgent ? t`Only admins see the rules. Ask one of them.` : undefined);
}

export const ruleEdit: FormAction<'rule.edit'> = formAction(
  'rule',
  {
    id: 'rule.edit',
    title: t`New rule…`,
    help: t`Makes a rule for what happens when a customer writes`,
    words: ['automation', 'trigger', 'workflow'],
    writes: true,
    unavailable: world => whyNoRules(world) ?? whyNoChange(world),
    run: desk => openForm(desk, ruleEdit, null, { enabled: true }),
  },
  { fields: () => FIELDS, now: ruleNow, save: saveRule, reread: loadRules },
);

const deleteQuestion = question<Rule>({
  id: 'rule.delete',
  title: ({ data }) => t`Delete the rule ${data.name}?`,
  lines: ({ world, data }) => [ruleWords(data, world), t`What it has done stays.`],
  verb: t`delete`,
  answer: (desk, rule) =>
    void sayWhenSaved(desk, removeResource(desk, 'rule', rule.id), t`Deleted the rule ${rule.name}`),
});

const rules = choice({
  id: 'rule.list',
  title: () => t`Rules, carried out in this order when a customer writes`,
  verb: t`edit`,
  keys: [
    {
      key: 'a',
      word: t`new`,
      run: desk => (mayChange(desk) ? openForm(desk, ruleEdit, null, { enabled: true }) : undefined),
    },
    onRule('o', t`on or off`, (desk, rule) => {
      const enabled = !rule.enabled;
      const said = enabled ? t`The rule ${rule.name} is on` : t`The rule ${rule.name} is off`;
      void sayWhenSaved(desk, saveRule(desk, rule.id, { enabled }, desk.newKey()), said);
    }),
    onRule('J', t`and K move`, (desk, rule) => void move(desk, rule, 1)),
    onRule('K', undefined, (desk, rule) => void move(desk, rule, -1)),
    onRule('D', t`delete`, (desk, rule) => begin(desk, deleteQuestion, rule)),
  ],
  options: ({ world }) => (world.base.rules ?? []).map(rule => ruleOption(rule, world)),
  empty: ({ world }) => (world.base.rules === null ? t`Reading the rules…` : t`There is no rule. a makes one.`),
  preview: ({ world }, { id }) => {
    const rule = byId(world, id);
    return rule?.problem ? t`Skipped: ${rule.problem}` : t``;
  },
  take: (desk, _view, { id }) => {
    const rule = byId(desk.world(), id);
    if (rule && mayChange(desk)) openForm(desk, ruleEdit, rule.id, { ...writtenRule(rule, desk.world()) });
  },
});

export const ruleList: Action<'rule.list'> = {
  id: 'rule.list',
  title: t`Administer rules…`,
  help: t`Makes, changes and orders what happens to new messages`,
  words: ['rule', 'automation', 'trigger', 'workflow', 'filter'],
  unavailable: whyNoRules,
  run: desk => {
    begin(desk, rules);
    void loadRules(desk);
  },
  flows: [rules, deleteQuestion],
};

function byId({ base }: World, id: string | undefined): Rule | undefined {
  return base.rules?.find(one => `${one.id}` === id);
}

function ruleOption(rule: Rule, world: World): Option {
  const state = rule.enabled ? (rule.problem === null ? t`` : t`skipped · `) : t`off · `;
  return { id: `${rule.id}`, label: rule.name, detail: t`${state}${ruleWords(rule, world)}` };
}

/** A key that changes the rule at the cursor. */
function onRule(key: string, word: SafeText | undefined, run: (desk: Desk, rule: Rule) => void): ChoiceKey<undefined> {
  return {
    key,
    ...(word === undefined ? {} : { word }),
    run: (desk, _view, option) => {
      const rule = byId(desk.world(), option?.id);
      if (rule && mayChange(desk)) run(desk, rule);
    },
  };
}

async function sayWhenSaved(desk: Desk, sent: ReturnType<typeof saveRule>, done: SafeText): Promise<void> {
  const reply = await sent;
  if ('reason' in reply) return say(desk, t`Not done: ${reply.reason}`);
  await loadRules(desk);
  say(desk, done, 'done');
}

async function move(desk: Desk, rule: Rule, step: 1 | -1): Promise<void> {
  const refused = await moveRule(desk, rule, step);
  if (refused) say(desk, t`Not moved: ${refused.reason}`);
  await loadRules(desk);
}
