import type { EndpointName } from '../../src/contract/index.ts';
import type { Conversation, Inbox } from '../../src/contract/model.ts';
import type { Answer, Ask } from './client.ts';
import { endpoints } from './endpoints.ts';
import { newAsk } from './scenes.ts';
import { createWorld, type World } from './world.ts';

type Provoke = (world: World, ask: Ask) => Promise<Answer>;

/** Asks for a name or an address that an earlier request has taken. */
const twice: Provoke = async (world, ask) => {
  await world.call(ask);
  return world.call(ask);
};

function intoSource(name: EndpointName): Provoke {
  return async world => {
    const { source } = await world.make.merged();
    const ask = await newAsk(world, endpoints.find(one => one.name === name)!);
    return world.call({ ...ask, path: ask.path.replace(/^\/conversations\/\d+/, `/conversations/${source.id}`) });
  };
}

const withSource: Provoke = async (world, ask) => {
  const [{ source }, { id }] = [await world.make.merged(), await world.make.conversation()];
  return world.call({ ...ask, body: { ...(ask.body as object), conversation_ids: [id, source.id] } });
};

const withTakenSlug: Provoke = async (world, ask) => {
  const { slug } = await world.make.inbox();
  return world.call({ ...ask, body: { ...(ask.body as object), slug } });
};

const withTakenAddress: Provoke = async (world, ask) => {
  const email = `${world.unique('Taken')}@shop.example`;
  await world.make.inbox({ emails: [{ email }] });
  return world.call({ ...ask, body: { ...(ask.body as object), email: email.toUpperCase() } });
};

const withContactsAddress: Provoke = async (world, ask) => {
  const { email } = await world.make.contact();
  return world.call({ ...ask, body: { email: email!.toUpperCase() } });
};

const withTakenStatus: Provoke = async (world, ask) => {
  const { name } = await world.make.status();
  return world.call({ ...ask, body: { name: name.toUpperCase() } });
};

const withTakenReply: Provoke = async (world, ask) => {
  const { name } = await world.make.savedReply();
  return world.call({ ...ask, body: { name: name.toUpperCase() } });
};

const withTakenRule: Provoke = async (world, ask) => {
  const { name } = await world.make.rule();
  return world.call({ ...ask, body: { name: name.toUpperCase() } });
};

const builtIn: Provoke = async world => {
  const inboxes = await world.get<Inbox[]>('/inboxes');
  const { id } = inboxes.find(one => one.kind === 'spam')!;
  return world.call({ method: 'DELETE', path: `/inboxes/${id}` });
};

const contactsMessage: Provoke = async world => {
  const { id } = await world.make.conversation();
  const { id: message } = await world.make.message(id);
  return world.call({ method: 'DELETE', path: `/conversations/${id}/messages/${message}` });
};

const noteOfSource: Provoke = async world => {
  const [target, source]: Conversation[] = [await world.make.conversation(), await world.make.conversation()];
  const { id } = await world.make.note(source!.id);
  const body = { conversation_ids: [source!.id] };
  await world.give({ method: 'POST', path: `/conversations/${target!.id}/merge`, body });
  return world.call({ method: 'DELETE', path: `/conversations/${source!.id}/notes/${id}` });
};

const lastAdmin: Provoke = async world => {
  const target = await world.target.fresh!();
  try {
    const fresh = await createWorld(target);
    const path = `/agents/${fresh.admin.agent.id}`;
    return await fresh.call({ method: 'PUT', path, body: { role: 'agent' } });
  } finally {
    await target.close();
  }
};

const unknownStream: Provoke = async world => {
  const { id } = await world.make.conversation();
  const path = `/conversations/${id}/presence?stream=unknown&doing=answers`;
  return world.call({ method: 'PUT', path, as: 'insider' });
};

/** How each endpoint that declares `conflict` is brought to say it. */
export const conflicts: Readonly<Partial<Record<EndpointName, Provoke>>> = {
  'inbox.create': withTakenSlug,
  'inbox.save': withTakenSlug,
  'inbox.update': withTakenSlug,
  'inbox.remove': builtIn,
  'inbox.addEmail': withTakenAddress,
  'inbox.updateEmail': withTakenAddress,
  'conversation.massUpdate': withSource,
  'conversation.addTags': withSource,
  'conversation.removeTags': withSource,
  'conversation.update': intoSource('conversation.update'),
  'conversation.merge': intoSource('conversation.merge'),
  'conversation.split': intoSource('conversation.split'),
  'conversation.read': intoSource('conversation.read'),
  'conversation.follow': intoSource('conversation.follow'),
  'conversation.unfollow': intoSource('conversation.unfollow'),
  'presence.tell': unknownStream,
  'conversation.archive': intoSource('conversation.archive'),
  'conversation.restore': intoSource('conversation.restore'),
  'conversation.addAgent': intoSource('conversation.addAgent'),
  'conversation.addContact': intoSource('conversation.addContact'),
  'conversation.removeContact': intoSource('conversation.removeContact'),
  'conversation.addTag': intoSource('conversation.addTag'),
  'message.create': intoSource('message.create'),
  'message.remove': contactsMessage,
  'note.add': intoSource('note.add'),
  'note.update': intoSource('note.update'),
  'note.remove': noteOfSource,
  'review.add': intoSource('review.add'),
  'status.create': twice,
  'status.update': withTakenStatus,
  'savedReply.create': twice,
  'savedReply.update': withTakenReply,
  'rule.create': twice,
  'rule.update': withTakenRule,
  'agent.create': twice,
  'agent.update': lastAdmin,
  'contact.create': twice,
  'contact.update': withContactsAddress,
};
