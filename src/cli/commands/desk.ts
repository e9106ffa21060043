import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldAsk } from '../../actions/app/held-ask.ts';
import { welcome } from '../../actions/app/welcome.ts';
import { act } from '../../keys/act.ts';
import type { Allowance, Desk, Hooks } from '../../state/context.ts';
import { createDesk } from '../../state/desk.ts';
import { linkAtStart, withMeasurement } from '../../state/link.ts';
import { keep } from '../../state/outbox/storage.ts';
import { asking } from '../../state/pending.ts';
import { keepUp } from '../../state/sync/keep-up.ts';
import { muteStdin } from '../../terminal/mute-stdin.ts';
import { ringBytes } from '../../terminal/ring.ts';
import { checkTerminal } from '../../terminal/tty.ts';
import { safeLine, t } from '../../text/safe.ts';
import { createDeskCache, type DeskCache, noDeskCache } from '../cache/desk-cache.ts';
import { completePath } from '../desk/complete-path.ts';
import { type Connection, connect } from '../desk/connection.ts';
import { createCopies } from '../desk/copies.ts';
import { createDisk } from '../desk/disk.ts';
import { createEditor, type Editor } from '../desk/editor.ts';
import { firstList, isEmpty } from '../desk/first-list.ts';
import { keepFrames } from '../desk/frames.ts';
import type { FrameKeeper } from '../desk/keep-frame.ts';
import { aimMark } from '../desk/keep-frame.ts';
import { openFileWith, openWith } from '../desk/opener.ts';
import { showInPager } from '../desk/pager.ts';
import { createDeskPlace, type DeskPlace } from '../desk/place.ts';
import { redirectConsole } from '../desk/redirect-console.ts';
import { signsOf } from '../desk/signs.ts';
import { spareMemory } from '../desk/spare-memory.ts';
import { tellSeldom } from '../desk/tell-seldom.ts';
import { openWindow, type Window } from '../desk/window.ts';
import { createKeptDesk, type KeptDesk } from '../kept/desk.ts';
import { viewsName } from '../kept/names.ts';
import { createViewsFile, type ViewsFile } from '../kept/views-file.ts';
import { makeFolder, paths } from '../paths.ts';
import { writeReport } from '../report.ts';
import { secretsOf } from '../secrets.ts';
import type { DeskTold } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';
import { repeat, setIdleTimer, setTimer } from '../timer.ts';

interface DeskFlags extends DeskTold {
  readonly sample?: boolean;
  readonly view?: string;
}

/** How long the frame of the last desk stays while this one reads the conversation that it shows. */
const RESUMED_MS = 150;

