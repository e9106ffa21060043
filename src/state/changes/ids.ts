import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import type { ChangeCall } from '../world.ts';

/** The conversations that a change is about: at least one. */
export const ConversationIds = v.pipe(v.array(Id), v.minLength(1));

/** Exactly one conversation, for changes that belong to one. */
export const OneConversationId = v.pipe(v.array(Id), v.length(1));

/** The conversations that a call is about. */
export function idsOf(call: ChangeCall): readonly number[] {
  return (call.args as { ids: readonly number[] }).ids;
}
