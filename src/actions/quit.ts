import type { Desk } from '../state/context.ts';
import { counted } from '../text/numbers.ts';
import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { goToPane } from './go.ts';
import { openOverlay } from './overlay.ts';

/** How long a change on its way has to arrive before the agent is asked about it. */
const ARRIVAL_MS = 1_000;

export const quit: Action = {
  id: 'quit',
  title: t`Close, quit`,
  help: t`Closes what is open here; in the list it quits, and asks first if something is not sent yet.`,
  scope: 'everywhere',
  keys: ['q', 'ctrl-c'],
  run: desk => {
    const { isWide, pane, pending } = desk.world();
    if (isWide) desk.set({ isWide: false });
    else if (pane !== 'list') goToPane(desk, 'list');
    else if (pending.length === 0) desk.quit(0);
    else if (pending.every(({ state }) => state === 'sending')) quitOnceSent(desk);
    else ask(desk);
  },
  question: {
    title: () => t`Quit with changes unsent?`,
    lines: ({ pending }) => [
      t`${counted(pending.length, t`change`)} ${pending.length === 1 ? t`is` : t`are`} not sent yet.`,
      pending.length === 1
        ? t`It is kept, and goes out at the next start.`
        : t`They are kept, and go out at the next start.`,
    ],
    verb: t`quit`,
    answer: desk => desk.quit(0),
  },
};

function ask(desk: Desk): void {
  openOverlay(desk, { kind: 'question', actionId: 'quit', targets: [] });
}

function quitOnceSent(desk: Desk): void {
  const stop = desk.store.subscribe(({ pending }) => {
    if (pending.length > 0) return;
    end();
    desk.quit(0);
  });
  const cancel = desk.setTimer(() => {
    end();
    ask(desk);
  }, ARRIVAL_MS);
  const end = () => {
    stop();
    cancel();
  };
}
