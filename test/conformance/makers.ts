import type {
  Agent,
  AttachmentSummary,
  Contact,
  Conversation,
  ConversationStatus,
  Inbox,
  Message,
  Note,
  Review,
  Rule,
  SavedReply,
  Team,
} from '../../src/contract/model.ts';
import type { Ask, Who } from './client.ts';

/** An agent that can call. */
export interface SignedIn {
  readonly agent: Agent;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The tools of makers: to ask as a caller and return the data of a success, unused names, and an inbox for things. */
export interface Maker {
  give<Data>(ask: Ask): Promise<Data>;
  unique(prefix: string): string;
  home(): { inboxId: number; contactId: number; insiderId: number };
}

/** A file's upload form. */
export function fileForm(content: string, name: string, type = 'text/plain'): FormData {
  const form = new FormData();
  form.set('file', new File([content], name, { type }));
  return form;
}

type Over = Readonly<Record<string, unknown>>;

function inboxMaker({ give, unique, home }: Maker) {
  return (over: Over = {}): Promise<Inbox> => {
    const body = { name: unique('Inbox'), agent_ids: [home().insiderId], ...over };
    return give<Inbox>({ method: 'POST', path: '/inboxes/save', body });
  };
}

function agentMaker({ give, unique }: Maker) {
  return async (over: Over = {}): Promise<SignedIn> => {
    const email = `${unique('agent')}@desk.example`;
    const password = unique('correct horse battery');
    const body = { name: unique('Agent'), email, password, ...over };
    const agent = await give<Agent>({ method: 'POST', path: '/agents', body });
    const signIn: Ask = { method: 'POST', path: '/login', body: { email, password }, as: 'nobody' };
    const { access_token } = await give<{ access_token: string }>(signIn);
    return { agent, email, password, token: access_token };
  };
}

/** Makes the things that the suite asks about, with the API key unless said otherwise; all in the suite's inbox. */
export function createMakers(maker: Maker) {
  const { give, unique, home } = maker;
  const inConversation =
    <Made>(what: string, usual: () => Over) =>
    (id: number, over: Over = {}, as: Ask['as'] = 'key'): Promise<Made> =>
      give<Made>({ method: 'POST', path: `/conversations/${id}/${what}`, body: { ...usual(), ...over }, as });
  const conversation = (over: Over = {}, as: Who = 'key'): Promise<Conversation> => {
    const body = { title: unique('Parcel'), inbox_id: home().inboxId, contacts: [home().contactId], ...over };
    return give<Conversation>({ method: 'POST', path: '/conversations', body, as });
  };
  const add = inConversation<Message>('messages', () => ({ body_text: unique('text') }));
  return {
    inbox: inboxMaker(maker),
    agent: agentMaker(maker),
    conversation,
    /** By the API key: a contact's message; as an agent: an agent's. */
    message: add,
    agentMessage: (id: number, over: Over = {}) => add(id, over, 'insider'),
    note: inConversation<Note>('notes', () => ({ details: unique('note') })),
    review: inConversation<Review>('reviews', () => ({ rating: 4 })),
    contact: (over: Over = {}): Promise<Contact> => {
      const body = { name: unique('Customer'), email: `${unique('customer')}@customer.example`, ...over };
      return give<Contact>({ method: 'POST', path: '/contacts', body });
    },
    status: (name = unique('waiting').slice(-40)): Promise<ConversationStatus> =>
      give<ConversationStatus>({ method: 'POST', path: '/conversation_statuses', body: { name } }),
    team: (agent_ids: readonly number[] = []): Promise<Team> =>
      give<Team>({ method: 'POST', path: '/teams', body: { name: unique('Team'), agent_ids } }),
    savedReply: (over: Over = {}, as: Ask['as'] = 'key'): Promise<SavedReply> => {
      const body = { name: unique('reply'), text: 'Thanks.', ...over };
      return give<SavedReply>({ method: 'POST', path: '/saved_replies', body, as });
    },
    /** It is about no conversation of the other tests. */
    rule: (over: Over = {}): Promise<Rule> => {
      const body = { name: unique('rule'), when: { tags: [unique('tag')] }, do: { archived: true }, ...over };
      return give<Rule>({ method: 'POST', path: '/rules', body });
    },
    attachment: (content = unique('content'), name = 'label.txt', as: Ask['as'] = 'key'): Promise<AttachmentSummary> =>
      give<AttachmentSummary>({ method: 'POST', path: '/attachments', raw: fileForm(content, name), as }),
    /** A conversation and one that was merged into it. */
    merged: async (): Promise<{ target: Conversation; source: Conversation }> => {
      const [target, source] = [await conversation(), await conversation()];
      const body = { conversation_ids: [source.id] };
      return { target: await give({ method: 'POST', path: `/conversations/${target.id}/merge`, body }), source };
    },
  };
}
export type Makers = ReturnType<typeof createMakers>;
