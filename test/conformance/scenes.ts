import type { EndpointName } from '../../src/contract/index.ts';
import type { Ask, Who } from './client.ts';
import { endpoints, filledPath, type NamedEndpoint } from './endpoints.ts';
import { fileForm } from './makers.ts';
import type { World } from './world.ts';

/** A request that succeeds, and what stands in its path. Everything that it changes was made for it alone. */
export interface Scene {
  readonly params?: Readonly<Record<string, number | string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly raw?: FormData;
  /** Replaces the caller's own token if the call uses it up. */
  readonly token?: string;
}

interface Set {
  (world: World, who: Who): Promise<Scene>;
  /** The address of a call beyond the service's document, which a client must live without. */
  readonly beyond?: string;
}

/** The scene of a call beyond the service's document, with its address: those of the others are in `document.ts`. */
function beyond(address: string, set: Set): Set {
  return Object.assign((world: World, who: Who) => set(world, who), { beyond: address });
}

/** The contract's example of an endpoint. */
function exampleOf(name: EndpointName) {
  return endpoints.find(one => one.name === name)?.endpoint.example ?? {};
}

function exampleBody(name: EndpointName) {
  return exampleOf(name).body as Readonly<Record<string, unknown>>;
}

function inInbox(name: EndpointName, own: (world: World, inboxId: number) => Promise<Scene> = async () => ({})): Set {
  return async world => {
    const { id } = await world.make.inbox();
    const { params, body } = await own(world, id);
    return { params: { inbox_id: id, ...params }, body: body ?? exampleBody(name) };
  };
}

function inConversation(
  name: EndpointName,
  own: (world: World, conversationId: number) => Promise<Scene> = async () => ({}),
): Set {
  return async world => {
    const { id } = await world.make.conversation();
    const { params, query, body } = await own(world, id);
    return {
      params: { conversation_id: id, ...params },
      query: query ?? exampleOf(name).query,
      body: body ?? exampleBody(name),
    };
  };
}

function plainly(name: EndpointName, body?: (world: World) => unknown): Set {
  return async world => ({ query: exampleOf(name).query, body: body?.(world) ?? exampleBody(name) });
}

function address(world: World) {
  return `${world.unique('address')}@shop.example`;
}

async function inboxEmail(world: World, inboxId: number): Promise<number> {
  const body = { email: address(world) };
  const { id } = await world.give<{ id: number }>({ method: 'POST', path: `/inboxes/${inboxId}/emails`, body });
  return id;
}

async function inboxTeam(world: World, inboxId: number): Promise<number> {
  const { id } = await world.make.team();
  await world.give({ method: 'POST', path: `/inboxes/${inboxId}/teams`, body: { team_id: id } });
  return id;
}

async function onBoth(world: World, body: object) {
  const conversation_ids = [(await world.make.conversation()).id, (await world.make.conversation()).id];
  return { body: { ...body, conversation_ids } };
}

async function attached(world: World): Promise<Scene> {
  const [{ id }, { id: attachment_id }] = [await world.make.conversation(), await world.make.attachment()];
  await world.make.note(id, { attachments: [attachment_id] });
  return { params: { attachment_id } };
}

/** A contact on a conversation: every agent sees one without a conversation. */
const seenContact: Set = async world => {
  const { id: contact_id } = await world.make.contact();
  await world.make.conversation({ contacts: [contact_id] });
  return { params: { contact_id } };
};

/** A saved reply that the insider sees, and the outsider does not. */
async function savedReply(world: World): Promise<{ saved_reply_id: number }> {
  return { saved_reply_id: (await world.make.savedReply({ inbox_ids: [world.inbox.id] })).id };
}

