import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Contact, Inbox } from '../../src/contract/model.ts';
import { type Answer, type Ask, call, type Who } from './client.ts';
import { createMakers, type Makers, type SignedIn } from './makers.ts';
import type { Target } from './target.ts';

/** An id that nothing has. */
export const UNKNOWN_ID = 999_999_999_999;

/** A help center under test with everyone and everything that the tests ask about. */
export interface World {
  readonly target: Target;
  readonly make: Makers;
  readonly insider: SignedIn;
  readonly outsider: SignedIn;
  readonly admin: SignedIn;
  /** The insider's inbox; the outsider lost it. */
  readonly inbox: Inbox;
  /** The outsider's inbox; the insider never saw it. */
  readonly foreignInbox: Inbox;
  readonly contact: Contact;
  /** Stands in every text of a conversation in the foreign inbox, and must be in no answer to the insider. */
  readonly secret: string;
  readonly foreignConversationId: number;
  call(ask: Ask): Promise<Answer>;
  /** Asks as the API key unless said otherwise, expects a success and returns its data. */
  give<Data>(ask: Ask): Promise<Data>;
  get<Data>(path: string, as?: Ask['as'], query?: Ask['query']): Promise<Data>;
  /** Deletes what tests before left of inboxes beyond a few. */
  sweep(): Promise<void>;
  /** A name that nothing has yet. */
  unique(prefix: string): string;
}

type Tokens = Record<Exclude<Who, 'nobody'>, string>;

/** Beyond this many, the oldest inboxes of the suite are deleted, so that no plan's limit is reached. */
const INBOXES_KEPT = 15;

function createAsking(target: Target) {
  const tokens: Partial<Tokens> = { key: target.apiKey };
  const passing: number[] = [];
  const tokenOf = (as: Ask['as']) => (typeof as === 'object' ? as.token : as === 'nobody' ? undefined : tokens[as!]);
  const ask = async (one: Ask): Promise<Answer> => {
    const answer = await call(target, one, tokenOf(one.as ?? 'key'));
    const isNewInbox = answer.status === 201 && (one.path === '/inboxes' || one.path === '/inboxes/save');
    if (isNewInbox) passing.push((answer.data as Inbox).id);
    return answer;
  };
  const sweep = async () => {
    // The first two are the insider's and the outsider's.
    for (const id of passing.splice(2, Math.max(0, passing.length - 2 - INBOXES_KEPT)))
      await ask({ method: 'DELETE', path: `/inboxes/${id}` });
  };
  const give = async <Data>(one: Ask): Promise<Data> => {
    const answer = await ask(one);
    if (answer.status >= 300) expect.fail(`${one.method} ${one.path} → ${answer.status} ${answer.text}`);
    return answer.data as Data;
  };
  return { tokens, call: ask, give, sweep };
}

/** A text in the foreign inbox for the insider to never see: title, tag, contact, message and note. */
async function hide(make: Makers, secret: string, inboxId: number): Promise<number> {
  const contact = await make.contact({ name: secret, email: `${secret}@customer.example` });
  const tags = [secret];
  const { id } = await make.conversation({ title: secret, inbox_id: inboxId, contacts: [contact.id], tags });
  await make.message(id, { body_text: secret });
  await make.note(id, { details: secret });
  return id;
}

/** Makes everyone and everything, through the service itself. */
export async function createWorld(target: Target): Promise<World> {
  const { tokens, ...asking } = createAsking(target);
  let count = 0;
  const unique = (prefix: string) => {
    count += 1;
    return `${prefix} ${target.run}x${count}`.replaceAll(' ', '-').toLowerCase();
  };
  const home = { inboxId: 0, contactId: 0, insiderId: 0 };
  const make = createMakers({ give: asking.give, unique, home: () => home });
  const [admin, insider, outsider] = [await make.agent({ role: 'admin' }), await make.agent(), await make.agent()];
  Object.assign(tokens, { admin: admin.token, insider: insider.token, outsider: outsider.token });
  const inboxOf = (name: string, agent_ids: number[]): Promise<Inbox> =>
    asking.give({ method: 'POST', path: '/inboxes/save', body: { name: unique(name), agent_ids } });
  const inbox = await inboxOf('Home', [insider.agent.id, outsider.agent.id]);
  await asking.give({ method: 'DELETE', path: `/inboxes/${inbox.id}/agents/${outsider.agent.id}` });
  const foreignInbox = await inboxOf('Elsewhere', [outsider.agent.id]);
  const contact = await make.contact();
  Object.assign(home, { inboxId: inbox.id, contactId: contact.id, insiderId: insider.agent.id });
  const secret = unique('secret');
  const foreignConversationId = await hide(make, secret, foreignInbox.id);
  const people = { admin, insider, outsider, contact };
  return {
    target,
    make,
    ...people,
    inbox,
    foreignInbox,
    secret,
    foreignConversationId,
    ...asking,
    get: (path, as, query) => asking.give({ method: 'GET', path, as, query }),
    unique,
  };
}

/** Opens the target before the tests of a suite and closes it after them; the world is there within tests. */
export function worldOfSuite(open: () => Promise<Target>): () => World {
  const opened: { world?: World; target?: Target } = {};
  beforeAll(async () => {
    opened.target = await open();
    opened.world = await createWorld(opened.target);
  });
  beforeEach(() => opened.world!.sweep());
  afterAll(() => opened.target?.close());
  return () => opened.world!;
}

/** Runs `work` on a separate help center, with separate settings and a separate clock. */
export async function inFresh(
  world: World,
  settings: Parameters<NonNullable<Target['fresh']>>[0],
  work: (world: World) => Promise<void>,
): Promise<void> {
  const target = await world.target.fresh!(settings);
  try {
    await work(await createWorld(target));
  } finally {
    await target.close();
  }
}
