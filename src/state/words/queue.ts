import { grouped } from '../../text/numbers.ts';
import { durationText } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { isTakenBack, requestsOf } from '../operations/operation.ts';
import type { WorkQueue } from '../world/queue.ts';
import type { ChangeCall, Operation, World } from '../world.ts';

/** The changes that end the turn of a conversation, with the word by which the summary counts each. */
const ENDINGS: Readonly<Record<string, SafeText>> = {
  'message.reply': t`answered`,
  'conversation.status': t`closed`,
  'conversation.archive': t`archived`,
  'conversation.snooze': t`put off`,
  'conversation.merge': t`merged`,
  'conversation.assign': t`assigned`,
  'conversation.move': t`moved`,
};

/** The word for an operation that ends the turn of a conversation; undefined if its turn goes on. */
function endingOf(world: World, operation: Operation, id: number): SafeText | undefined {
  const { calls, by, undoes } = operation;
  if (by === 'desk' || undoes !== undefined) return undefined;
  const requests = requestsOf(operation);
  const all: readonly ChangeCall[] = requests.length > 0 ? requests : calls;
  const ending = all.find(call => call.args.ids.includes(id) && isEnding(world, call));
  return ending && ENDINGS[ending.name];
}

function isEnding(world: World, { name, args }: ChangeCall): boolean {
  if (name === 'conversation.assign') return args.assign_to !== world.me?.id && args.assign_to !== null;
  if (name === 'conversation.status')
    return world.base.statuses.find(({ id }) => id === args.conversation_status_id)?.kind === 'closed';
  return name in ENDINGS;
}

/** Whether something that was just done ends the turn of this conversation. */
export function endsTurn(world: World, before: readonly Operation[], id: number): boolean {
  const known = new Set(before.map(one => one.id));
  return world.operations.some(one => !known.has(one.id) && endingOf(world, one, id) !== undefined);
}

/** The summary since the queue began: `52 min: 18 answered, 5 closed, 2 given back`. */
export function summaryWords(world: World, { since, skipped }: WorkQueue, now: number): SafeText {
  const counts = new Map<SafeText, number>();
  for (const operation of world.operations) {
    if (operation.at < since || isTakenBack(operation)) continue;
    const ids = new Set(operation.calls.flatMap(({ args }) => args.ids));
    for (const id of ids) {
      const word = endingOf(world, operation, id);
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  if (skipped.length > 0) counts.set(t`given back`, skipped.length);
  const parts = [...counts].map(([word, count]) => t`${grouped(count)} ${word}`);
  return t`${durationText(now - since)}: ${parts.length === 0 ? t`nothing done` : join(parts, t`, `)}`;
}
