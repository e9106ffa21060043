import { sql } from 'kysely';
import { prepare } from '../../database/prepare.ts';
import { readConversation } from '../conversation/read.ts';
import { type ConversationRecord, lockConversations } from '../conversation/row.ts';
import { changeRows } from '../conversation/update.ts';
import type { Actor } from '../history.ts';
import { endFault, keepFault } from '../jobs/fault.ts';
import { addNote } from '../message/note.ts';
import { absentAmong } from '../people/absence.ts';
import { wordsOfConversation } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { type Definition, effectOf, itself, ruleFaults } from './faults.ts';
import { matchesRule } from './match.ts';

interface Enabled {
  readonly id: number;
  readonly rule: Definition;
}

/** All of them in one row, so that many rules cost a mail no more rows than few. */
const readEnabled = prepare(
  0,
  () => sql<{ rules: string | null; failing: string | null; spam: number }>`select
    (select string_agg('{"id":' || id || ',"rule":' || definition || '}', ',' order by sort, id)
      from rule where enabled = 1) as rules,
    (select string_agg(cast(item as text), ' ') from job_fault where job = 'rule') as failing,
    (select id from inbox where kind = 'spam') as spam`,
);

/** The author of the changes that a rule makes. */
function actorOf({ now }: Work, { name }: Definition): Actor {
  return { agentId: null, key: name, via: 'rule', now };
}

/** Carries one rule out, or says why not. It assigns to no agent who is away. Returns the conversation as it is then. */
async function carryOut(work: Work, row: ConversationRecord, rule: Definition): Promise<string | ConversationRecord> {
  const [gone] = await ruleFaults(work, rule);
  const { change, faults } = await effectOf(work, rule.do, { rows: [row], assigned: [row], now: work.now });
  const why = gone ?? faults[0];
  if (why) return why[1];
  const actor = actorOf(work, rule);
  const isAway = (await absentAmong(work, [change.assignTo ?? null])).length > 0;
  await changeRows(work, [row], isAway ? { ...change, assignTo: undefined } : change, actor);
  if (rule.do.note !== undefined) await addNote(work, { conversationId: row.id, details: rule.do.note }, actor);
  return (await lockConversations(work, [row.id]))[0]!;
}

/**
 * Carries out the rules that match a conversation as its customer's message left it, each once and in their order. No rule
 * sees the effects of another. A rule that names a deleted inbox, status or agent is skipped, and reported like a failed
 * job until it works again. Returns the inbox of the conversation afterwards.
 */
export async function carryOutRules(
  work: Work,
  before: ConversationRecord,
  isVouched: boolean,
): Promise<number | null> {
  const [{ rules, failing, spam }] = (await readEnabled(work.db)) as [
    { rules: string | null; failing: string | null; spam: number },
  ];
  if (rules === null) return before.inbox_id;
  const { id } = before;
  let row = before;
  const shown = (await readConversation(work.db, itself, id))!;
  let words: Promise<string> | undefined;
  const facts = { row, shown, isSpam: row.inbox_id === spam, isVouched, now: work.now };
  const found: Enabled[] = [];
  for (const one of JSON.parse(`[${rules}]`) as Enabled[]) {
    const read = () => (words ??= wordsOfConversation(work, id));
    if (await matchesRule(one.rule.when, { ...facts, words: read })) found.push(one);
  }
  const skipped = new Set(failing?.split(' ').map(Number));
  for (const { id: ruleId, rule } of found) {
    const after = await carryOut(work, row, rule);
    if (typeof after !== 'string') {
      row = after;
      if (skipped.has(ruleId)) await endFault(work.db, 'rule', ruleId);
    } else if (!skipped.has(ruleId))
      await keepFault(work.db, 'rule', ruleId, `“${rule.name}” is skipped: ${after}`, work.now);
  }
  return row.inbox_id;
}
