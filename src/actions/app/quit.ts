import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent } from '../../state/operations/operation.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';

/** How long to wait for a change on its way before asking the agent about it. */
const ARRIVAL_MS = 1_000;

const changesQuestion = question({
  id: 'quit',
  title: () => t`Quit with changes unsent?`,
  lines: ({ world }) => {
    const pending = madeByAgent(world.pending);
    const asks = pending.filter(({ state }) => state === 'asks').length;
    const held = pending.filter(({ state }) => state === 'held').length;
    const unsent = pending.length - asks - held;
    return [
      ...(unsent > 0 ? [t`${unsent} unsent, but kept: sent at the next start.`] : []),
      ...(held > 0 ? [t`${held} held: sent at the next start; after a minute, it asks first.`] : []),
      ...(asks > 0 ? [t`${asks} ${asks === 1 ? t`asks` : t`ask`}: kept, and not sent until you decide in go.`] : []),
    ];
  },
  verb: t`quit`,
  answer: desk => desk.hooks.quit(0),
});

/** `waiting`: how much mail of an embedded help center waits to be sent. */
const mailQuestion = question<{ readonly waiting: number }>({
  id: 'quit.mail',
  title: () => t`Quit with mail unsent?`,
  lines: ({ data }) => mailLines(data.waiting),
  verb: t`quit`,
  answer: desk => desk.hooks.quit(0),
});

export const quit: Action<'quit'> = {
  id: 'quit',
  title: t`Close, quit`,
  help: t`Closes this place; in the list quits, asks if unsent`,
  keys: ['q', 'ctrl-c'],
  words: ['exit'],
  run: desk => {
    const { isWide, pane } = desk.world();
    const pending = madeByAgent(desk.world().pending);
    if (isWide) desk.set({ isWide: false });
    else if (pane !== 'list') goToPane(desk, 'list');
    else if (pending.length === 0) void quitUnlessMailWaits(desk);
    else if (pending.every(({ state }) => state === 'sending')) quitOnceSent(desk);
    else begin(desk, changesQuestion);
  },
  flows: [changesQuestion, mailQuestion],
};

/** An embedded help center sends mail only while it runs. */
async function quitUnlessMailWaits(desk: Desk): Promise<void> {
  if (!desk.hooks.mailState || !desk.world().mailOut?.sends) {
    desk.hooks.quit(0);
    return;
  }
  // How mail stands is not worth keeping the agent if it cannot be read.
  const state = await desk.hooks.mailState().catch(() => undefined);
  const waiting = state?.relay == null ? 0 : state.queue.waiting;
  if (waiting === 0) desk.hooks.quit(0);
  else begin(desk, mailQuestion, { waiting });
}

function mailLines(waiting: number): readonly SafeText[] {
  const [waits, it] = waiting === 1 ? [t`waits`, t`It goes`] : [t`wait`, t`They go`];
  return [
    t`${counted(waiting, t`mail`)} ${waits} to be sent, and nothing is lost.`,
    t`${it} out when frontdesk runs again.`,
  ];
}

function quitOnceSent(desk: Desk): void {
  const stop = desk.store.subscribe(({ pending }) => {
    if (madeByAgent(pending).length > 0) return;
    end();
    desk.hooks.quit(0);
  });
  const cancel = desk.setTimer(() => {
    end();
    begin(desk, changesQuestion);
  }, ARRIVAL_MS);
  const end = () => {
    stop();
    cancel();
  };
}

export const quitNow: Action<'quit-now'> = {
  id: 'quit-now',
  title: t`Quit now`,
  help: t`Quits at once; drafts and unsent changes are kept`,
  keys: ['Q'],
  run: desk => desk.hooks.quit(0),
};