/** `frontdesk`: the desk. Never resolves while it runs; the terminal's lifecycle ends the process. */
export async function runDesk(shell: Shell, flags: DeskFlags): Promise<number> {
  const check = checkTerminal(shell.environment, shell.stdin, shell.stdout);
  if (!check.ok) throw new ShellError(check.message);
  makeFolder(paths.state(), 'XDG_STATE_HOME');
  const [connection, { startDesk }] = await Promise.all([connect(shell, flags), import('../../ui/start.tsx')]);
  const editor = createEditor(shell.environment);
  const kept = keptDeskOf(shell, connection, editor, () => desk);
  const cached = cacheOf(shell, connection, kept);
  const views = viewsOf(shell, connection);
  process.once('exit', kept.storage.release);
  const signs = signsOf(shell.environment, flags);
  const window = openWindow(shell, {
    saveState: () => saveAll({ desk, editor, place, kept, frames, cached }),
    report: error => {
      place.distrust();
      return writeReport(error, reportContext(shell, connection));
    },
    measuresSigns: signs.isMeasured,
    onWideSigns: () => screen.widen(),
    onFrame: (...frame) => frames.drawn(...frame),
    isStillMeant: aim => aimMark(desk.world()) === aim,
    onDropped: () => tellDropped(desk),
    onLink: measured => desk.set(withMeasurement(desk.world(), measured, performance.now())),
  });
  const desk = createDesk({
    client: connection.client,
    center: connection.place,
    now: shell.now,
    elapsed: () => performance.now(),
    uptime: () => uptime() * 1_000,
    newKey: randomUUID,
    setTimer,
    storage: kept.storage,
    cache: cached.cache,
    allowance: allowanceOf(shell),
    isReadOnly: flags.readOnly === true,
    hooks: {
      ...hooks(shell, connection, window, editor, () => desk),
      ...openers(shell, flags),
      copies: createCopies(paths.state(), setIdleTimer),
      ...ringer(shell, flags, window),
      ...keptHooks(connection, kept, cached),
      keepViews: views.change,
    },
  });
  const frames = keepFrames(shell, { connection, tokenFile: flags.tokenFile, world: desk.world, paint: window.paint });
  furnish(desk, { shell, flags, connection, views });
  cached.begin(desk);
  const place = createDeskPlace(desk, kept, flags);
  const { listed } = await firstList(desk, flags, connection, place);
  place.open();
  if (asking(desk.world()).length > 0) act(desk, heldAsk);
  const screen = startDesk({ desk, ...screenOptions(window), ...signs });
  const resumed = place.resume();
  screen.exited.catch(window.lifecycle.fail);
  redirectConsole(paths.state(), shell.now);
  // What is painted already is not emptied while it is read again.
  await (shell.firstFrame && Promise.race([resumed, sleep(RESUMED_MS)]));
  window.lifecycle.start();
  void spareMemory();
  await begin(desk, flags, connection, listed);
  return new Promise(() => {});
}

function tellDropped(desk: Desk): void {
  desk.notify({ tone: 'problem', text: t`What you typed at the start was for another screen: dropped.` });
}

function keptDeskOf(
  { now }: Shell,
  { identity, secrets, agent }: Connection,
  editor: Editor,
  desk: () => Desk,
): KeptDesk {
  return createKeptDesk({
    parent: paths.state(),
    center: identity,
    token: secrets[0] ?? '',
    agent: agent ?? null,
    now,
    repeat,
    isEditing: editor.isOpen,
    desk,
  });
}

interface Start {
  readonly shell: Shell;
  readonly flags: DeskFlags;
  readonly connection: Connection;
  readonly views: ViewsFile;
}

/** What is known before anything is read from the help center. */
function furnish(desk: Desk, { shell, flags, connection: { warning }, views }: Start): void {
  const { saved, fault: damage } = views.read();
  desk.set({
    ...linkAtStart(flags.link),
    layout: flags.layout,
    afterReply: safeLine(flags.afterReply),
    savedViews: saved,
  });
  for (const fault of [...(shell.faults ?? []), warning, damage]) if (fault) tellFault(shell, desk, fault);
}

interface Saved {
  readonly desk: Desk;
  readonly editor: Editor;
  readonly place: DeskPlace;
  readonly kept: KeptDesk;
  readonly frames: FrameKeeper;
  readonly cached: DeskCache;
}

/** What is unsent first: the rest can be read again. */
function saveAll({ desk, editor, place, kept: { storage }, frames, cached }: Saved): void {
  editor.keepSaved();
  place.save();
  keep(storage, desk.world());
  frames.save();
  cached.save();
  if (!storage.isKept()) throw new Error('Drafts and unsent changes could not be kept.');
}

/** By then the read after the list uses its connection: the stream of events makes one of its own. */
const AFTER_LIST_MS = 50;

/** From now on the desk follows its help center, into which mail may come. */
async function begin(
  desk: Desk,
  { readOnly, url }: DeskFlags,
  connection: Connection,
  listed: Promise<unknown>,
): Promise<void> {
  const tell = tellSeldom(text => desk.notify({ tone: 'problem', text }), setTimer);
  const takesMail = !readOnly && connection.takeMail !== undefined;
  if (takesMail) void connection.takeMail?.(tell);
  if (!readOnly) await greet(desk, connection);
  // Without mail an embedded help center changes by this desk, or seldom by another one.
  const after = listed.then(() => sleep(AFTER_LIST_MS));
  keepUp(desk, { hasEvents: url !== undefined || takesMail, after });
}

