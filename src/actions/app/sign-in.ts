import type { Action } from '../../keys/action.ts';
import { begin, closeFlow } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeAllOf, fieldOverlay, openOverlay, reasonOf, say, swapOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { whyLacking } from '../../state/offers.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { madeByAgent } from '../../state/operation.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { type Credentials, signIn } from '../../state/sync/sign-in.ts';
import type { World } from '../../state/world.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** What is written: an address, the password of that address, or a token. */
interface Asked {
  readonly what: 'address' | 'password' | 'token';
  /** Empty before it is written. */
  readonly email: string;
}

/** What is said once somebody has signed in. */
interface Done {
  readonly title: SafeText;
  readonly lines: readonly SafeText[];
  /** `y` writes the new token into its file. */
  readonly isAboutFile: boolean;
}

const doneQuestion = question<Done>({
  id: 'sign-in.done',
  title: ({ data }) => data.title,
  lines: ({ data }) => data.lines,
  verb: t`yes`,
  answer: (desk, { isAboutFile }) => isAboutFile && keepToken(desk),
});

const ways = choice({
  id: 'sign-in',
  title: ({ world: { center } }) => t`Sign in to ${center}`,
  verb: t`choose`,
  options: ({ world }) => waysOf(world),
  take: (desk, _view, { id }) => {
    const email = desk.world().me?.email ?? '';
    const what = id === 'token' ? 'token' : email === '' ? 'address' : 'password';
    ask(desk, { what, email });
  },
});

export const signInAction: Action<'sign-in', { field: Asked }> = {
  id: 'sign-in',
  title: t`Sign in…`,
  help: t`Signs in again if the token is no longer taken`,
  keys: ['g s'],
  words: ['login', 'password', 'token', 'account'],
  // Signed out, the help center answers; behind a network's own sign-in page it may.
  unavailable: world => (world.offline?.why === 'unreachable' ? whyNotAsked(world) : undefined),
  run: desk => {
    if (desk.hooks.token) begin(desk, ways);
    else say(desk, t`The embedded help center has no sign-in.`);
  },
  field: {
    kept: { whyNot: t`a sign-in begins anew` },
    title: ({ center }, { data }) => {
      if (data.what === 'password') return t`Password of ${safeLine(data.email)}`;
      return data.what === 'token' ? t`Token for ${center}` : t`Address that you sign in with at ${center}`;
    },
    verb: t`sign in`,
    check: (_world, { data, draft }) =>
      data.what === 'token' && /[^!-~]/.test(draft.text.trim()) ? t`A token has no such character.` : undefined,
    submit: (desk, overlay) => {
      const { data, draft } = overlay;
      const text = data.what === 'password' ? draft.text : draft.text.trim();
      if (text === '') say(desk, t`Nothing is written yet.`);
      else if (data.what === 'address') ask(desk, { what: 'password', email: text });
      else if (data.what === 'token') void send(desk, overlay, { token: text });
      else void send(desk, overlay, { email: data.email, password: text });
    },
  },
  flows: [ways, doneQuestion],
};

function waysOf(world: World): readonly Option[] {
  const { me } = world;
  const whyNot = whyLacking(world, 'session.login') ? { whyNot: t`is not offered here` } : {};
  return [
    { id: 'password', sign: t`1`, label: t`Address and password`, detail: me?.email ?? t``, ...whyNot },
    { id: 'token', sign: t`2`, label: t`A token`, detail: t`paste it` },
  ];
}

function ask(desk: Desk, data: Asked): void {
  const secret = data.what === 'address' ? {} : { isSecret: true as const };
  openOverlay(desk, { ...fieldOverlay(signInAction, [], '', data), ...secret });
}

async function send(desk: Desk, overlay: FieldOverlay<Asked>, credentials: Credentials): Promise<void> {
  const holder = desk.hooks.token!;
  const sending: FieldOverlay<Asked> = { ...overlay, isSending: true };
  swapOverlay(desk, overlay, sending);
  const answer = await signIn(desk, holder, credentials);
  const isOpen = desk.world().overlays.includes(sending);
  if ('agent' in answer) {
    closeAllOf(desk, signInAction);
    closeFlow(desk, ways);
    welcome(desk, answer.agent?.name, isOpen);
  } else if (isOpen) {
    // A wrong password is typed again from the start.
    const draft = answer.isTransient ? overlay.draft : { text: '', cursor: 0 };
    swapOverlay(desk, sending, { ...overlay, draft, fault: answer.reason });
  } else say(desk, t`Not signed in: ${answer.reason}`);
}

/** Says who is signed in, what is sent now, and what the next start needs; in a box only if the agent is still at it. */
function welcome(desk: Desk, name: SafeText | undefined, isOpen: boolean): void {
  const { source, keep, isOwnFile } = desk.hooks.token!;
  const waits = madeByAgent(desk.world().pending).filter(({ state }) => state !== 'asks').length;
  const who = name === undefined ? t`Signed in` : t`Signed in as ${name}`;
  const going = waits > 0 ? t` · ${counted(waits, t`change`)} ${waits === 1 ? t`goes` : t`go`} out` : t``;
  const title = t`${who}${going}`;
  if (isOwnFile) {
    keepOwn(desk, title);
    return;
  }
  if (!isOpen) {
    say(desk, t`${title} · renew ${source} for the next start`, 'done');
    return;
  }
  const lines = keep
    ? [t`${source} still has the former token.`, t`Write the new one there, for the next start?`]
    : [t`${source} still has the former token.`, t`Put a new one there before the next start.`];
  begin(desk, doneQuestion, { title, lines, isAboutFile: keep !== undefined });
}

/** The desk's own file needs no question. */
function keepOwn(desk: Desk, title: SafeText): void {
  try {
    desk.hooks.token?.keep?.();
    say(desk, title, 'done');
  } catch (problem) {
    say(desk, t`${title} until the desk ends: ${reasonOf(problem)}`);
  }
}

function keepToken(desk: Desk): void {
  const { source, keep } = desk.hooks.token!;
  try {
    keep?.();
    say(desk, t`Written: ${source} has the new token`, 'done');
  } catch (problem) {
    say(desk, t`Not written: ${reasonOf(problem)} You are signed in until the desk ends.`);
  }
}
