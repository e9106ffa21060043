import type { Conversation, ConversationField } from '../world.ts';

/** The fields of a conversation in the service's document. */
const DOCUMENTED: ReadonlySet<ConversationField> = new Set([
  'conversation_status_id',
  'inbox_id',
  'assign_to',
  'disable_rating',
  'tags',
  'contacts',
  'archived',
]);

/**
 * A conversation just read, with the fields that its answer leaves out as they were known before: rows of lists have
 * fewer. Of another version nothing is known; a help center without versions may leave out more at any time.
 */
export function filled(former: Conversation | undefined, fresh: Conversation): Conversation {
  if (!former || !fresh.unsaid || fresh.version !== former.version) return fresh;
  const isRenamed = fresh.conversation_status_id !== former.conversation_status_id;
  const isKnown = (field: ConversationField): boolean =>
    !former.unsaid?.includes(field) && !(field === 'status' && isRenamed && !isUnsaid(fresh, 'conversation_status_id'));
  const known = fresh.unsaid.filter(isKnown);
  if (known.length === 0) return fresh;
  const { unsaid, ...said } = fresh;
  const left = unsaid.filter(field => !known.includes(field));
  const isOld = fresh.version === null && known.some(field => DOCUMENTED.has(field));
  const whole = {
    ...said,
    ...Object.fromEntries(known.map(field => [field, former[field]])),
    ...(isOld ? { isRemembered: true as const } : {}),
  };
  return left.length === 0 ? whole : { ...whole, unsaid: left };
}

/** Whether the answers have not said this of a conversation: its value then means nothing. */
export function isUnsaid({ unsaid }: Conversation, field: ConversationField): boolean {
  return unsaid?.includes(field) === true;
}

/** Whether the last answer about a conversation was a short row, so that it has to be read when it is opened. */
export function isShort({ unsaid = [], isRemembered }: Conversation): boolean {
  return isRemembered === true || unsaid.some(field => DOCUMENTED.has(field));
}
