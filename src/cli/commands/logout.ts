import { ApiError } from '../../client/api-error.ts';
import { byteSize } from '../../text/byte-size.ts';
import { safeLine } from '../../text/safe.ts';
import { eraseCache, removeCover } from '../cache/cover.ts';
import { identityOfAddress } from '../center-identity.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { isThroughSsh } from '../elsewhere/address.ts';
import { deskCommand, plainPlace } from '../elsewhere/plain-place.ts';
import { clientAt, signInAddress } from '../elsewhere/sign-in.ts';
import { tokenMark } from '../first-frame/witness.ts';
import { fileProblem } from '../kept/kept-file.ts';
import { cachePath, deskPrefix } from '../kept/names.ts';
import { ownerOf } from '../kept/owner.ts';
import { keptSentence } from '../kept/sources.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { forgetSignIn, readSignIns, type SavedSignIn, signInsPath } from '../sign-ins.ts';
import { keepTlsSession } from '../tls-session-file.ts';

/**
 * `frontdesk logout`: ends the saved token at its help center, forgets it, and erases the cache. Drafts and unsent
 * changes stay.
 */
export async function runLogout(
  shell: Shell,
  address: string | undefined,
  { keepCache = false }: FlagsOf<'logout'>,
): Promise<number> {
  const signIn = signInOf(shell, address);
  const ended = await endToken(signIn);
  forgetSignIn(signInsPath(), signIn);
  const { url, agent, token } = signIn;
  keepTlsSession({ origin: new URL(url).origin, token: tokenMark(token) }, undefined, Date.now());
  const who = agent === null ? '' : ` as ${safeLine(agent.name)}`;
  const next = await plainPlace(shell);
  const opens = 'url' in next ? safeLine(next.url) : 'the help center on this machine';
  const kept = keptSentence(paths.state(), deskPrefix(identityOfAddress(new URL(url))));
  const sentences = [
    `Signed out of ${safeLine(new URL(url).host)}${who}.`,
    ...(ended === undefined ? [] : [ended]),
    ...(keepCache ? [] : eraseRead(signIn)),
    ...(kept === undefined ? [] : [`${kept} It waits there for the next sign-in.`]),
    `${deskCommand(shell.profile)} opens ${opens} now.`,
  ];
  shell.stdout.write(`${sentences.join('\n')}\n`);
  return exitCode.done;
}

function signInOf({ profile }: Shell, address: string | undefined): SavedSignIn {
  const own = readSignIns(signInsPath()).filter(one => one.profile === (profile ?? null));
  const wanted = address && identityOfAddress(signInAddress(address, true).url);
  const found = own.find(one => (wanted ? identityOfAddress(new URL(one.url)) === wanted : one.isChosen));
  if (found) return found;
  const others = own.map(({ url }) => safeLine(url));
  const more = others.length > 0 ? ` Saved sign-ins: ${others.join(', ')}.` : '';
  const where = address === undefined ? '' : ` to ${safeLine(address)}`;
  const whose = profile === undefined ? '' : ` with the profile ${safeLine(profile)}`;
  throw new ShellError(`You are not signed in${where}${whose}. Nothing was changed.${more}`, exitCode.failed);
}

/** Erases the agent's cache and last screens. Returns a sentence about it, if there were any. */
function eraseRead({ url, agent, token }: SavedSignIn): readonly string[] {
  const center = identityOfAddress(new URL(url));
  const cache = cachePath(paths.state(), center, ownerOf({ agent, token }, deskPrefix(center)));
  try {
    const bytes = eraseCache(cache);
    removeCover(cache);
    return bytes === 0 ? [] : [`Its cache on this machine was erased (${byteSize(bytes)}).`];
  } catch (error) {
    return [
      `Its cache could not be erased: ${fileProblem(error)}. It is in ${cache}; to remove it: frontdesk cache clear`,
    ];
  }
}

/** Ends the token at the help center; returns a sentence if it stays valid. */
async function endToken({ url, token, agent }: SavedSignIn): Promise<string | undefined> {
  if (isThroughSsh(url)) return 'The SSH key itself stays valid until an admin removes it: frontdesk agent key remove.';
  if (agent === null) return 'The API key itself stays valid until an admin revokes it.';
  try {
    await clientAt(url, token).session.logout();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isSignedOut) return undefined;
    return `${error.reason} The token is forgotten here, but stays valid there until 30 days after its last use.`;
  }
}
