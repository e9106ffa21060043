import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { messageLine, say } from '../../keys/overlay.ts';
import { boxOn } from '../../keys/parts.ts';
import { KeptLine } from '../../keys/reopen.ts';
import { askBox, flow, readOnce, type Script } from '../../keys/script.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { madeByAgent } from '../../state/operations/operation.ts';
import { type Credentials, signIn } from '../../state/sync/sign-in.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { World } from '../../state/world.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { writtenBox } from './written-box.ts';

/** The notice after a sign-in. */
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

const wayBox = boxOn<undefined>()({
  id: 'sign-in',
  title: ({ world: { center } }) => t`Sign in to ${center}`,
  verb: t`choose`,
  parts: { way: { kind: 'choices', options: ({ world }) => waysOf(world) } },
});

const addressBox = writtenBox<undefined>(
  'sign-in.address',
  t`sign in`,
  ({ world: { center } }) => t`Address that you sign in with at ${center}`,
);
const passwordBox = writtenBox<string>('sign-in.password', t`sign in`, ({ data }) => t`Password of ${safeLine(data)}`, {
  isSecret: () => true,
});
const tokenBox = writtenBox<undefined>('sign-in.token', t`sign in`, ({ world: { center } }) => t`Token for ${center}`, {
  isSecret: () => true,
  check: (_view, text) => (/[^!-~]/.test(text.trim()) ? t`A token has no such character.` : undefined),
});

/** Signs in by address and password, or by a token. */
const signingIn = flow<string>({
  id: 'sign-in',
  input: v.string(),
  *script(known) {
    const { way } = yield* askBox(wayBox, undefined);
    if (way === 'token') return yield* signedIn({ token: (yield* askBox(tokenBox, undefined)).text.trim() });
    const email = known === '' ? (yield* askBox(addressBox, undefined)).text.trim() : known;
    return yield* signedIn({ email, password: (yield* askBox(passwordBox, email)).text });
  },
});

/** Says who is signed in, also if the agent has left the box meanwhile. */
function* signedIn(credentials: Credentials): Script {
  const name = yield* readOnce(
    v.nullish(KeptLine),
    async desk => {
      const answer = await signIn(desk, desk.hooks.token!, credentials);
      if ('agent' in answer) return { value: answer.agent?.name };
      return { fault: answer.reason, isTransient: answer.isTransient };
    },
    (desk, told) => {
      if ('fault' in told) say(desk, t`Not signed in: ${told.fault}`);
      else welcome(desk, told.value, false);
    },
  );
  return desk => welcome(desk, name, true);
}

export const signInAction: Action<'sign-in'> = {
  id: 'sign-in',
  title: t`Sign in…`,
  help: t`Signs in again if the token is no longer taken`,
  keys: ['g s'],
  words: ['login', 'password', 'token', 'account'],
  // Signed out, the help center answers; behind a network's own sign-in page it may.
  unavailable: world => (world.offline?.why === 'unreachable' ? whyNotAsked(world) : undefined),
  run: desk => {
    if (desk.hooks.token) begin(desk, signingIn, desk.world().me?.email ?? '');
    else say(desk, t`The embedded help center has no sign-in.`);
  },
  flows: [signingIn, doneQuestion],
};

function waysOf(world: World): readonly Option[] {
  const { me } = world;
  const whyNot = whyLacking(world, 'session.login') ? { whyNot: t`is not offered here` } : {};
  return [
    { id: 'password', sign: t`1`, label: t`Address and password`, detail: me?.email ?? t``, ...whyNot },
    { id: 'token', sign: t`2`, label: t`A token`, detail: t`paste it` },
  ];
}

/** Says who is signed in, what is sent now, and what the next start needs; in a box only if the agent is still at it. */
function welcome(desk: Desk, name: SafeText | null | undefined, isOpen: boolean): void {
  const { source, keep, isOwnFile } = desk.hooks.token!;
  const waits = madeByAgent(desk.world().pending).filter(({ state }) => state !== 'asks').length;
  const who = name == null ? t`Signed in` : t`Signed in as ${name}`;
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
    say(desk, t`${title} until the desk ends: ${messageLine(problem)}`);
  }
}

function keepToken(desk: Desk): void {
  const { source, keep } = desk.hooks.token!;
  try {
    keep?.();
    say(desk, t`Written: ${source} has the new token`, 'done');
  } catch (problem) {
    say(desk, t`Not written: ${messageLine(problem)} You are signed in until the desk ends.`);
  }
}
