import { ApiError } from '../../client/api-error.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { promptLine } from '../ask.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { isThroughSsh } from '../elsewhere/address.ts';
import { deskCommand, plainPlace, whatComesBefore } from '../elsewhere/plain-place.ts';
import { KEY_AS_TOKEN } from '../elsewhere/resolve.ts';
import { type SignedIn, type SignInTarget, signInAddress, signInElsewhere } from '../elsewhere/sign-in.ts';
import { sendable } from '../elsewhere/token.ts';
import { exitCodeOf } from '../elsewhere/with-client.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import type { SavedSignIn } from '../sign-ins.ts';
import { firstLines } from '../stdin-lines.ts';

type LoginFlags = FlagsOf<'login'>;

/** How often a password may be typed. */
const MAX_TRIES = 3;

/** `frontdesk login`: signs in at a help center and keeps the token for the next desks and commands. */
export async function runLogin(shell: Shell, address: string | undefined, flags: LoginFlags): Promise<number> {
  const typed = address ?? (await addressOfDesk(shell)) ?? (await askFor(shell, 'Address of the help center: '));
  const { told: url, warning } = signInAddress(typed, flags.insecure);
  if (warning !== undefined) shell.stderr.write(`frontdesk: ${warning}\n`);
  const { connectCommand } = flags;
  const target = { url, isInsecure: flags.insecure === true, profile: shell.profile, connectCommand };
  const sign = isThroughSsh(url) ? signInByKey : shell.stdin.isTTY ? signInByHand : signInByLines;
  const { who, signIn } = await sign(shell, target, flags);
  const place = safeLine(new URL(signIn.url).host);
  shell.stdout.write(`Signed in to ${place} as ${who}. ${await whatIsNext(shell, signIn)}\n`);
  return exitCode.done;
}

/** Through SSH the key identifies the agent; ssh itself asks its questions. */
function signInByKey(_: Shell, target: SignInTarget): Promise<SignedIn> {
  return signInElsewhere(target, { token: KEY_AS_TOKEN }).catch(endWith);
}

/** Without a terminal no question can be asked: the lines of standard input are the address and the password. */
async function signInByLines(shell: Shell, target: SignInTarget, { email, withToken }: LoginFlags): Promise<SignedIn> {
  const wanted = withToken ? ['token'] : email === undefined ? ['address', 'password'] : ['password'];
  const lines = await firstLines(shell.stdin, wanted.length);
  const missing = wanted.find((_, at) => !lines[at]);
  if (missing !== undefined) {
    const order = wanted.join(' and ');
    throw new ShellError(`No ${missing} came on standard input, which must give ${order}. Nothing was changed.`);
  }
  const last = lines.at(-1)!;
  const given = withToken
    ? { token: sendable(last.trim(), 'standard input') }
    : { email: email ?? lines[0]!.trim(), password: last };
  return signInElsewhere(target, given).catch(endWith);
}

async function signInByHand(shell: Shell, target: SignInTarget, flags: LoginFlags): Promise<SignedIn> {
  if (flags.withToken) {
    const token = (await promptLine(shell, 'Token: ', { isSecret: true })).trim();
    return signInElsewhere(target, { token: sendable(token, 'the line that was typed') }).catch(endWith);
  }
  const email = flags.email ?? (await promptLine(shell, 'Your address there: ')).trim();
  for (let tries = 1; ; tries += 1) {
    const password = await promptLine(shell, `Password of ${safeLine(email)}: `, { isSecret: true });
    try {
      return await signInElsewhere(target, { email, password });
    } catch (error) {
      const mayTryAgain = error instanceof ApiError && error.status === 401 && tries < MAX_TRIES;
      if (!mayTryAgain) return endWith(error);
      shell.stderr.write(`frontdesk: ${error.reason}\n`);
    }
  }
}

function endWith(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ShellError(`${reasonWithTime(error)} Nothing was changed.`, exitCodeOf(error));
}

/** The help center's reason, and when it may be asked again, if it says so. */
function reasonWithTime({ reason, retryAfterMs }: ApiError): SafeText {
  if (retryAfterMs === null) return reason;
  return t`${reason} Try again in ${counted(Math.ceil(retryAfterMs / 1_000), t`second`)}.`;
}

/** The help center that `frontdesk` opens now, if that is elsewhere: its sign-in is renewed. */
async function addressOfDesk(shell: Shell): Promise<string | undefined> {
  const place = await plainPlace(shell);
  return 'url' in place ? place.url : undefined;
}

function askFor(shell: Shell, question: string): Promise<string> {
  if (shell.stdin.isTTY) return promptLine(shell, question);
  throw new ShellError('Name the help center: frontdesk login https://help.example');
}

/** The help center that `frontdesk` opens from now on: the settings and the environment come before a sign-in. */
async function whatIsNext(shell: Shell, signIn: SavedSignIn): Promise<string> {
  const before = await whatComesBefore(shell, signIn);
  return before ?? `${deskCommand(shell.profile)} opens it from now on; frontdesk logout ends that.`;
}
