import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';

/** The conversations that a change is about: at least one. */
export const ConversationIds = v.pipe(v.array(Id), v.minLength(1));

/** Exactly one conversation, for changes that belong to one. */
export const OneConversationId = v.pipe(v.array(Id), v.length(1));
