import type { RuleFilter } from '../../contract/rule.ts';
import { type SafeText, t } from '../../text/safe.ts';
import {
  type AdministrationReply,
  administer,
  moved,
  type Refused,
  writeResource,
} from '../administration/administer.ts';
import type { Desk } from '../desk.ts';
import { readAll } from '../sync/places.ts';
import type { Rule, World } from '../world.ts';
import { actionWords, definedIn, filterWords, type RuleText } from './rule-words.ts';

/** A rule as an admin writes it. `when` is absent if its filter has no words. */
export interface WrittenRule extends RuleText {
  readonly name?: string;
  readonly enabled?: boolean;
}

/** Reads the rules, in their order. */
async function readRules(desk: Desk): Promise<AdministrationReply<readonly Rule[]>> {
  const read = await administer(desk, 'rule.list', async () => ({
    data: await readAll(cursor => desk.client.rule.list({ query: { cursor } })),
  }));
  if ('reason' in read) return read;
  const { data: rules } = read.value;
  desk.set({ base: { ...desk.world().base, rules } });
  return { value: rules };
}

/** The same for a box that shows them; a failure is said. */
export async function loadRules(desk: Desk): Promise<void> {
  const read = await readRules(desk);
  if ('reason' in read) desk.notify({ tone: 'problem', text: t`The rules were not read: ${read.reason}` });
}

/** Reads a rule as it is now. */
export async function ruleNow(desk: Desk, id: number): Promise<AdministrationReply<WrittenRule>> {
  const read = await readRules(desk);
  if ('reason' in read) return read;
  const rule = read.value.find(one => one.id === id);
  if (rule) return { value: writtenRule(rule, desk.world()) };
  return { reason: t`Another admin deleted the rule.`, faults: {}, isTransient: false };
}

/** A rule in the words that change it. */
export function writtenRule(rule: Rule, world: World): WrittenRule {
  const when = filterWords(rule.when as RuleFilter, world);
  const { name, enabled } = rule;
  return { name, ...(when === undefined ? {} : { when }), do: actionWords(rule.do, world), enabled };
}

/** `from:@acme.example → tag:acme`: what a rule is about, and what it does. */
export function ruleWords(rule: Rule, world: World): SafeText {
  const when = filterWords(rule.when as RuleFilter, world);
  const about = when === undefined ? t`a filter without words` : when === '' ? t`each message of a customer` : when;
  return t`${about} → ${actionWords(rule.do, world)}`;
}

/** Makes a rule, or changes one, in which absent values stay as they are. */
export function saveRule(
  desk: Desk,
  id: number | null,
  { name, enabled, ...words }: WrittenRule,
  key: string,
): Promise<AdministrationReply<unknown>> {
  const defined = definedIn(words, desk.world());
  if ('problem' in defined) {
    const { problem, part } = defined;
    return Promise.resolve({ reason: problem, faults: { [part]: problem }, isTransient: false });
  }
  const body = { ...(name !== undefined && { name }), ...(enabled !== undefined && { enabled }), ...defined } as never;
  return writeResource(desk, 'rule', id, body, { key });
}

/** Moves a rule up (-1) or down among the others. Returns why it was not, if it was not. */
export async function moveRule(desk: Desk, { id }: Rule, step: 1 | -1): Promise<Refused | undefined> {
  const rules = desk.world().base.rules ?? [];
  const ids = rules.map(one => one.id);
  const order = moved(ids, ids.indexOf(id), step);
  const sorted = order.map((one, sort) => ({ ...rules.find(rule => rule.id === one)!, sort }));
  desk.set({ base: { ...desk.world().base, rules: sorted } });
  for (const { id: one, sort } of sorted) {
    if (rules.find(rule => rule.id === one)?.sort === sort) continue;
    const sent = await writeResource(desk, 'rule', one, { sort }, { key: desk.newKey() });
    if ('reason' in sent) return sent;
  }
  return undefined;
}
