import { createRandom, type Random } from '../faults/random.ts';
import { letter, letterFrom } from '../harness/letter.ts';
import { lmtpData, openLmtp } from '../harness/lmtp-client.ts';

/** The conversations of the sample have the ids up to this one. */
export const CONVERSATIONS = 2_000;
/** An address of the sample's. */
const TO = 'support@shop.example';

/** What the turns of all agents share. */
interface Shared {
  readonly random: Random;
  /** Conversations that agents have made and not yet merged. */
  readonly made: number[];
  /** A number that was not given before. */
  number(): number;
  /** The number of the next customer's letter. */
  letterNumber(): number;
}

/** An agent's turn at one of the services. */
export interface Turn extends Shared {
  readonly agentId: number;
  /** Where this service takes mail: the path of a socket. */
  readonly socket: string;
  /** Asks the service. Returns the answer's `data`, undefined if it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  ask(method: string, path: string, body?: unknown): Promise<any>;
  /** Does what is not a request, and notes how long it took. */
  timed<T>(run: () => Promise<T>): Promise<T>;
}

interface Kind {
  /** Of a hundred turns. */
  readonly share: number;
  /** An everyday write: one request, which changes one conversation. */
  readonly isEveryday?: true;
  run(turn: Turn): Promise<unknown>;
}

function one({ random }: Turn): string {
  return `/conversations/${1 + random.below(CONVERSATIONS)}`;
}

function some({ random }: Turn, count: number): number[] {
  const first = random.below(CONVERSATIONS);
  return Array.from({ length: count }, (_, at) => 1 + ((first + at * 97) % CONVERSATIONS));
}

/** A write to one conversation. */
function write(share: number, method: string, rest: string, bodyOf: (turn: Turn) => unknown): Kind {
  return { share, isEveryday: true, run: turn => turn.ask(method, `${one(turn)}${rest}`, bodyOf(turn)) };
}

async function post(turn: Turn, at: string): Promise<number | undefined> {
  return (await turn.ask('POST', `${at}/messages`, { body_text: `It is on its way, ${turn.number()}.` }))?.id;
}

async function sendMail(turn: Turn): Promise<void> {
  const number = turn.letterNumber();
  const mail = await openLmtp(turn.socket);
  const [reply] = await mail.deliver({
    from: letterFrom(number),
    to: [TO],
    data: lmtpData(letter(number, { to: TO })),
  });
  await mail.quit();
  if (reply!.code !== 250) throw new Error(`A mail was not taken: ${reply!.code} ${reply!.text}`);
}

/** What agents do, and the mail that comes meanwhile. */
const kinds: Readonly<Record<string, Kind>> = {
  list: { share: 12, run: turn => turn.ask('GET', `/conversations?status[]=opened&limit=50`) },
  open: { share: 12, run: turn => turn.ask('GET', `${one(turn)}/messages`) },
  read: write(16, 'PUT', '/read', () => ({})),
  status: write(7, 'PUT', '', ({ random }) => ({ conversation_status_id: 1 + random.below(2) })),
  assign: write(7, 'PUT', '', ({ random, agentId }) => ({ assign_to: random.chance(0.7) ? agentId : null })),
  archive: write(4, 'POST', '/archive', () => undefined),
  restore: write(4, 'POST', '/restore_archive', () => undefined),
  tag: write(6, 'POST', '/tags', ({ random }) => ({ name: `tag ${random.below(40)}` })),
  note: write(6, 'POST', '/notes', turn => ({ details: `Seen, ${turn.number()}.` })),
  message: write(8, 'POST', '/messages', turn => ({ body_text: `It is on its way, ${turn.number()}.` })),
  mail: { share: 6, run: turn => turn.timed(() => sendMail(turn)) },
  next: {
    share: 5,
    run: async turn => {
      const [next] = (await turn.ask('POST', '/conversations/next', {})) ?? [];
      if (!next) return;
      const at = `/conversations/${next.id}`;
      await turn.ask('PUT', `${at}/read`, {});
      // The sample's customers get no mail.
      const deliver = next.id > CONVERSATIONS;
      await turn.ask('POST', `${at}/messages`, { body_text: 'It has left.', deliver });
      await turn.ask('PUT', at, { conversation_status_id: 2 });
    },
  },
  create: {
    share: 2,
    run: async turn => {
      const tags = [`tag ${turn.random.below(40)}`];
      turn.made.push((await turn.ask('POST', '/conversations', { title: `New ${turn.number()}`, tags })).id);
    },
  },
  merge: {
    share: 1,
    run: async turn => {
      const id = turn.made.shift();
      if (id !== undefined) await turn.ask('POST', `${one(turn)}/merge`, { conversation_ids: [id] });
    },
  },
  split: {
    share: 1,
    run: async turn => {
      const at = one(turn);
      const id = await post(turn, at);
      if (id !== undefined) await turn.ask('POST', `${at}/split`, { title: 'Another matter', message_ids: [id] });
    },
  },
  'mass change': {
    share: 1,
    run: turn => {
      const body = { conversation_ids: some(turn, 20), conversation_status_id: 1 + turn.random.below(2) };
      return turn.ask('PUT', '/conversations', { ...body, added_tags: [`tag ${turn.random.below(40)}`] });
    },
  },
  'change a note': {
    share: 1,
    run: async turn => {
      const at = one(turn);
      const note = await turn.ask('POST', `${at}/notes`, { details: 'Seen.' });
      if (note) await turn.ask('PUT', `${at}/notes/${note.id}`, { details: `Seen again, ${turn.number()}.` });
    },
  },
  'take back': {
    share: 1,
    run: async turn => {
      const at = one(turn);
      const id = await post(turn, at);
      if (id !== undefined) await turn.ask('DELETE', `${at}/messages/${id}`);
    },
  },
};

/** A sequence of turns: the same for the same seed, if answers come in the same order. */
export interface Mix extends Shared {
  /** What the next agent does. */
  next(): Kind & { readonly name: string };
}

function counter(): () => number {
  let count = 0;
  return () => count++;
}

/** Makes one; each choice is seeded. */
export function createMix(seed: number): Mix {
  const random = createRandom(seed);
  const hundred = Object.entries(kinds).flatMap(([name, kind]) => Array(kind.share).fill({ ...kind, name }));
  return { random, made: [], number: counter(), letterNumber: counter(), next: () => random.pick(hundred) };
}
