import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Conversation, HistoryEntry, Note } from '../../src/contract/model.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { startQuickTime } from '../harness/quick-time.ts';
import { createRandom, type Random } from '../harness/random.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { type JourneyCenter, openJourneyCenter } from './journey-center.ts';

/** Ten minutes take fifteen seconds. */
const RATE = 40;
const SUSPENDED_MS = 600_000;
/** How many pairs of deeds the journey has, of the twenty-four that there are: those that ask, and others by chance. */
const PAIRS = 12;

const OWN = ['assign', 'status', 'archive', 'note'] as const;
const THEIRS = ['assign', 'status', 'customer', 'note', 'merge', 'nothing'] as const;
type Own = (typeof OWN)[number];
type Theirs = (typeof THEIRS)[number];

/** What the agent does with a conversation, and what happens to it meanwhile. */
interface Pair {
  readonly own: Own;
  readonly theirs: Theirs;
}

/** The field that a deed sets, as the history names it. */
const FIELDS: Readonly<Record<Exclude<Own, 'note'>, keyof Conversation>> = {
  assign: 'assign_to',
  status: 'conversation_status_id',
  archive: 'archived',
};

function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return all
    .map(one => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** The rules: the same field set, a customer's mail before archiving, and for what sets a field a merge, ask. */
function asks({ own, theirs }: Pair): boolean {
  if (own === 'note') return false;
  return own === theirs || theirs === 'merge' || (own === 'archive' && theirs === 'customer');
}

async function actOwn(desk: Terminal, own: Own, id: number): Promise<void> {
  await desk.sees(new RegExp(`#${id} Case`));
  if (own === 'assign') desk.press('conversation.assign-me');
  else if (own === 'archive') desk.press('conversation.archive');
  else if (own === 'status') {
    desk.press('conversation.status');
    await desk.sees('Enter set');
    desk.press('3');
    await desk.seesNot('Enter set');
  } else {
    desk.press('note.write');
    await desk.sees('Ctrl-d send');
    desk.type(`own ${id}`);
    await desk.sees(`own ${id}`);
    desk.press('ctrl-d');
    await desk.seesNot('Ctrl-d send');
  }
  await desk.settled(30);
  // An archived one has left the list.
  if (own !== 'archive') desk.press('cursor.down');
}

async function actTheirs({ ask, askAsAna, ana }: JourneyCenter, theirs: Theirs, id: number, into: number) {
  const path = `/conversations/${id}`;
  if (theirs === 'assign') await askAsAna('PUT', path, { assign_to: ana });
  if (theirs === 'status') await askAsAna('PUT', path, { conversation_status_id: 2 });
  if (theirs === 'note') await askAsAna('POST', `${path}/notes`, { details: `theirs ${id}` });
  if (theirs === 'merge') await askAsAna('POST', `/conversations/${into}/merge`, { conversation_ids: [id] });
  if (theirs === 'customer') await ask('POST', `${path}/messages`, { body_text: 'WAIT' });
}

/** Opens the list of what asks, and answers one after the other. */
async function decide(desk: Terminal, answers: readonly ('m' | 't')[]): Promise<void> {
  desk.press('palette');
  desk.type('Changes that ask');
  await desk.sees('> Changes that ask');
  await desk.settled(30);
  desk.press('enter');
  await desk.sees('Changed by others since');
  for (const [index, answer] of answers.entries()) {
    desk.press(answer);
    const left = answers.length - index - 1;
    if (left > 0) await desk.sees(`${left} more to decide`);
  }
  await desk.seesNot(/\d asks?\b|\d unsent/);
}

/** That the help center holds each deed as the rules say: those of both where they merge, once. */
async function expectHeld({ ask, me }: JourneyCenter, pair: Pair, id: number, into: number, answer: 'm' | 't') {
  const { own, theirs } = pair;
  const one = await ask<Conversation>('GET', `/conversations/${id}`);
  const what = `#${id} ${own} against ${theirs}, ${answer}`;
  expect([what, one.merged_into]).toEqual([what, theirs === 'merge' ? into : null]);
  const at = own === 'note' && theirs === 'merge' ? into : id;
  const notes = await ask<Note[]>('GET', `/conversations/${at}/notes`);
  const written = (details: string) => notes.filter(note => note.details === details).length;
  expect([what, written(`own ${id}`)]).toEqual([what, own === 'note' ? 1 : 0]);
  if (theirs === 'note') expect([what, written(`theirs ${id}`)]).toEqual([what, 1]);
  if (own === 'note') return;
  const isMine = !asks(pair) || answer === 'm';
  const history = await ask<HistoryEntry[]>('GET', `/conversations/${id}/history?limit=100`);
  const mine = history.filter(({ agent_id, changes }) => agent_id === me.id && Object.hasOwn(changes, FIELDS[own]));
  expect([what, mine.length]).toEqual([what, isMine ? 1 : 0]);
  if (theirs === 'merge') return;
  const expected = { assign: me.id, status: 3, archive: true }[own];
  expect([what, one[FIELDS[own]] === expected]).toEqual([what, isMine]);
}

test('two agents set the same fields, one without a link and suspended for ten minutes: each deed is there once, merged or asked', async () => {
  const random = createRandom(7);
  const folder = temporaryFolder();
  const clock = startQuickTime(RATE);
  const center = await openJourneyCenter(folder, PAIRS + 1, clock);
  onTestFinished(() => center.close());
  const env = deskEnvironment(folder, { FRONTDESK_TOKEN: center.me.token, TMUX: '/tmp/tmux-1000/default,1,0' });
  const args = [...clock.flags, launcher, '--url', center.link.url, '--link', 'fast'];
  const desk = openTerminal({ command: process.execPath, args, env, columns: 120, rows: 36 });
  // The newest is first in the list; the oldest takes in what is merged.
  const into = 1;
  const all = OWN.flatMap(own => THEIRS.map(theirs => ({ own, theirs })));
  const [asking, others] = [all.filter(asks), shuffled(all, random).filter(pair => !asks(pair))];
  const pairs = shuffled([...asking, ...others.slice(0, PAIRS - asking.length)], random);
  const ids = pairs.map((_, index) => PAIRS + 1 - index);
  const answers = pairs.map(({ theirs }) => (theirs === 'merge' || random() < 0.5 ? 't' : 'm'));
  const open = pairs.map(asks);

  await desk.sees(`#${ids[0]} Case`);
  await desk.settled(500);
  center.link.become('tunnel');
  await desk.sees(/offline since/);
  for (const [index, { own }] of pairs.entries()) await actOwn(desk, own, ids[index]!);
  desk.kill('SIGSTOP');
  for (const [index, { theirs }] of pairs.entries()) await actTheirs(center, theirs, ids[index]!, into);
  await sleep(SUSPENDED_MS / RATE);
  center.link.become('good');
  desk.kill('SIGCONT');
  const asked = open.filter(Boolean).length;
  await desk.sees(`go: ${asked} ask`);
  await desk.seesNot(/\d unsent|offline/);
  await decide(
    desk,
    answers.filter((_, index) => open[index]),
  );
  for (const [index, pair] of pairs.entries()) await expectHeld(center, pair, ids[index]!, into, answers[index]!);
  desk.press('quit-now');
  expect(await desk.exit()).toEqual({ exitCode: 0, signal: 0 });
});
