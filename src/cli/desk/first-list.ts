import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../state/desk.ts';
import { namedQuery } from '../../state/query/view-query.ts';
import { openList } from '../../state/sync/list.ts';
import { loadPlaces } from '../../state/sync/places.ts';
import { expectStart, takeNumbers, takeThread } from '../../state/sync/start.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { type Sleep, waitsWhenAsked } from '../elsewhere/patiently.ts';
import { deskPrefix } from '../kept/names.ts';
import { unreadableFiles } from '../kept/others.ts';
import { keptSentence } from '../kept/sources.ts';
import { paths } from '../paths.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import type { Connection } from './connection.ts';
import type { DeskPlace } from './place.ts';

/** The flags about the first list. */
interface FirstListFlags {
  readonly sample?: boolean;
  readonly readOnly?: boolean | undefined;
  readonly view?: string;
}

/** How long the screen waits for the first list: one full frame is cheaper than two. */
const FIRST_LIST_MS = 1_500;

/**
 * Reads the data of the first frame. Ends the command if a help center cannot be read and nothing waits for it. Returns
 * a promise that resolves when the list was read.
 */
export async function firstList(
  desk: Desk,
  flags: FirstListFlags,
  connection: Connection,
  { inherited, isAwaited }: DeskPlace,
  tell: Sleep,
): Promise<{ readonly listed: Promise<unknown> }> {
  if (flags.sample && !flags.readOnly && connection.addSamples && (await isEmpty(connection)))
    await connection.addSamples();
  // Over a slow link they come one after the other, and the agent waits for the list.
  if (connection.token !== undefined) expectStart(desk);
  const listFirst = flags.view === undefined && !isAwaited ? openFirst(desk) : undefined;
  const places = loadPlaces(desk);
  const open = () => (flags.view === undefined ? openFirst(desk) : places.then(() => openView(desk, flags.view!)));
  // The help center may not say whose it is.
  const known = isAwaited ? Promise.race([inherited, places.then(() => sleep(0))]) : places;
  const list = listFirst ?? known.then(open);
  // Cached data are on the screen at once, with or without a link.
  if (desk.world().list.isCached) {
    return { listed: list.then(reason => reason !== undefined && openInstead(desk, reason)) };
  }
  const late = sleep(FIRST_LIST_MS);
  const problem = await Promise.race([list, late]);
  if (problem !== undefined) throw new ShellError(`--view: ${problem}`);
  const listed = list.then(reason => reason !== undefined && openInstead(desk, reason));
  await untilReady(desk, connection, tell);
  // A failure beside the list must not take the place of the list's own.
  if (desk.world().list.problem !== null) await Promise.race([places, late]);
  await refuseUnreadable(desk, connection);
  await Promise.race([Promise.all([places, inherited]), late]);
  return { listed };
}

/** After `Retry-After`, a help center is read again, if there is nothing else to show. */
async function untilReady(desk: Desk, { client }: Connection, tell: Sleep): Promise<void> {
  const { list } = desk.world();
  if (list.problem === null || list.rows.length > 0 || hasCache(desk)) return;
  const probe = { query: { fields: 'list', limit: 1 } } as const;
  const isReady = await waitsWhenAsked(client, tell)
    .conversation.list(probe)
    .then(
      () => true,
      // The list says why it could not be read.
      () => false,
    );
  if (isReady) await Promise.all([openFirst(desk), loadPlaces(desk)]);
}

async function openFirst(desk: Desk): Promise<SafeText | undefined> {
  await openList(desk, desk.world().list.query);
  await Promise.all([takeThread(desk), takeNumbers(desk)]);
  return undefined;
}

/** The names in a view were read only after the screen was open. */
function openInstead(desk: Desk, reason: SafeText): void {
  void openFirst(desk);
  desk.notify({ tone: 'problem', text: t`--view: ${reason}` });
}

/**
 * Without a list the desk opens only if something of this help center is kept: the cache can be read, and drafts and
 * changes wait until they can be sent. Otherwise its address is more likely wrong.
 */
async function refuseUnreadable(desk: Desk, connection: Connection): Promise<void> {
  const { list } = desk.world();
  if (list.problem === null || list.rows.length > 0 || hasCache(desk)) return;
  const kept = keptSentence(paths.state(), deskPrefix(connection.identity));
  if (kept === undefined || connection.addSamples) {
    await connection.close();
    const damaged = unreadableFiles(paths.state(), deskPrefix(connection.identity)).map(safeLine);
    const damage = damaged.map(path => t`The file of drafts and unsent changes ${path} is damaged, and is kept.`);
    throw new ShellError(
      [atStart(list.problem, connection), kept, ...damage].filter(Boolean).join(' '),
      exitCode.unreachable,
    );
  }
  desk.notify({ tone: 'problem', text: t`${kept} What is unsent goes out when the help center answers.`, short: kept });
}

/** Also one that is covered: the desk is where its agent signs in again. */
function hasCache({ cache }: Desk): boolean {
  return cache.isCovered() || cache.places() !== undefined;
}

/** A service's own words say neither who is speaking nor how to go on. */
function atStart(problem: SafeText, { place, addSamples }: Connection): SafeText {
  return addSamples || problem.includes(place)
    ? problem
    : t`${place} says: ${problem} · Check the address, and the token in FRONTDESK_TOKEN or --token-file.`;
}

/** Whether a help center has no conversation at all. */
export async function isEmpty({ client }: Connection): Promise<boolean> {
  return (await client.conversation.list({ query: { archived: 'any', limit: 1 } })).data.length === 0;
}

/** Opens the list on a view or a filter; returns the reason if it cannot be read. */
async function openView(desk: Desk, text: string): Promise<SafeText | undefined> {
  const read = namedQuery(text, desk.world());
  // Without the inboxes no name is known; the list says why they could not be read.
  if ('problem' in read) return desk.world().placesProblem === null ? read.problem : openFirst(desk);
  if (read.key !== '') desk.set({ inboxCursor: read.key });
  await openList(desk, read.query);
  return undefined;
}
