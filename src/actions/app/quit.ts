import type { Action } from '../../keys/action.ts';
import { closeOverlay, openQuestion } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { told } from '../../state/pending.ts';
import { counted } from '../../text/numbers.ts';
import { t } from '../../text/safe.ts';
import { goToPane } from '../go/go-to.ts';

/** How long to wait for a change on its way before asking the agent about it. */
const ARRIVAL_MS = 1_000;

export const quit: Action<'quit'> = {
  id: 'quit',
  title: t`Close, quit`,
  help: t`Closes this place; in the list quits, asks if unsent`,
  scope: 'everywhere',
  keys: ['q', 'ctrl-c'],
  words: ['exit'],
  run: desk => {
    const { isWide, pane } = desk.world();
    const pending = told(desk.world().pending);
    if (isWide) desk.set({ isWide: false });
    else if (pane !== 'list') goToPane(desk, 'list');
    else if (pending.length === 0) desk.quit(0);
    else if (pending.every(({ state }) => state === 'sending')) quitOnceSent(desk);
    else ask(desk);
  },
  question: {
    title: () => t`Quit with changes unsent?`,
    lines: world => {
      const pending = told(world.pending);
      const asks = pending.filter(({ state }) => state === 'asks').length;
      const held = pending.filter(({ state }) => state === 'held').length;
      const waits = pending.length - asks - held;
      return [
        t`${counted(pending.length, t`change`)} ${pending.length === 1 ? t`is` : t`are`} not sent yet, but kept.`,
        ...(waits > 0 ? [t`At the next start, ${waits} will be sent.`] : []),
        ...(held > 0 ? [t`${held} held: sent at the next start; after a minute, it asks first.`] : []),
        ...(asks > 0 ? [t`${asks} ${asks === 1 ? t`asks` : t`ask`}: not sent until you decide in go.`] : []),
      ];
    },
    verb: t`quit`,
    answer: desk => {
      // The next desk must not find the question open.
      closeOverlay(desk);
      desk.quit(0);
    },
  },
};

function ask(desk: Desk): void {
  openQuestion(desk, quit, []);
}

function quitOnceSent(desk: Desk): void {
  const stop = desk.store.subscribe(({ pending }) => {
    if (told(pending).length > 0) return;
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

export const quitNow: Action<'quit-now'> = {
  id: 'quit-now',
  title: t`Quit now`,
  help: t`Quits at once; drafts and unsent changes are kept`,
  scope: 'everywhere',
  keys: ['Q'],
  run: desk => desk.quit(0),
};