const inboxScenes = {
  'inbox.create': plainly('inbox.create'),
  'inbox.save': plainly('inbox.save', world => ({
    ...exampleBody('inbox.save'),
    emails: [{ email: address(world), status: 'primary' }],
    team_ids: [],
    agent_ids: [world.insider.agent.id],
  })),
  'inbox.list': plainly('inbox.list'),
  'inbox.get': beyond('GET /inboxes/{inbox_id}', inInbox('inbox.get')),
  'inbox.update': inInbox('inbox.update'),
  'inbox.remove': inInbox('inbox.remove'),
  'inbox.addEmail': inInbox('inbox.addEmail', async world => ({
    body: { ...exampleBody('inbox.addEmail'), email: address(world) },
  })),
  'inbox.updateEmail': inInbox('inbox.updateEmail', async (world, id) => ({
    params: { email_id: await inboxEmail(world, id) },
  })),
  'inbox.removeEmail': inInbox('inbox.removeEmail', async (world, id) => ({
    params: { email_id: await inboxEmail(world, id) },
  })),
  'inbox.addTeam': inInbox('inbox.addTeam', async world => ({ body: { team_id: (await world.make.team()).id } })),
  'inbox.removeTeam': inInbox('inbox.removeTeam', async (world, id) => ({
    params: { team_id: await inboxTeam(world, id) },
  })),
  'inbox.addAgent': inInbox('inbox.addAgent', async world => ({ body: { agent_id: world.insider.agent.id } })),
  'inbox.removeAgent': inInbox('inbox.removeAgent', async world => ({ params: { agent_id: world.insider.agent.id } })),
  'inbox.sort': inInbox('inbox.sort'),
  'inbox.bulkSort': async world => {
    const [first, second] = [await world.make.inbox(), await world.make.inbox()];
    return {
      body: {
        inboxes: [
          { id: first.id, sort: 0 },
          { id: second.id, sort: 1 },
        ],
      },
    };
  },
  'inbox.subscribe': inInbox('inbox.subscribe'),
  'inbox.unsubscribe': inInbox('inbox.unsubscribe'),
} satisfies Partial<Record<EndpointName, Set>>;

const conversationScenes = {
  'conversation.list': plainly('conversation.list'),
  'conversation.create': beyond(
    'POST /conversations',
    plainly('conversation.create', world => ({
      ...exampleBody('conversation.create'),
      inbox_id: world.inbox.id,
    })),
  ),
  'conversation.massUpdate': world => onBoth(world, exampleBody('conversation.massUpdate')),
  'conversation.get': inConversation('conversation.get'),
  'conversation.update': inConversation('conversation.update'),
  'conversation.merge': inConversation('conversation.merge', async world => ({
    body: { conversation_ids: [(await world.make.conversation()).id] },
  })),
  'conversation.split': beyond(
    'POST /conversations/{conversation_id}/split',
    inConversation('conversation.split', async (world, id) => {
      await world.make.message(id);
      return { body: { title: world.unique('split'), message_ids: [(await world.make.message(id)).id] } };
    }),
  ),
  'conversation.read': beyond(
    'PUT /conversations/{conversation_id}/read',
    inConversation('conversation.read', async (world, id) => ({
      body: { message_id: (await world.make.message(id)).id },
    })),
  ),
  'conversation.follow': beyond('PUT /conversations/{conversation_id}/follow', inConversation('conversation.follow')),
  'conversation.unfollow': beyond(
    'DELETE /conversations/{conversation_id}/follow',
    inConversation('conversation.unfollow'),
  ),
  'presence.tell': beyond(
    'PUT /conversations/{conversation_id}/presence',
    inConversation('presence.tell', async () => ({ query: { stream: 'ended' } })),
  ),
  'queue.next': beyond(
    'POST /conversations/next',
    plainly('queue.next', () => ({ inbox_ids: [1], skip: [1] })),
  ),
  'conversation.archive': inConversation('conversation.archive'),
  'conversation.restore': inConversation('conversation.restore'),
  'conversation.addAgent': inConversation('conversation.addAgent', async world => ({
    body: { agent_id: world.insider.agent.id },
  })),
  'conversation.addContact': inConversation('conversation.addContact', async world => ({
    body: { contact_id: world.contact.id },
  })),
  'conversation.removeContact': beyond('DELETE /conversations/{conversation_id}/contacts/{contact_id}', async world => {
    const { id: contact_id } = await world.make.contact();
    const { id } = await world.make.conversation({ contacts: [contact_id] });
    return { params: { conversation_id: id, contact_id } };
  }),
  'conversation.addTag': inConversation('conversation.addTag'),
  'conversation.addTags': world => onBoth(world, exampleBody('conversation.addTags')),
  'conversation.removeTags': world => onBoth(world, exampleBody('conversation.removeTags')),
  'message.list': inConversation('message.list'),
  'message.get': inConversation('message.get', async (world, id) => ({
    params: { message_id: (await world.make.message(id)).id },
  })),
  'message.create': beyond(
    'POST /conversations/{conversation_id}/messages',
    inConversation('message.create', async () => {
      const people = [{ name: 'Zoe Quinn', email: 'zoe@customer.example' }];
      return { body: { ...exampleBody('message.create'), to: people, cc: people, bcc: people } };
    }),
  ),
  'message.remove': inConversation('message.remove', async (world, id) => ({
    params: { message_id: (await world.make.agentMessage(id)).id },
  })),
  'note.list': inConversation('note.list'),
  'note.add': inConversation('note.add'),
  'note.update': beyond('PUT /conversations/{conversation_id}/notes/{note_id}', async (world, who) => {
    const { id } = await world.make.conversation();
    const note = await world.make.note(id, {}, who === 'insider' ? who : 'key');
    return {
      params: { conversation_id: id, note_id: note.id },
      body: { ...exampleBody('note.update'), mentions: [world.insider.agent.id] },
    };
  }),
  'note.remove': inConversation('note.remove', async (world, id) => ({
    params: { note_id: (await world.make.note(id)).id },
  })),
  'review.list': inConversation('review.list'),
  'review.add': beyond('POST /conversations/{conversation_id}/reviews', inConversation('review.add')),
  'history.list': inConversation('history.list'),
  'history.after': beyond('GET /history', plainly('history.after')),
} satisfies Partial<Record<EndpointName, Set>>;

