import { act } from '../../keys/act.ts';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { refresh } from '../../state/sync/refresh.ts';
import { t } from '../../text/safe.ts';
import { connectAction } from './connect.ts';
import { mailImport, mailShow } from './mail.ts';

const greeting = choice({
  id: 'welcome',
  title: ({ world: { center } }) => t`frontdesk · ${center}`,
  verb: t`choose`,
  options: () => [
    { id: 'answer', sign: t`1`, label: t`Answer customers by mail`, detail: t`asks for a mail account` },
    { id: 'import', sign: t`2`, label: t`Import mail`, detail: t`an mbox, a Maildir or .eml files` },
    { id: 'connect', sign: t`3`, label: t`Connect to a help center`, detail: t`URL and sign-in` },
    {
      id: 'samples',
      sign: t`4`,
      label: t`Load sample conversations`,
      detail: t`240 conversations, removable`,
    },
  ],
  answer: (desk, id) => {
    if (id === 'samples') void loadSamples(desk);
    else if (id === 'import') act(desk, mailImport);
    else if (id === 'answer') void answerByMail(desk);
    else act(desk, connectAction);
  },
});

/** The greeting of an empty help center. The start of the desk opens it; the palette offers it too. */
export const welcome: Action<'welcome'> = {
  id: 'welcome',
  title: t`First start`,
  help: t`Loads a sample, imports mail, or connects elsewhere`,
  writes: true,
  run: desk => begin(desk, greeting),
  flows: [greeting],
};

async function answerByMail(desk: Desk): Promise<void> {
  if (!desk.hooks.setUpMail) return void act(desk, mailShow);
  try {
    await desk.hooks.setUpMail();
  } catch (problem) {
    say(desk, t`Mail is not set up. ${messageLine(problem)}`);
  }
}

async function loadSamples(desk: Desk): Promise<void> {
  if (!desk.hooks.samples) {
    say(desk, t`Samples can be loaded into an embedded help center only.`);
    return;
  }
  say(desk, t`Loading sample conversations…`, 'done');
  try {
    const said = await desk.hooks.samples();
    await refresh(desk);
    say(desk, said, 'done');
  } catch (problem) {
    say(desk, t`No samples were loaded: ${messageLine(problem)}`);
  }
}
