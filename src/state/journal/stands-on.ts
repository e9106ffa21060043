import { callIds } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import { inversesOf, isTakenBack, isUndoable, journalOf } from '../operations/operation.ts';
import { isFinal } from '../outbox/withdraw.ts';
import type { ChangeCall, Operation, World } from '../world.ts';

/** All of a conversation: it went into another one. */
const ALL = 'all';
/** The parts of a conversation that calls name by their ids. */
const PARTS = ['noteId', 'replyId', 'contact_id', 'messageId'] as const;

/** The parts of its conversations that a call changes, each as a name of its own. */
function partsOf({ name, args }: ChangeCall): readonly string[] {
  if (name === 'conversation.merge') return [ALL];
  const { conflictField: field, next } = changeOf(name) ?? {};
  const then = next?.(args)?.calls.flatMap(partsOf) ?? [];
  const tags = Array.isArray(args.tags) ? args.tags.map(tag => `tag ${tag}`) : [];
  const ids = PARTS.flatMap(part => (typeof args[part] === 'number' ? [`${part} ${args[part]}`] : []));
  const parts = [...(field === undefined ? [] : [field]), ...then, ...tags, ...ids];
  return parts.length > 0 ? parts : [name];
}

/**
 * The parts that undoing an operation changes, and its irreversible ones: each with its conversation. Nothing for those
 * that were so already.
 */
function touchedBy(operation: Operation): ReadonlySet<string> {
  const final = operation.calls.filter(({ name }) => changeOf(name)?.undo === 'hold');
  return new Set(
    [...final, ...inversesOf(operation)].flatMap(call =>
      partsOf(call).flatMap(part => callIds(call).map(id => `${id} ${part}`)),
    ),
  );
}

function shares(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some(part => {
    const whole = `${part.slice(0, part.indexOf(' '))} ${ALL}`;
    return other.has(part) || other.has(whole);
  });
}

/**
 * The agent's later operations that changed the same of the same conversations, and those on which these stand in turn:
 * the newest first, as they have to be taken back before this one.
 */
export function standsOn({ operations }: World, operation: Operation): readonly Operation[] {
  const done = journalOf(operations).filter(one => !isTakenBack(one));
  const below = [touchedBy(operation)];
  const found: Operation[] = [];
  for (const later of done.slice(done.indexOf(operation) + 1)) {
    const parts = touchedBy(later);
    if (!below.some(one => shares(one, parts))) continue;
    below.push(parts);
    found.unshift(later);
  }
  return found;
}

/** The operations that are taken back with this one, the newest first, itself last; or the one that cannot be. */
export function undoneWith(
  world: World,
  operation: Operation,
): { readonly all: readonly Operation[] } | { readonly final: Operation } {
  const all = [...standsOn(world, operation), operation];
  const final = all.find(one => !isUndoable(one) || isFinal(world, one));
  return final ? { final } : { all };
}
