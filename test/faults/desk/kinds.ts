import type { ChangeName, OwnCall } from '../../../src/state/changes/change.ts';
import { apiKey } from '../serving.ts';

/** A call of the service; returns the resource. */
export type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<{ readonly id: number }>;

/** A change that can be made, and how to see that it was made once. */
export interface Prepared {
  readonly call: OwnCall;
  /** What the history then has more: `12 note.added`; `new` is a conversation that was made meanwhile. */
  readonly events: readonly string[];
  /** A resource that then has these fields, for a change that is in no history. */
  readonly shows?: { readonly path: string; readonly fields: object };
}

type Kind = (call: Call, id: number, text: string) => Promise<Prepared>;

/** A change that needs nothing but its conversation. */
function plain(name: ChangeName, args: object, event: string): Kind {
  return async (_, id) => ({ call: { name, args: { ids: [id], ...args } }, events: [`${id} ${event}`] });
}

/** A change that needs something else first; `args` returns what it made. */
function after(args: (call: Call, id: number, text: string) => Promise<object>, name: ChangeName, event: string): Kind {
  return async (call, id, text) => plain(name, await args(call, id, text), event)(call, id, text);
}

function newContact(call: Call, text: string) {
  return call('POST', '/contacts', { name: text, email: `${text.replaceAll(' ', '-')}@customer.example` });
}

/** A message of a new contact. */
async function askedBy(call: Call, id: number, text: string) {
  const { id: contact_id } = await newContact(call, text);
  await call('POST', `/conversations/${id}/contacts`, { contact_id });
  return call('POST', `/conversations/${id}/messages`, { body_text: 'Hello', contact_id }, apiKey);
}

/** What a mail needs: an address that it is from, and one that it goes to. */
async function letterOf(call: Call, text: string) {
  const name = text.replaceAll(' ', '-');
  await call('POST', '/inboxes/1/emails', { email: `${name}@shop.example` });
  return { body: text, to: [{ name, email: `${name}@customer.example` }] };
}

/** Each kind of change. */
export const kinds = {
  'conversation.archive': plain('conversation.archive', {}, 'conversation.archived'),
  'conversation.restore': after(
    async (call, id) => {
      await call('POST', `/conversations/${id}/archive`);
      return {};
    },
    'conversation.restore',
    'conversation.restored',
  ),
  'conversation.tag': plain('conversation.tag', { tags: ['vip'] }, 'tag.added'),
  'conversation.untag': after(
    async (call, id) => {
      await call('POST', `/conversations/${id}/tags`, { name: 'late' });
      return { tags: ['late'] };
    },
    'conversation.untag',
    'tag.deleted',
  ),
  'conversation.assign': plain('conversation.assign', { assign_to: 1 }, 'assignee.updated'),
  'conversation.status': plain('conversation.status', { conversation_status_id: 2 }, 'status.updated'),
  'conversation.move': plain('conversation.move', { inbox_id: 2 }, 'inbox.updated'),
  'conversation.merge': async (call, into, text) => {
    const { id } = await call('POST', '/conversations', { title: text });
    const events = [`${into} conversation.merged`, `${id} conversation.merged_with`];
    return { call: { name: 'conversation.merge', args: { ids: [id], into } }, events };
  },
  'conversation.split': async (call, id, text) => {
    await askedBy(call, id, `${text} first`);
    const message = await askedBy(call, id, text);
    const args = { ids: [id], title: text, messageIds: [message.id], noteIds: [] };
    const events = [`${id} conversation.split`, 'new conversation.created', 'new conversation.split'];
    return { call: { name: 'conversation.split', args }, events };
  },
  'conversation.title': plain('conversation.title', { title: 'Another title' }, 'title.updated'),
  'conversation.rating': plain('conversation.rating', { disable_rating: true }, 'rating.updated'),
  'conversation.read': async (call, id, text) => {
    const message = await askedBy(call, id, text);
    const shows = { path: `/conversations/${id}`, fields: { unread: false } };
    return { call: { name: 'conversation.read', args: { ids: [id], messageId: message.id } }, events: [], shows };
  },
  'conversation.unread': async (call, id, text) => {
    await askedBy(call, id, text);
    await call('PUT', `/conversations/${id}/read`, {});
    const shows = { path: `/conversations/${id}`, fields: { unread: true } };
    return { call: { name: 'conversation.unread', args: { ids: [id], unread: true } }, events: [], shows };
  },
  'conversation.follow': async (_, id) => {
    const shows = { path: `/conversations/${id}`, fields: { followed: true } };
    return { call: { name: 'conversation.follow', args: { ids: [id], followed: true } }, events: [], shows };
  },
  'contact.add': after(
    async (call, _, text) => ({ contact_id: (await newContact(call, text)).id }),
    'contact.add',
    'contact.added',
  ),
  'contact.remove': after(
    async (call, id, text) => {
      const { id: contact_id } = await newContact(call, text);
      await call('POST', `/conversations/${id}/contacts`, { contact_id });
      return { contact_id };
    },
    'contact.remove',
    'contact.deleted',
  ),
  'contact.update': async (call, id, text) => {
    const { id: contact_id } = await newContact(call, text);
    await call('POST', `/conversations/${id}/contacts`, { contact_id });
    const name = `New ${text}`;
    const shows = { path: `/contacts/${contact_id}`, fields: { name } };
    return { call: { name: 'contact.update', args: { ids: [id], contact_id, name } }, events: [], shows };
  },
  'note.add': plain('note.add', { details: 'Called her.' }, 'note.added'),
  'note.update': after(
    async (call, id) => ({
      noteId: (await call('POST', `/conversations/${id}/notes`, { details: 'Old' })).id,
      details: 'New',
    }),
    'note.update',
    'note.updated',
  ),
  'note.remove': after(
    async (call, id) => ({ noteId: (await call('POST', `/conversations/${id}/notes`, { details: 'Old' })).id }),
    'note.remove',
    'note.deleted',
  ),
  'message.remove': after(
    async (call, id) => ({ messageId: (await call('POST', `/conversations/${id}/messages`, { body_text: 'Old' })).id }),
    'message.remove',
    'message.deleted',
  ),
  'conversation.create': async (call, _, text) => {
    const args = { ids: [-1], ...(await letterOf(call, text)), title: text, inboxId: 1, deliver: true };
    return { call: { name: 'conversation.create', args }, events: ['new conversation.created', 'new message.added'] };
  },
  'message.reply': async (call, id, text) => {
    const following = [{ name: 'conversation.status', args: { ids: [id], conversation_status_id: 2 } }];
    const args = { ids: [id], ...(await letterOf(call, text)), messageId: null, following };
    return { call: { name: 'message.reply', args }, events: [`${id} message.added`, `${id} status.updated`] };
  },
  'message.take-back': async (call, id, text) => {
    const { body, to } = await letterOf(call, text);
    const sent = await call('POST', `/conversations/${id}/messages`, { body_text: body, deliver: true, to });
    const args = { ids: [id], body, to, messageId: null, replyId: sent.id };
    return { call: { name: 'message.take-back', args }, events: [`${id} message.deleted`] };
  },
} satisfies Partial<Record<ChangeName, Kind>>;
