import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { type ChangeCall, narrowed } from '../operations/operation.ts';
import type { Change } from './change.ts';

/** The conversations that a change is about: at least one. */
export const ConversationIds = v.pipe(v.array(Id), v.minLength(1));

/** Exactly one conversation, for changes that belong to one. */
export const OneConversationId = v.pipe(v.array(Id), v.length(1));

/** The conversations that a call is about. */
export function callIds({ args }: ChangeCall): readonly number[] {
  return args.ids;
}

/** Every conversation that a change is about. */
export function allIdsOf(change: Change, call: ChangeCall): readonly number[] {
  return change.allIds?.(call.args) ?? call.args.ids;
}

/** A call for fewer conversations; undefined if none is left. */
export function withoutIds(call: ChangeCall, ids: ReadonlySet<number>): ChangeCall | undefined {
  const left = call.args.ids.filter(id => !ids.has(id));
  if (left.length === call.args.ids.length) return call;
  return left.length === 0 ? undefined : narrowed(call, left);
}
