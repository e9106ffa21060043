import { heldAsk } from '../../actions/app/outbox-picker.ts';
import { act } from '../../keys/act.ts';
import { keyNamesOf } from '../../keys/help.ts';
import { keyWords } from '../../keys/key-words.ts';
import { startTalk } from '../../lines/talk.ts';
import { createDesk } from '../../state/create-desk.ts';
import type { Desk } from '../../state/desk.ts';
import type { Host } from '../../state/host.ts';
import { overdue } from '../../state/operations/operation.ts';
import { keep } from '../../state/outbox/storage.ts';
import { charsetOf } from '../../terminal/tty.ts';
import { inAscii } from '../../text/in-ascii.ts';
import type { SafeText } from '../../text/safe.ts';
import { promptLine } from '../ask.ts';
import type { DeskFlags } from '../declared/desk.ts';
import { connect } from '../desk/connection.ts';
import { countedClient } from '../desk/counted-client.ts';
import { boundOf, deskOptions, reportContext } from '../desk/desk-options.ts';
import { createEditor, type Editor } from '../desk/editor.ts';
import { firstList } from '../desk/first-list.ts';
import { handsOver, setsUpMail } from '../desk/hand-over.ts';
import { type LineWindow, openLineWindow } from '../desk/line-window.ts';
import { createDeskPlace } from '../desk/place.ts';
import { showInPager } from '../desk/programs.ts';
import { redirectConsole } from '../desk/redirect-console.ts';
import { initialWorld, startSync } from '../desk/start-desk.ts';
import { openStores } from '../desk/stores.ts';
import { takeInTurn } from '../desk/take-in-turn.ts';
import { sleepTelling } from '../elsewhere/patiently.ts';
import { makeFolder, paths } from '../paths.ts';
import { writeReport } from '../report.ts';
import type { Shell } from '../shell.ts';

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
/** A line waits no longer for a command: a box that opens later would get the next line as its text. */
const OPENS_FOR_MS = 1_500;
/** The prompt, the typed line, and the line that says how many more wait. */
const EDGE_LINES = 4;

/**
 * `frontdesk --plain`: the desk in lines, which begins with the reason for them. Never resolves while it runs; its window
 * ends the process.
 */
export async function runLines(shell: Shell, flags: DeskFlags, why: SafeText): Promise<number> {
  makeFolder(paths.state(), 'XDG_STATE_HOME');
  const opened = await connect(shell, flags);
  const { client, isBusy } = countedClient(opened.client);
  const connection = { ...opened, client };
  const editor = createEditor(shell.environment);
  const stores = openStores(shell, connection, editor, () => desk);
  const { kept, cached, views } = stores;
  const window = openLineWindow(shell, {
    saveState: () => {
      editor.keepSaved();
      place.save();
      keep(kept.storage, desk.world());
      cached.save();
      if (!kept.storage.isKept()) throw new Error('Drafts and unsent changes could not be kept.');
    },
    report: error => {
      place.distrust();
      return writeReport(error, reportContext(shell, connection));
    },
    onLine: line => turns.line(line),
    onEnd: () => turns.end(),
    onInterrupt: () => turns.interrupt(),
  });
  const end = async (): Promise<void> => {
    desk.stop();
    await connection.close();
  };
  const quit = (code: number): void => void end().finally(() => window.quit(code));
  const leaving = { lend: window.lend, end };
  const handOver = handsOver(shell, leaving);
  const setUp = setsUpMail(shell, leaving, connection.setUpMail);
  const ways = { ...hooks(shell, window, editor), quit, handOver, ...setUp };
  const desk: Desk = createDesk({
    ...deskOptions(shell, flags, connection, stores, ways),
    keyNames: keyNamesOf(boundOf(shell), keyWords),
  });
  initialWorld(desk, { shell, flags, connection, views });
  cached.begin(desk);
  const opensNoBox = shell.stdin.isTTY !== true;
  const place = createDeskPlace(desk, kept, { ...flags, opensNoBox });
  const { listed } = await firstList(desk, flags, connection, place, sleepTelling(shell));
  place.open();
  if (overdue(desk.world()).length > 0 && !opensNoBox) act(desk, heldAsk);
  const isSevenBit = charsetOf(shell.environment) === 'ascii';
  const talk = startTalk(desk, {
    why,
    write: line => window.write(`${isSevenBit ? inAscii(line, true) : line}\n`),
    pageLines: () => (shell.stdout.isTTY ? (shell.stdout.rows || DEFAULT_ROWS) - EDGE_LINES : Number.POSITIVE_INFINITY),
    columns: () => (shell.stdout.isTTY ? shell.stdout.columns || DEFAULT_COLUMNS : Number.POSITIVE_INFINITY),
    bound: boundOf(shell),
    isBusy,
    isAway: window.isLent,
  });
  const turns = takeInTurn(desk, talk, window, {
    hasPrompt: shell.stdin.isTTY === true,
    askSecret: question => promptLine(shell, question, { isSecret: true }),
  });
  redirectConsole(paths.state(), shell.now);
  await place.resume();
  await startSync(desk, flags, connection, listed);
  await turns.start();
  window.start();
  return new Promise(() => {});
}

function hooks({ environment }: Shell, window: LineWindow, editor: Editor): Partial<Host> {
  return {
    suspend: () => process.kill(0, 'SIGTSTP'),
    editor: (text, keepSaved) => window.lend(() => editor.edit(text, keepSaved)),
    pager: text => window.lend(() => showInPager(text, environment)),
    opensForMs: OPENS_FOR_MS,
  };
}
