import type { RuleFilter } from '../../../contract/rule.ts';
import { heldColumns } from '../conversation/contents.ts';
import { waits } from '../conversation/place.ts';
import type { ConversationAnswer } from '../conversation/read.ts';
import type { ConversationRecord } from '../conversation/row.ts';
import { tagKey } from '../conversation/tag.ts';
import { wordsOfContact } from '../search/contact-word.ts';
import { searchWords, wantedWords } from '../search/words.ts';
import { statusNameKey } from '../status.ts';
import { addressKey, nameKey } from '../text-key.ts';

/** A conversation as a customer's message left it. */
export interface RuleFacts {
  readonly row: ConversationRecord;
  readonly shown: ConversationAnswer;
  readonly isSpam: boolean;
  /** Its requester is known to have written the message. */
  readonly isVouched: boolean;
  readonly now: number;
  /** Its search words with blanks around each, read when they are first needed. */
  words(): Promise<string>;
}

/** How each filter is held against a conversation: the same as the list's in listing/conditions.ts, for one of them. */
const holds: {
  readonly [Name in Exclude<keyof RuleFilter, 'q' | 'not'>]-?: (
    value: NonNullable<RuleFilter[Name]>,
    facts: RuleFacts,
  ) => boolean;
} = {
  assign_to: (given, { row }) => given.some(one => (one === 'none' ? 0 : one) === row.assign_key),
  status: (given, { shown }) => given.some(one => statusNameKey(one) === nameKey(shown.status ?? '')),
  inbox_ids: (given, { row, isSpam }) =>
    given.some(one => (one === 'spam' ? isSpam : (one === 'none' ? null : one) === row.inbox_id)),
  tags: (given, { shown }) => given.some(one => shown.tags?.some(tag => tagKey(tag) === tagKey(one))),
  has: (given, { row }) => given.some(one => row[heldColumns[one]] === 1),
  waiting: (given, { row }) => given === '0' || waits(row),
  late: (given, { row, now }) => given === '0' || (waits(row) && row.due_at !== null && row.due_at <= now),
  automatic: (given, { row }) => given === '0' || row.by_machine === 1,
  snoozed: (given, { row }) => (given === '1') === (row.snoozed_until !== null),
  from: (given, facts) => facts.isVouched && isFrom(given, facts),
};

function isFrom(given: string, { shown: { requester } }: RuleFacts): boolean {
  const address = requester?.email ?? '';
  const wanted = wordsOfContact(given);
  const known = searchWords(`${requester?.name ?? ''} ${address}`);
  const hasWords = wanted.length > 0 && wanted.every(word => known.some(one => one.startsWith(word)));
  // Anybody can choose such words as a name.
  const key = addressKey(given.trim());
  if (given.includes('@'))
    return given.trim().startsWith('@') ? addressKey(address).endsWith(key) : addressKey(address) === key;
  return hasWords;
}

type NamedCondition = readonly [name: keyof typeof holds, value: never];

function* heldBy(filter: RuleFilter, facts: RuleFacts): Generator<boolean> {
  for (const [name, value] of Object.entries(filter) as unknown as NamedCondition[])
    if (value !== undefined && Object.hasOwn(holds, name)) yield holds[name](value, facts);
}

/** Whether a rule matches a conversation. Archived ones never match, and spam only if the rule names its inbox. */
export async function matchesRule({ q, not = {}, ...when }: RuleFilter, facts: RuleFacts): Promise<boolean> {
  if (facts.shown.archived || (facts.isSpam && when.inbox_ids === undefined)) return false;
  if (heldBy(when, facts).some(one => !one) || heldBy(withoutZeros(not), facts).some(Boolean)) return false;
  if (q === undefined || q.trim() === '') return true;
  const wanted = wantedWords(q);
  const words = wanted.length > 0 ? await facts.words() : '';
  return wanted.length > 0 && wanted.every(word => words.includes(` ${word}`));
}

/** A flag of 0 asks for nothing, and so leaves nothing out. */
function withoutZeros(not: NonNullable<RuleFilter['not']>): RuleFilter {
  return Object.fromEntries(Object.entries(not).filter(([, value]) => value !== '0'));
}
