import type { Action } from '../../keys/action.ts';
import { closeAllOf, fieldOverlay, openOverlay, reasonOf, say, swapOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent } from '../../state/operation.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** What is written: the help center's address, the agent's own there, or the password. */
interface Asked {
  readonly what: 'url' | 'email' | 'password';
  /** Empty before it is written. */
  readonly url: string;
  readonly email: string;
}

export const connectAction: Action<'connect', { field: Asked }> = {
  id: 'connect',
  title: t`Connect to a help center…`,
  help: t`Signs in at a help center elsewhere and goes on there`,
  words: ['url', 'login', 'remote', 'server', 'sign in'],
  run: desk => {
    if (desk.hooks.connector) ask(desk, { what: 'url', url: '', email: '' });
    else say(desk, t`Quit with ${desk.world().keyNames.quit}, then: frontdesk login URL`);
  },
  field: {
    kept: { whyNot: t`a sign-in begins anew` },
    title: (_world, { data: { what, url, email } }) => {
      if (what === 'url') return t`Address of the help center`;
      return what === 'email'
        ? t`Address that you sign in with at ${safeLine(url)}`
        : t`Password of ${safeLine(email)}`;
    },
    rule: ({ center, pending }, { data: { what } }) => {
      const unsent = madeByAgent(pending).length;
      if (what === 'url' && unsent > 0)
        return t`${counted(unsent, t`change`)} for ${center} not sent yet: kept until you are back`;
      if (what === 'url') return t`such as https://help.shop.example`;
      return what === 'password' ? t`frontdesk opens it from then on · frontdesk logout: ${center}` : t``;
    },
    verb: t`go on`,
    submit: (desk, overlay) => {
      const { data, draft } = overlay;
      const text = data.what === 'password' ? draft.text : draft.text.trim();
      if (text === '') say(desk, t`Nothing is written yet.`);
      else if (data.what === 'url') askAt(desk, overlay, text);
      else if (data.what === 'email') ask(desk, { ...data, what: 'password', email: text });
      else void connect(desk, overlay, text);
    },
  },
};

function ask(desk: Desk, data: Asked): void {
  const secret = data.what === 'password' ? { isSecret: true as const } : {};
  openOverlay(desk, { ...fieldOverlay(connectAction, [], '', data), ...secret });
}

function askAt(desk: Desk, overlay: FieldOverlay<Asked>, url: string): void {
  const fault = desk.hooks.connector!.whyNot(url);
  if (fault === undefined) ask(desk, { what: 'email', url, email: '' });
  else swapOverlay(desk, overlay, { ...overlay, fault });
}

async function connect(desk: Desk, overlay: FieldOverlay<Asked>, password: string): Promise<void> {
  const { url, email } = overlay.data;
  const sending: FieldOverlay<Asked> = { ...overlay, isSending: true };
  swapOverlay(desk, overlay, sending);
  const answer = await desk.hooks.connector!.signIn(url, email, password);
  const isOpen = desk.world().overlays.includes(sending);
  if ('reason' in answer) {
    // A wrong password is typed again from the start.
    const draft = answer.isWrong ? { text: '', cursor: 0 } : overlay.draft;
    if (isOpen) swapOverlay(desk, sending, { ...overlay, draft, fault: answer.reason });
    else say(desk, t`Not signed in: ${answer.reason}`);
    return;
  }
  closeAllOf(desk, connectAction);
  const { who, place, next, url: there } = answer;
  const said = t`Signed in to ${place} as ${who}. ${next}`;
  say(desk, said, 'done');
  // An agent who has left the box goes on here, and there at the next start.
  if (isOpen) await handOver(desk, there, said);
}

async function handOver(desk: Desk, url: string, said: SafeText): Promise<void> {
  try {
    await desk.hooks.handOver?.(url, said);
  } catch (problem) {
    say(desk, t`Signed in, but not opened: ${reasonOf(problem)} The next frontdesk opens it.`);
  }
}