/** A request that succeeds, for every endpoint of the contract; one that is missing does not compile. */
export const scenes: Readonly<Record<EndpointName, Set>> = {
  ...inboxScenes,
  ...conversationScenes,
  'status.list': beyond('GET /conversation_statuses', plainly('status.list')),
  'status.create': plainly('status.create', world => ({ name: world.unique('status').slice(-40) })),
  'status.update': beyond('PUT /conversation_statuses/{conversation_status_id}', async world => ({
    params: { conversation_status_id: (await world.make.status()).id },
    body: { name: world.unique('status').slice(-40) },
  })),
  'tag.list': beyond('GET /tags', plainly('tag.list')),
  'tag.update': beyond('PUT /tags/{name}', async world => {
    const name = world.unique('tag');
    await world.make.conversation({ tags: [name] });
    return { params: { name }, body: { name: world.unique('tag') } };
  }),
  'agent.list': beyond('GET /agents', plainly('agent.list')),
  'agent.create': beyond(
    'POST /agents',
    plainly('agent.create', world => ({ ...exampleBody('agent.create'), email: address(world) })),
  ),
  'agent.update': beyond('PUT /agents/{agent_id}', async world => ({
    params: { agent_id: (await world.make.agent()).agent.id },
    body: exampleBody('agent.update'),
  })),
  'team.list': beyond('GET /teams', plainly('team.list')),
  'team.create': beyond('POST /teams', plainly('team.create')),
  'team.update': beyond('PUT /teams/{team_id}', async world => ({
    params: { team_id: (await world.make.team()).id },
    body: exampleBody('team.update'),
  })),
  'contact.list': beyond('GET /contacts', plainly('contact.list')),
  'contact.get': beyond('GET /contacts/{contact_id}', seenContact),
  'contact.update': beyond('PUT /contacts/{contact_id}', async (world, who) => ({
    ...(await seenContact(world, who)),
    body: exampleBody('contact.update'),
  })),
  'contact.create': beyond(
    'POST /contacts',
    plainly('contact.create', world => ({ ...exampleBody('contact.create'), email: address(world) })),
  ),
  'attachment.create': beyond('POST /attachments', async world => ({
    raw: fileForm(world.unique('content'), 'label.txt'),
  })),
  'attachment.get': beyond('GET /attachments/{attachment_id}', attached),
  'attachment.content': beyond('GET /attachments/{attachment_id}/content', attached),
  'erasure.list': beyond('GET /erasures', plainly('erasure.list')),
  'erasure.holdings': beyond('GET /contacts/{contact_id}/holdings', seenContact),
  'erasure.begin': beyond('POST /contacts/{contact_id}/erase', seenContact),
  'numbers.get': beyond('GET /numbers', plainly('numbers.get')),
  'savedReply.list': beyond('GET /saved_replies', plainly('savedReply.list')),
  'savedReply.create': beyond(
    'POST /saved_replies',
    plainly('savedReply.create', world => ({ ...exampleBody('savedReply.create'), name: world.unique('reply') })),
  ),
  'savedReply.get': beyond('GET /saved_replies/{saved_reply_id}', async world => ({ params: await savedReply(world) })),
  'savedReply.update': beyond('PUT /saved_replies/{saved_reply_id}', async world => ({
    params: await savedReply(world),
    body: exampleBody('savedReply.update'),
  })),
  'savedReply.remove': beyond('DELETE /saved_replies/{saved_reply_id}', async world => ({
    params: await savedReply(world),
  })),
  'rule.list': beyond('GET /rules', plainly('rule.list')),
  'rule.create': beyond(
    'POST /rules',
    plainly('rule.create', world => ({ ...exampleBody('rule.create'), name: world.unique('rule') })),
  ),
  'rule.update': beyond('PUT /rules/{rule_id}', async world => ({
    params: { rule_id: (await world.make.rule()).id },
    body: exampleBody('rule.update'),
  })),
  'rule.remove': beyond('DELETE /rules/{rule_id}', async world => ({
    params: { rule_id: (await world.make.rule()).id },
  })),
  'session.login': plainly('session.login', world => ({
    ...exampleBody('session.login'),
    email: world.insider.email,
    password: world.insider.password,
  })),
  'session.logout': beyond('POST /logout', async (world, who) => {
    if (who === 'key' || who === 'nobody') return {};
    const { email, password } = world[who];
    const body = { email, password };
    const signIn = { method: 'POST', path: '/login', body, as: 'nobody' } as const;
    return { token: (await world.give<{ access_token: string }>(signIn)).access_token };
  }),
  'session.me': beyond('GET /me', plainly('session.me')),
  'session.updateMe': beyond('PUT /me', async (world, who) => {
    const { token, password } = await world.make.agent();
    const body = { ...exampleBody('session.updateMe'), name: world.unique('Agent'), current_password: password };
    return who === 'key' || who === 'nobody' ? { body } : { token, body };
  }),
  'service.events': beyond('GET /events', plainly('service.events')),
  'start.read': beyond('GET /start', plainly('start.read')),
  'service.openapi': beyond('GET /openapi.json', plainly('service.openapi')),
  'service.health': beyond('GET /health', plainly('service.health')),
  'service.ready': beyond('GET /ready', plainly('service.ready')),
};

/** The default caller of an endpoint. */
export function usualCaller({ endpoint }: NamedEndpoint): Who {
  return endpoint.allows === 'agent' ? 'insider' : 'key';
}

/** The request that a scene stands for. */
export function askOf({ endpoint }: NamedEndpoint, scene: Scene, who: Who): Ask {
  return {
    method: endpoint.method,
    path: filledPath(endpoint.path, scene.params ?? {}),
    query: scene.query,
    body: scene.raw ? undefined : scene.body,
    raw: scene.raw,
    as: scene.token === undefined ? who : { token: scene.token },
  };
}

/** A new request to an endpoint that succeeds, by its usual caller or the given one. */
export async function newAsk(world: World, one: NamedEndpoint, who: Who = usualCaller(one)): Promise<Ask> {
  return askOf(one, await scenes[one.name](world, who), who);
}