/** An empty embedded help center is offered samples; one that mail is set up for waits for its first mail. */
async function greet(desk: Desk, connection: Connection): Promise<void> {
  const { list, mailOut } = desk.world();
  if (!connection.addSamples || list.rows.length > 0 || !(await isEmpty(connection))) return;
  if (mailOut?.sends) desk.notify({ tone: 'done', text: t`No conversations yet: new mail is listed here` });
  else act(desk, welcome);
}

/** What may be read before the agent asks for it. */
function allowanceOf({ cache }: Shell): Allowance {
  return { ahead: 1_000 * (cache?.ahead_kilobytes ?? 0), along: 1_000 * (cache?.along_kilobytes ?? 0) };
}

/** Of an embedded help center nothing is cached: it is here. */
function cacheOf({ cache, now }: Shell, { agent, identity }: Connection, { likely }: KeptDesk): DeskCache {
  if (agent || !cache) return noDeskCache;
  return createDeskCache({ parent: paths.state(), center: identity, likely, bounds: cache, now });
}

function viewsOf({ now }: Shell, { identity, place }: Connection) {
  return createViewsFile({ path: paths.views(viewsName(identity)), center: place, now });
}

function screenOptions({ stage, onKeys, color }: Window) {
  return { stdout: stage.stdout, stdin: muteStdin(), onKeys, color };
}

/** Shown on the screen, and after the desk ends. */
function tellFault(shell: Shell, desk: Desk, fault: string): void {
  shell.stderr.write(`frontdesk: ${fault}\n`);
  desk.notify({ tone: 'problem', text: safeLine(fault) });
}

function reportContext(shell: Shell, { secrets }: Connection) {
  return {
    folder: paths.state(),
    now: shell.now(),
    environment: shell.environment,
    secrets: [...secrets, ...secretsOf(shell.environment)],
  };
}

function hooks({ environment }: Shell, connection: Connection, window: Window, editor: Editor, desk: () => Desk) {
  return {
    quit: (code: number) => {
      desk().stop();
      void connection.close().finally(() => window.lifecycle.quit(code));
    },
    suspend: window.lifecycle.suspend,
    repaint: window.stage.repaint,
    editor: (text: string, keepSaved: (saved: string) => void) =>
      window.lifecycle.lend(() => editor.edit(text, keepSaved)),
    copy: window.copy,
    linkTo: connection.linkTo,
    pager: (text: string) => window.lifecycle.lend(() => showInPager(text, environment)),
    traffic: window.stage.meter,
    centerTraffic: connection.traffic,
    samples: connection.addSamples,
    importMail: connection.importMail,
    mailState: connection.mailState,
    completePath,
  };
}

/** What is kept belongs to a new token as well. */
function keptHooks({ token }: Connection, { hooks, renewToken }: KeptDesk, cached: DeskCache) {
  if (!token) return hooks;
  const take = (next: string): void => {
    token.take(next);
    renewToken(next);
    cached.renewToken(next);
  };
  return { ...hooks, token: { ...token, take } };
}

/** Links and attachments are opened only if a setting names the program. */
function openers({ environment }: Shell, flags: DeskFlags): Partial<Hooks> {
  const { openCommand, openAttachment } = flags;
  const disk = createDisk(randomUUID, openAttachment && (path => openFileWith(openAttachment, path, environment)));
  // Unfinished and private files do not outlive the process.
  process.once('exit', disk.close);
  if (openCommand === undefined) return { disk };
  return { disk, openLink: url => openWith(openCommand, url, environment) };
}

/** Without a bell nothing rings. */
function ringer({ environment }: Shell, { bell }: DeskFlags, { stage }: Window) {
  return bell === 'none' ? {} : { ring: () => stage.send(ringBytes(bell, environment)) };
}
