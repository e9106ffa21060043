import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { heldAsk } from '../../actions/app/outbox-picker.ts';
import { act } from '../../keys/act.ts';
import { createDesk } from '../../state/create-desk.ts';
import type { Desk } from '../../state/desk.ts';
import { overdue } from '../../state/operations/operation.ts';
import { keep } from '../../state/outbox/storage.ts';
import { withMeasurement } from '../../state/world/link.ts';
import { muteStdin } from '../../terminal/mute-stdin.ts';
import { ringBytes } from '../../terminal/passed-through.ts';
import { checkTerminal } from '../../terminal/tty.ts';
import { t } from '../../text/safe.ts';
import type { DeskCache } from '../cache/desk-cache.ts';
import type { DeskFlags } from '../declared/desk.ts';
import { type Connection, connect } from '../desk/connection.ts';
import { boundOf, deskOptions, reportContext } from '../desk/desk-options.ts';
import { createEditor, type Editor } from '../desk/editor.ts';
import { firstList } from '../desk/first-list.ts';
import { firstRest } from '../desk/first-rest.ts';
import { keepFrames } from '../desk/frames.ts';
import { handsOver, setsUpMail } from '../desk/hand-over.ts';
import type { FrameKeeper } from '../desk/keep-frame.ts';
import { aimMark } from '../desk/keep-frame.ts';
import { createDeskPlace, type DeskPlace } from '../desk/place.ts';
import { showInPager } from '../desk/programs.ts';
import { redirectConsole } from '../desk/redirect-console.ts';
import { signsOf } from '../desk/signs.ts';
import { collectOwnGrowth, collectStart, spareMemory } from '../desk/spare-memory.ts';
import { initialWorld, startSync } from '../desk/start-desk.ts';
import { openStores } from '../desk/stores.ts';
import { openWindow, type Window } from '../desk/window.ts';
import { sleepTelling } from '../elsewhere/patiently.ts';
import type { KeptDesk } from '../kept/desk.ts';
import { makeFolder, paths } from '../paths.ts';
import { writeReport } from '../report.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';
import { setTimer } from '../timer.ts';

/** How long the frame of the last desk stays while this one reads the conversation that it shows. */
const RESUMED_MS = 150;

/** `frontdesk`: the desk. Never resolves while it runs; the terminal's lifecycle ends the process. */
export async function runDesk(shell: Shell, flags: DeskFlags): Promise<number> {
  const check = checkTerminal(shell.environment, shell.stdin, shell.stdout);
  if (!check.ok) throw new ShellError(check.message);
  makeFolder(paths.state(), 'XDG_STATE_HOME');
  const [connection, { fitDesk, startDesk }] = await Promise.all([connect(shell, flags), import('../../ui/start.tsx')]);
  const editor = createEditor(shell.environment);
  const stores = openStores(shell, connection, editor, () => desk);
  const { kept, cached, views } = stores;
  const signs = signsOf(shell.environment, flags);
  const window = openWindow(shell, {
    saveState: () => saveAll({ desk, editor, place, kept, frames, cached }),
    report: error => {
      place.distrust();
      return writeReport(error, reportContext(shell, connection));
    },
    measuresSigns: signs.isMeasured,
    onWideSigns: () => screen.widen(),
    onFrame: (...frame) => {
      frames.drawn(...frame);
      drawn();
      collectIfGrown();
    },
    isStillMeant: aim => aimMark(desk.world()) === aim,
    onDropped: () => tellDropped(desk),
    onLink: measured => desk.set(withMeasurement(desk.world(), measured, performance.now())),
  });
  const desk = createDesk(
    deskOptions(shell, flags, connection, stores, {
      ...hooks(shell, connection, window, editor, () => desk),
      ...ringer(shell, flags, window),
    }),
  );
  const drawn = firstRest({ elapsed: () => performance.now(), setTimer, run: () => void collectStart() });
  const collectIfGrown = collectOwnGrowth(setTimer);
  const frames = keepFrames(shell, { connection, cached, world: desk.world, paint: window.paint });
  initialWorld(desk, { shell, flags, connection, views });
  cached.begin(desk);
  const place = createDeskPlace(desk, kept, flags);
  fitDesk(desk, window.stage.stdout);
  const { listed } = await firstList(desk, flags, connection, place, sleepTelling(shell));
  place.open();
  if (overdue(desk.world()).length > 0) act(desk, heldAsk);
  const screen = startDesk({ desk, bound: boundOf(shell), ...screenOptions(window), ...signs });
  screen.exited.catch(window.lifecycle.fail);
  redirectConsole(paths.state(), shell.now);
  // The painted frame is not emptied while its data are read again. Otherwise nothing is read before the first frame is
  // out.
  if (shell.firstFrame) await Promise.race([place.resume(), sleep(RESUMED_MS)]);
  window.lifecycle.start();
  if (!shell.firstFrame) void place.resume();
  // Keeping the code takes a while. Keys typed at the frame meanwhile must not be read before the news that it is out.
  await nextTurn();
  // `spareMemory()` sets V8 flags; code cached after it is rejected.
  shell.keepCode?.();
  void spareMemory();
  await startSync(desk, flags, connection, listed);
  return new Promise(() => {});
}

function tellDropped(desk: Desk): void {
  desk.notify({ tone: 'problem', text: t`What you typed at the start was for another screen: dropped.` });
}

interface Saved {
  readonly desk: Desk;
  readonly editor: Editor;
  readonly place: DeskPlace;
  readonly kept: KeptDesk;
  readonly frames: FrameKeeper;
  readonly cached: DeskCache;
}

/** Unsent text first: the rest can be read again. */
function saveAll({ desk, editor, place, kept: { storage }, frames, cached }: Saved): void {
  editor.keepSaved();
  place.save();
  keep(storage, desk.world());
  frames.save();
  cached.save();
  if (!storage.isKept()) throw new Error('Drafts and unsent changes could not be kept.');
}

function screenOptions({ stage, onKeys, color }: Window) {
  return { stdout: stage.stdout, stdin: muteStdin(), onKeys, color };
}

function hooks(shell: Shell, connection: Connection, window: Window, editor: Editor, desk: () => Desk) {
  const end = async (): Promise<void> => {
    desk().stop();
    await connection.close();
  };
  const leaving = { lend: window.lifecycle.lend, end };
  return {
    quit: (code: number) => void end().finally(() => window.lifecycle.quit(code)),
    handOver: handsOver(shell, leaving),
    ...setsUpMail(shell, leaving, connection.setUpMail),
    suspend: window.lifecycle.suspend,
    repaint: window.stage.repaint,
    editor: (text: string, keepSaved: (saved: string) => void) =>
      window.lifecycle.lend(() => editor.edit(text, keepSaved)),
    copy: window.copy,
    pager: (text: string) => window.lifecycle.lend(() => showInPager(text, shell.environment)),
    traffic: window.stage.meter,
  };
}

/** Without a bell nothing rings. */
function ringer({ environment }: Shell, { bell }: DeskFlags, { stage }: Window) {
  return bell === 'none' ? {} : { ring: () => stage.send(ringBytes(bell, environment)) };
}
