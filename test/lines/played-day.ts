import type { Speak } from '../../src/state/world/speak.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { createAgent } from '../harness/agents.ts';
import { type LineDesk, openLineDesk } from './line-desk.ts';

/** A typed line, what was said to it, and the prompt behind that. */
export interface Answer {
  readonly typed: string;
  readonly said: readonly string[];
  readonly prompt: string;
}

/** A day that was played through line mode. */
export interface PlayedDay {
  readonly center: OpenCenter;
  readonly lines: LineDesk;
  /** What was said at the start. */
  readonly greeting: readonly string[];
  /** In the order of the day. */
  readonly answers: readonly Answer[];
  /** The conversations, by their names here. */
  readonly ids: Readonly<Record<Name, number>>;
  close(): Promise<void>;
}

type Name = keyof typeof MAILS;

/** The customers' mails of the morning, the oldest first. */
const MAILS = {
  lamp: ['My lamp arrived broken', 'Zoë Quinn', 'zoe@customer.example', 'The glass is in pieces.\nWhat can I do?'],
  lampAgain: ['Broken lamp, order 7741', 'Zoë Quinn', 'zoe@customer.example', 'The same lamp, order 7741.'],
  invoice: ['Invoice shows the wrong VAT', 'Can Öz', 'can@shop.example', 'It says 19% where 7% is right.'],
  pause: [
    'Subscription: pause for a month or two, please',
    'Doris Orfanos-Papadopoulou',
    'doris.orfanos@a-rather-long-domain.example',
    'I am away until spring.\n\nSee https://shop.example/account/subscriptions/pause?from=2026-03&until=2026-05 for what I tried.',
  ],
  thanks: ['Thank you!', 'Emil Berg', 'emil@customer.example', 'All is well, nothing to do.'],
} as const;

/** The lines of the day; a name in braces is the number of that conversation. */
const DAY: readonly string[] = [
  // Triage.
  'next',
  'prev',
  'tag #{invoice} billing',
  '1',
  'q',
  'assign #{invoice} bob',
  'archive #{thanks}',
  'z',
  'archive #{thanks}',
  'mark {lamp} {lampAgain}',
  'mark {lamp} {lampAgain}',
  // Read, and answer.
  '#{lamp}',
  'reply',
  'Dear Zoë, a new lamp is on its way.',
  '~p',
  '.',
  'again',
  'previous',
  'note Second broken lamp this week.',
  'gn',
  'back',
  // Merge.
  'merge #{lampAgain} #{lamp}',
  '1',
  'maybe',
  'y',
  // Later, and the queue.
  'later #{pause} 2h',
  '#{pause}',
  'history',
  'back',
  'queue begin',
  's',
  '2',
  'back',
  // Other lists, help and numbers.
  'view archived',
  'back',
  'filter is:open',
  'help',
  'help archive',
  'g',
  'activity',
  'numbers',
  'd',
  '',
  'journal',
  '',
  'news',
  'speak',
  'archve',
  'bottom',
  'next',
];

async function ask(center: OpenCenter, path: string, body: object): Promise<number> {
  const answer = await center.call('POST', path, { as: 'key', body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

/** `contacts`: those who have written already, by their addresses. */
async function receive(center: OpenCenter, contacts: Map<string, number>, mail: (typeof MAILS)[Name]): Promise<number> {
  const [title, name, email, text] = mail;
  const contact = contacts.get(email) ?? (await ask(center, '/contacts', { name, email }));
  contacts.set(email, contact);
  const id = await ask(center, '/conversations', { title, inbox_id: center.inboxId, contacts: [contact] });
  await ask(center, `/conversations/${id}/messages`, { body_text: text });
  return id;
}

/** Plays a whole day at this width on a real help center. */
export async function playDay(columns: number, speak: Speak = 'usual'): Promise<PlayedDay> {
  const center = await openCenter({
    settings: { rateLimit: Number.POSITIVE_INFINITY },
    mailOut: { sendDelayMs: 10_000, ratingDelayMs: 0, publicUrl: null },
  });
  await center.call('POST', `/inboxes/${center.inboxId}/emails`, { body: { email: 'support@shop.example' } });
  await createAgent(center.center, { name: 'Bob Stone', email: 'bob@desk.example', role: 'admin' });
  const ids = {} as Record<Name, number>;
  const contacts = new Map<string, number>();
  for (const [name, mail] of Object.entries(MAILS)) {
    ids[name as Name] = await receive(center, contacts, mail);
    // Mails of one day do not come at once.
    center.clock.now += 7 * 60_000;
  }
  const lines = await openLineDesk(center, { columns, speak, pageLines: 1_000 });
  const greeting = lines.written().trimEnd().split('\n');
  const answers: Answer[] = [];
  for (const line of DAY) {
    const typed = line.replace(/\{(\w+)\}/g, (_, name: Name) => String(ids[name]));
    const said = await lines.type(typed);
    answers.push({ typed, said: said === '' ? [] : said.trimEnd().split('\n'), prompt: lines.talk.prompt() });
  }
  const close = async (): Promise<void> => {
    lines.close();
    await center.close();
  };
  return { center, lines, greeting, answers, ids, close };
}
