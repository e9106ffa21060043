import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import type { TokenHolder } from '../host.ts';
import { madeByAgent } from '../operations/operation.ts';
import { countedKept } from '../world/elsewhere.ts';
import type { Agent, World } from '../world.ts';
import { refresh } from './refresh.ts';

/** The credentials of a sign-in: an agent's address and password, or a token or API key. */
export type Credentials = { readonly email: string; readonly password: string } | { readonly token: string };

/** The agent who signed in (null: an API key, or unknown), or why the sign-in failed. */
export type SignInAnswer =
  | { readonly agent: Agent | null }
  | { readonly reason: SafeText /** The same again may work. */; readonly isTransient: boolean };

type NewSession = { readonly token: string; readonly agent: Agent | null };

/**
 * Signs in and goes on with the new token: waiting changes are sent, shown data are read again. Only the agent of this
 * desk may: another one's token is never used, so that nothing of this agent goes out under it.
 */
export async function signIn(desk: Desk, holder: TokenHolder, credentials: Credentials): Promise<SignInAnswer> {
  const answer = await attempt(
    'token' in credentials ? byToken(holder, credentials.token) : byPassword(desk, credentials),
  );
  if ('error' in answer) return refusedBy(desk, answer.error, 'password' in credentials);
  const { token, agent } = answer.value;
  const stranger = whyStranger(desk.world(), agent);
  if (stranger !== undefined) {
    // A token that was made for nothing must not lie about.
    if ('password' in credentials) void attempt(holder.clientWith(token).session.logout());
    return { reason: stranger, isTransient: false };
  }
  if (agent !== null) desk.set({ me: agent });
  holder.take(token);
  void refresh(desk);
  return { agent };
}

async function byPassword(
  { client }: Desk,
  body: { readonly email: string; readonly password: string },
): Promise<NewSession> {
  const { data } = await client.session.login({ body });
  return { token: data!.access_token, agent: data!.agent };
}

/** A help center that does not name the caller proves with its list that it takes the token. */
async function byToken(holder: TokenHolder, token: string): Promise<NewSession> {
  const client = holder.clientWith(token);
  const me = await attempt(client.session.me());
  if ('value' in me) return { token, agent: me.value.data.agent };
  if (!me.error.isAbsent) throw me.error;
  await client.conversation.list({ query: { limit: 1 } });
  return { token, agent: null };
}

function refusedBy(desk: Desk, error: ApiError, isPassword: boolean): SignInAnswer {
  const { reason } = error;
  if (!isPassword || !error.isAbsent) return { reason, isTransient: error.isTransient && error.status !== 401 };
  return { reason: noteLack(desk, 'session.login'), isTransient: false };
}

/** Why the holder of a token may not go on here; undefined if it is this desk's agent, or if nothing here is anybody's. */
function whyStranger({ me, offers, pending, drafts }: World, agent: Agent | null): SafeText | undefined {
  if (me ? me.id === agent?.id : agent === null) return undefined;
  const kept = { changes: madeByAgent(pending).length, drafts: drafts.size };
  const count = kept.changes + kept.drafts;
  const isKnown = me !== null || offers.me === true;
  if (!isKnown && count === 0) return undefined;
  const owner = me ? me.name : isKnown ? t`an API key` : t`another token`;
  const who = agent ? agent.name : t`an API key`;
  const what =
    count === 0
      ? t`This desk is that of ${owner}, not of ${who}.`
      : t`${countedKept(kept)} of ${owner} ${count === 1 ? t`waits` : t`wait`} here, and nothing was sent as ${who}.`;
  return t`${what} Quit first, then start as ${who}.`;
}
