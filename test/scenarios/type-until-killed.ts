import { setTimeout as sleep } from 'node:timers/promises';
import { keptDrafts } from '../harness/kept-drafts.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import type { Random } from '../harness/random.ts';

/** A desk on which a person types until it is killed, again and again. */
export interface Typist {
  readonly environment: Readonly<Record<string, string>>;
  readonly database: string;
  readonly conversationId: number;
  /** What the last kill left of the note. */
  draft: string;
}

/** What one kill took. */
export interface Kill {
  readonly typed: number;
  /** From the first letter that is lost to the kill, in milliseconds; 0: nothing is lost. */
  readonly lostMs: number;
}

/** One rhythm of typing, in milliseconds a key. */
const FASTEST_MS = 30;
const SLOWEST_MS = 400;
const MAX_WORD = 9;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz ';

/**
 * Starts the desk, checks that the note is the one that the last kill left, writes it again without a pause until
 * `isEnough` returns true for what was typed, kills the desk by SIGKILL, and returns how much of the typing is not on the
 * disk.
 */
export async function typeUntilKilled(
  typist: Typist,
  random: Random,
  isEnough: (typed: string) => boolean,
): Promise<Kill> {
  const { environment, database } = typist;
  const args = [launcher, '--database', database, '--link', 'fast'];
  const desk = openTerminal({ command: process.execPath, args, env: environment, columns: 100 });
  try {
    // A box that was open comes back in place of the list.
    await desk.sees(/Unresolved|NOTE/);
    await openNote(desk, typist.draft);
    const sent = await typeOn(desk, random, isEnough);
    const killedAt = performance.now();
    desk.kill('SIGKILL');
    await desk.exit();
    return lossOf(typist, sent, killedAt);
  } finally {
    desk.close();
  }
}

/** Opens the note's box, waits for its kept text, and empties it. */
async function openNote(desk: Terminal, draft: string): Promise<void> {
  desk.press('note.write');
  await desk.sees('agents only');
  const word = draft.trim().split(' ').at(-1)!;
  if (word !== '') await desk.sees(word);
  desk.press('ctrl-u');
  if (word.length > 3) await desk.seesNot(word);
}

/** A letter, and when it was sent. */
type Letter = readonly [letter: string, at: number];

async function typeOn(desk: Terminal, random: Random, isEnough: (typed: string) => boolean): Promise<Letter[]> {
  const sent: Letter[] = [];
  const fastestMs = FASTEST_MS + random() * (SLOWEST_MS - FASTEST_MS);
  const slowestMs = fastestMs + random() * (SLOWEST_MS - fastestMs);
  do {
    const letter = letterAt(sent.length, random);
    sent.push([letter, performance.now()]);
    desk.type(letter);
    await sleep(fastestMs + random() * (slowestMs - fastestMs));
  } while (!isEnough(wordsOf(sent)));
  // The kill comes between two keys.
  await sleep(random() * fastestMs);
  return sent;
}

/** A letter of words that no box breaks. */
function letterAt(place: number, random: Random): string {
  if (place % MAX_WORD === MAX_WORD - 1) return ' ';
  return place === 0 ? 'x' : LETTERS[Math.floor(random() * LETTERS.length)]!;
}

function wordsOf(sent: readonly Letter[]): string {
  return sent.map(([letter]) => letter).join('');
}

function onDisk({ environment, conversationId }: Typist): string {
  return keptDrafts(environment).get(conversationId) ?? '';
}

/** What the disk has of the note that is being typed: nothing as long as it has the former one. */
export function keptOf(typist: Typist, typed: string): string {
  const kept = onDisk(typist);
  if (kept === typist.draft) return '';
  if (!typed.startsWith(kept)) throw new Error(`Kept ${JSON.stringify(kept)} of ${JSON.stringify(typed)}`);
  return kept;
}

function lossOf(typist: Typist, sent: readonly Letter[], killedAt: number): Kill {
  // A kill in the first half second finds the former draft: nothing of this one is saved yet.
  const kept = keptOf(typist, wordsOf(sent));
  typist.draft = onDisk(typist);
  const [, lostAt = killedAt] = sent[kept.length] ?? [];
  return { typed: sent.length, lostMs: killedAt - lostAt };
}
