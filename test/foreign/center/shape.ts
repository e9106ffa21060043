import type { Store } from './store.ts';
import {
  type HeldConversation,
  type HeldEntry,
  type HeldInbox,
  type HeldMessage,
  type HeldNote,
  partsOf,
} from './store.ts';
import type { Variant } from './variant.ts';

/** The resources as this vendor writes them. */
export interface Shape {
  conversation(one: HeldConversation): object;
  row(one: HeldConversation): object;
  message(one: HeldMessage): object;
  note(one: HeldNote): object;
  entry(one: HeldEntry): object;
  inbox(one: HeldInbox): object;
}

/** Makes the shape of a vendor's answers. */
export function createShape(store: Store, variant: Variant): Shape {
  const id = (value: number | null) => (value === null || variant.ids === 'numbers' ? value : String(value));
  const ids = (values: readonly number[]) => values.map(id);
  const time = createTime(variant.times);
  const shape: Shape = {
    conversation: one => {
      const own = { ...documentPart(one), ...(variant.fields === 'document' ? {} : furtherPart(one)) };
      const isTold = variant.messages === 'inside' || one.mergedInto !== null;
      return isTold ? { ...own, messages: partsOf(store.messages, one.id).map(shape.message) } : own;
    },
    row: one => {
      if (variant.fields === 'short rows') return { id: id(one.id), title: one.title };
      return { ...documentPart(one), ...(variant.fields === 'document' ? {} : furtherPart(one)) };
    },
    message: one => ({
      id: id(one.id),
      kind: one.by,
      author: { type: one.by, id: id(one.byId), name: nameOf(store, one), avatar: 'https://cdn.example/a.png' },
      body_text: one.text,
      ...(one.mergedWith === undefined ? {} : { event: 'conversation.merged_with', merged_with: id(one.mergedWith) }),
      created_at: time(one.at),
    }),
    note: one => ({ id: id(one.id), agent_id: id(one.agentId), details: one.details, created_at: time(one.at) }),
    entry: one => ({ id: id(one.id), event: one.event, created_at: time(one.at) }),
    inbox: one => ({ id: id(one.id), name: one.name, sort: one.sort, color: '#aa2200' }),
  };
  const documentPart = (one: HeldConversation) => ({
    id: id(one.id),
    title: one.title,
    ...statusPart(one.statusId),
    inbox_id: id(one.inboxId),
    assign_to: id(one.assignTo),
    disable_rating: one.disableRating ? 1 : 0,
    tags: one.tags.map(name => (variant.status === 'object' ? { id: id(name.length), name } : name)),
    contacts: ids(one.contacts),
    archived: one.archived ? 1 : 0,
  });
  const furtherPart = (one: HeldConversation) => ({
    requester: { id: id(one.contacts[0] ?? 41), name: store.contacts.get(one.contacts[0] ?? 41) },
    created_at: time(one.createdAt),
    updated_at: time(one.updatedAt),
    last_message_at: time(Math.max(one.createdAt, ...partsOf(store.messages, one.id).map(({ at }) => at))),
    priority: { level: 3, labels: [null, 'high'] },
  });
  const statusPart = (statusId: number) => {
    const name = store.statuses.get(statusId);
    if (variant.status === 'id') return { conversation_status_id: id(statusId) };
    const status = variant.status === 'object' ? { id: id(statusId), name, color: 'red' } : name;
    return { conversation_status_id: id(statusId), status };
  };
  return shape;
}

function nameOf(store: Store, { by, byId }: HeldMessage): string | undefined {
  return by === 'agent' ? store.agents.get(byId ?? 0) : store.contacts.get(byId ?? 0);
}

const TWO_HOURS_MS = 2 * 3_600_000;

/** Writes times in a vendor's form. `plain` is UTC without saying so. */
function createTime(form: Variant['times']): (ms: number) => string {
  const plain = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
  const forms = [
    plain,
    (ms: number) => `${plain(ms + TWO_HOURS_MS)}+02:00`,
    (ms: number) => `${plain(ms).replace('T', ' ')}.000000+00`,
    (ms: number) => `${plain(ms)}.000Z`,
  ];
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  if (form === 'mixed') return ms => forms[next() % forms.length]!(ms);
  return form === 'plain' ? forms[0]! : form === 'offset' ? forms[1]! : forms[2]!;
}
