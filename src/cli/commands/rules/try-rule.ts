import type { Client } from '../../../client/client.ts';
import type { Conversation } from '../../../client/model.ts';
import type { RuleFilter } from '../../../contract/rule.ts';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import { planWords } from '../../../state/macro/plan.ts';
import { addressKey } from '../../../text/address-form.ts';
import { counted } from '../../../text/numbers.ts';
import { t } from '../../../text/safe.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { Result } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { eachOf } from '../administer/each-of.ts';
import { onResource, rowNamed } from '../administer/resource.ts';
import { kindsIn, planned, wouldBe } from '../conversations/apply.ts';
import { printChanges } from '../conversations/change.ts';
import { eachConversation } from '../conversations/pages.ts';
import { readWorld } from '../read-world.ts';
import { definitionOf } from './rules.ts';

/** The newest conversations that are tried, at most. */
const MAX_TRIED = 500;

/** Whether an address is the one that a rule's `from` asks for: a list compares its words alone. */
function isFrom({ from = '' }: RuleFilter, { requester }: Conversation): boolean {
  const [key, address] = [addressKey(from.trim()), addressKey(requester?.email ?? '')];
  return !key.includes('@') || (key.startsWith('@') ? address.endsWith(key) : address === key);
}

/** Those of these conversations that a rule is about, as they are now. */
async function matching(client: Client, when: RuleFilter, ids: readonly number[]): Promise<readonly Conversation[]> {
  const { inbox_ids: left = [], ...not } = when.not ?? {};
  const spam = when.inbox_ids === undefined ? ['spam' as const] : [];
  const filter = { ...when, not: { ...not, inbox_ids: [...left, ...spam] } };
  const found: Conversation[] = [];
  for (let at = 0; at < ids.length; at += MAX_PAGE_SIZE) {
    const some = eachConversation(client, { filter: { ...filter, ids: ids.slice(at, at + MAX_PAGE_SIZE) } });
    for await (const one of some) if (isFrom(when, one)) found.push(one);
  }
  return found;
}

/** `frontdesk rules try`: what a rule would have done to the newest conversations. It changes nothing. */
export function tryRule(shell: Shell, name: string, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, ['rule', Result], async ({ client, output }) => {
    const rule = await rowNamed(client, 'rule', name);
    const { when, actions } = definitionOf(rule);
    const newest: number[] = [];
    const list = eachOf(
      page => client.conversation.list({ query: { ...page, sort: 'created_at.desc', fields: 'list' } }),
      MAX_TRIED,
    );
    for await (const { id } of list) newest.push(id);
    const ids = (await matching(client, when, newest)).map(({ id }) => id);
    const caution = when.from === undefined ? t`` : t` Mail that is not verified counts here, and not for the rule.`;
    if (ids.length === 0)
      return printChanges(
        output,
        [],
        true,
        t`None of the newest ${newest.length} conversations matches as it is now.${caution}`,
      );
    const macro = { name: rule.name, actions };
    const { plan, world } = await planned(client, await readWorld(client, shell.now()), macro, ids);
    const would = wouldBe(plan);
    const results = ids.map(id => ({ ...would(id), id, title: world.base.conversations.get(id)?.title }));
    const tried = t`${counted(ids.length, t`conversation`)} of the newest ${newest.length} match as they are now: ${planWords(plan)}.${kindsIn(world, plan)}`;
    return printChanges(output, results, true, t`${tried}${caution}`);
  });
}
