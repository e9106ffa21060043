import { isLoopback } from '../../center/http/network.ts';
import { type Client, createClient } from '../../client/client.ts';
import type { Credentials } from '../../state/sync/sign-in.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { ShellError } from '../shell-error.ts';
import { type SavedSignIn, saveSignIn, signInsPath } from '../sign-ins.ts';
import { type Address, readCenterAddress } from './address.ts';
import { wayTo } from './way.ts';

/** Where a sign-in goes. */
export interface SignInTarget {
  /** The help center's address, as `signInAddress` returns it. */
  readonly url: string;
  readonly isInsecure: boolean;
  /** Reaches it in place of `ssh`. */
  readonly connectCommand?: string | undefined;
  readonly profile: string | undefined;
}

/** The agent who has signed in. */
export interface SignedIn {
  readonly signIn: SavedSignIn;
  /** The agent’s name and role, or the name of the API key. */
  readonly who: SafeText;
}

/**
 * Reads an address that a person typed to sign in: without a scheme it is https, on this machine http. Throws a
 * sentence for a malformed one, or if `insecure` does not allow it.
 */
export function signInAddress(typed: string, insecure: boolean | undefined): Address & { readonly told: string } {
  const told = /^[a-z]+:\/\//i.test(typed) ? typed : `${isHere(typed) ? 'http' : 'https'}://${typed}`;
  return { told, ...readCenterAddress(told, insecure) };
}

/** Signs in and saves the token, so that the next desk opens this help center. Throws `ApiError`, or a sentence. */
export async function signInElsewhere(target: SignInTarget, credentials: Credentials): Promise<SignedIn> {
  const { url, isInsecure, profile = null, connectCommand } = target;
  const at = (known?: string) => clientAt(url, known, connectCommand);
  const { token, agent, who } = await ('token' in credentials ? byToken : byPassword)(at, credentials as never);
  const signIn = {
    profile,
    url,
    token,
    agent: agent && { id: agent.id, name: agent.name },
    isInsecure,
    isChosen: true,
  };
  saveSignIn(signInsPath(), signIn);
  return { signIn, who };
}

/** A client of the help center, with a token. */
type At = (token?: string) => Client;

interface SignInResult {
  readonly token: string;
  readonly agent: { readonly id: number; readonly name: string } | null;
  readonly who: SafeText;
}

async function byPassword(at: At, body: { readonly email: string; readonly password: string }): Promise<SignInResult> {
  const { data } = await at().session.login({ body });
  if (data === null) throw new ShellError('The help center signed you in, but its answer holds no token.');
  const { access_token: token, agent } = data;
  return { token, agent, who: safeLine(`${agent.name} (${agent.role})`) };
}

async function byToken(at: At, { token }: { readonly token: string }): Promise<SignInResult> {
  const { agent, api_key: key } = (await at(token).session.me()).data;
  const who = agent ? safeLine(`${agent.name} (${agent.role})`) : safeLine(`the API key ${key ?? ''}`.trim());
  return { token, agent, who };
}

/** A client for one call. */
export function clientAt(url: string, token?: string, connectCommand?: string): Client {
  return createClient({ ...wayTo({ url, connectCommand }), token: () => token });
}

function isHere(typed: string): boolean {
  const told = `http://${typed}`;
  return URL.canParse(told) && isLoopback(new URL(told).hostname);
}
