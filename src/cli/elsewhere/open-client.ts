import { ApiError } from '../../client/api-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import { createRaw, type SendRaw } from '../../client/raw.ts';
import { systemUser } from '../../runtime/node-or-bun.ts';
import { wrapCalls } from '../../state/calls/wrap-calls.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { CenterFlags } from '../declared/shared-flags.ts';
import { forOneAgent } from '../for-one-agent.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { sleepTelling, waitsWhenAsked } from './patiently.ts';
import { noToken, type PlaceElsewhere, resolveCenter } from './resolve.ts';
import { wayTo } from './way.ts';

/** `exec` within `frontdesk events --exec`. */
export const PROGRAM_VARIABLE = 'FRONTDESK_PROGRAM';

/** A help center that a command works on. */
export interface OpenClient {
  readonly client: Client;
  /** Sends a request that the contract need not know, as the same caller. */
  readonly send: SendRaw;
  /** Its place, for a person. */
  readonly place: SafeText;
  /** Must be called at the end, also after an error. */
  close(): Promise<void>;
}

/** As whom a command works in a database of this machine: the system user's own agent, or an API key that ends with it. */
export type LocalCaller = 'agent' | 'key';

/**
 * Opens the help center that the flags, the environment, the settings or a sign-in name, otherwise the embedded one, as
 * `caller`. Its calls throw `ApiError`; with `--read-only` those that change something throw a
 * `ShellError`.
 */
export async function openClient(shell: Shell, flags: CenterFlags, caller: LocalCaller = 'agent'): Promise<OpenClient> {
  const place = resolveCenter(shell, flags);
  const opened = 'url' in place ? await openElsewhere(shell, place) : await openHere(shell, place.database, caller);
  const patient = { ...opened, client: waitsWhenAsked(opened.client, sleepTelling(shell)) };
  return flags.readOnly ? readingOnly(patient, 'this is read-only (--read-only)') : patient;
}

/** The program that a command says it is: `frontdesk events --exec` sets the variable for its child. */
function programIn({ [PROGRAM_VARIABLE]: named }: NodeJS.ProcessEnv): 'shell' | 'exec' {
  return named === 'exec' ? 'exec' : 'shell';
}

async function openElsewhere({ environment, stderr }: Shell, place: PlaceElsewhere): Promise<OpenClient> {
  const { url, warning } = place;
  if (warning !== undefined) stderr.write(`frontdesk: ${warning}\n`);
  const first = await place.token();
  if (first === undefined) throw noToken(place);
  let token = first;
  const way = { ...wayTo(place), token: () => token, program: programIn(environment) };
  const client = createClient(way);
  const send = createRaw(way);
  let asked: { readonly refused: string; readonly next: Promise<string | undefined> } | undefined;
  const renew = async (): Promise<boolean> => {
    // One token is asked for once, however many calls it fails.
    if (asked?.refused !== token) asked = { refused: token, next: place.token() };
    const next = await asked.next;
    const isNew = next !== undefined && next !== asked.refused;
    if (isNew) token = next;
    return isNew;
  };
  return {
    client: renewing(client, renew),
    send: async request => {
      const answer = await send(request);
      return answer.status === 401 && (await renew()) ? send(request) : answer;
    },
    place: safeLine(new URL(url).host),
    close: async () => {},
  };
}

/** A call whose token is refused is made once more, if its source gives another one by now. */
function renewing(client: Client, renew: () => Promise<boolean>): Client {
  return wrapCalls(client, call => async request => {
    try {
      return await call(request);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isSignedOut || !(await renew())) throw error;
      return call(request);
    }
  });
}

async function openHere(shell: Shell, database: string | undefined, caller: LocalCaller): Promise<OpenClient> {
  const { openCenter, orSentence } = await import('../open-center.ts');
  const { ensureLocalAdmin, ownToken } = await import('../../center/auth/administration.ts');
  const center = await openCenter(shell, database, { settings: forOneAgent, orReadOnly: true });
  const { isReadOnly } = center.context.store;
  const ownAgent = async () => (await orSentence(ensureLocalAdmin(center, systemUser()))).token;
  const asKey = () => ownToken(center, null);
  // Where no agent can be made, the user reads as an API key does.
  const tokenOf = async () => (caller === 'key' ? asKey() : isReadOnly ? ownAgent().catch(asKey) : ownAgent());
  const token = await tokenOf().catch(async error => {
    await center.close();
    throw error;
  });
  const program = programIn(shell.environment);
  const way = { baseUrl: 'http://embedded', token: () => token, program, answer: center.answer };
  const client = createClient(way);
  const opened = { client, send: createRaw(way), place: t`embedded help center`, close: center.close };
  return isReadOnly ? readingOnly(opened, 'the disk of the help center cannot be written now') : opened;
}

function readingOnly(opened: OpenClient, why: string): OpenClient {
  const refuse = () => Promise.reject(new ShellError(`Nothing was changed: ${why}.`, exitCode.failed));
  return {
    ...opened,
    client: wrapCalls(opened.client, (call, { method, allows }) =>
      method === 'GET' || allows === 'anyone' ? call : refuse,
    ),
    send: request => (request.method === 'GET' ? opened.send(request) : refuse()),
  };
}
