/** A resource in a body. */
export type Item = Readonly<Record<string, unknown>>;

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The resources in an answer's body: those of a list, or the one. */
export function itemsOf(body: string | null): readonly Item[] {
  if (body === null) return [];
  const { data } = JSON.parse(body) as { data?: unknown };
  return (Array.isArray(data) ? data : [data]).filter(isItem);
}

/** Whether it is a conversation; if not, it may be a part of one. */
export function isConversation(item: Item): boolean {
  return 'conversation_status_id' in item;
}

/** The ids of the conversations that a stored body shows, whole or in part. */
export function conversationsIn(body: string | null): number[] {
  const ids = itemsOf(body).map(item => (isConversation(item) ? item.id : item.conversation_id));
  return [...new Set(ids.filter(id => typeof id === 'number'))];
}
