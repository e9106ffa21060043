import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Center } from '../../center/center.ts';
import type { ImportProgress } from '../../center/intake/import-tally.ts';
import { type Client, createClient } from '../../client/client.ts';
import { type Fetch, overConnections } from '../../client/over-http.ts';
import { basePath } from '../../contract/index.ts';
import { systemUser, TELLS_OF_CONNECTIONS } from '../../runtime/node-or-bun.ts';
import type { TokenHolder } from '../../state/host.ts';
import type { MailState } from '../../state/mail/lines.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { trimEnd } from '../../text/trim-end.ts';
import type { CenterFlags } from '../declared/shared-flags.ts';
import { isThroughSsh } from '../elsewhere/address.ts';
import { centerIdentity } from '../elsewhere/identity.ts';
import { noToken, type PlaceElsewhere, type PlaceHere, resolveCenter } from '../elsewhere/resolve.ts';
import { throughSsh } from '../elsewhere/way.ts';
import { forOneAgent } from '../for-one-agent.ts';
import type { KeptAgent } from '../kept/owner.ts';
import type { Shell } from '../shell.ts';
import { countCenterTraffic, type TrafficCounter } from './center-traffic.ts';
import { atHome } from './complete-path.ts';
import { createImportThreads, type ImportThreads } from './import-in-thread.ts';
import type { ImportTask } from './import-thread.ts';
import type { TellMail } from './mail-in-thread.ts';
import { countRequests } from './request-traffic.ts';
import { createTlsSessions } from './tls-sessions.ts';
import { type DeskToken, holdToken } from './token-holder.ts';

/** A help center that the desk uses. */
export interface Connection {
  readonly client: Client;
  /** Its place, for a person. */
  readonly place: SafeText;
  /** An id of the help center that does not depend on the agent: its address, or its database. */
  readonly identity: string;
  /** The agent of an embedded one, which has no sign-in; any other help center says it. */
  readonly agent?: KeptAgent;
  /** The agent who signed in with the first token, if that is saved. */
  readonly signedInAs?: KeptAgent | null | undefined;
  /** The address of a conversation; absent for an embedded one, which has none. */
  readonly linkTo?: (conversationId: number) => SafeText;
  /** Adds sample conversations to an embedded one; returns the notice. */
  readonly addSamples?: () => Promise<SafeText>;
  /** Imports mail from a path, with the flags typed after it, into an embedded one; returns the result. */
  readonly importMail?: (line: string, tell: (text: SafeText) => void) => Promise<SafeText>;
  /** Reads how mail is set up for an embedded one, and how it goes. */
  readonly mailState?: () => Promise<MailState>;
  /** Asks on the terminal for the mail account of an embedded one; returns the notice. */
  readonly setUpMail?: () => Promise<SafeText>;
  /** Takes mail into an embedded one, if that is set up; `tell` receives messages for the agent. */
  readonly takeMail?: (tell: TellMail) => Promise<void>;
  /** A warning about the connection; absent for a safe one. */
  readonly warning?: SafeText;
  /** The token, which can be replaced; absent for an embedded one. */
  readonly token?: TokenHolder;
  /** Tells the next start whose frames these are; absent for an embedded one, whose file tells it. */
  readonly mark?: DeskToken['mark'];
  /** The contents of the file of sign-ins that this connection follows from. */
  readonly signInsText: () => string;
  /** The bytes to and from it; absent for an embedded one. */
  readonly traffic?: TrafficCounter['read'];
  /** Secrets that no log and no report may contain. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

/** The help center that a desk with these flags works on. */
export async function connect(shell: Shell, flags: CenterFlags): Promise<Connection> {
  const place = resolveCenter(shell, flags);
  return 'url' in place ? elsewhere(place) : embedded(shell, place, flags.readOnly);
}

function countTraffic(fetch: Fetch): TrafficCounter & { readonly fetch: Fetch } {
  return TELLS_OF_CONNECTIONS ? { ...countCenterTraffic(), fetch } : countRequests(fetch);
}

/** The way of a desk, which counts its bytes; over the network it resumes TLS sessions. */
function wayOf({ url, connectCommand }: PlaceElsewhere, token: () => string) {
  if (isThroughSsh(url)) {
    const way = throughSsh(url, { connectCommand, mayAsk: false });
    const { read, stop, fetch } = countTraffic(way.fetch);
    return { way: { ...way, fetch }, read, close: async () => stop() };
  }
  const sessions = createTlsSessions(url, token);
  const { read, stop, fetch } = countTraffic(sessions.watch(overConnections(sessions.connect)));
  const close = async () => {
    sessions.close();
    stop();
  };
  return { way: { baseUrl: url, fetch }, read, close };
}

async function elsewhere(place: PlaceElsewhere): Promise<Connection> {
  const { url, warning, signIn } = place;
  const token = signIn?.token ?? (await place.token());
  if (token === undefined) throw noToken(place);
  const { way, read, close } = wayOf(place, () => current());
  const { holder, current, ...held } = holdToken(place, token, way);
  return {
    ...held,
    token: holder,
    signedInAs: signIn?.agent,
    place: safeLine(new URL(url).host),
    warning,
    ...(!isThroughSsh(url) && { linkTo: id => safeLine(`${trimEnd(url, '/')}${basePath}/conversations/${id}`) }),
    identity: centerIdentity(place),
    traffic: read,
    close,
  };
}

async function embedded(shell: Shell, { database, signInsText }: PlaceHere, orReadOnly = false): Promise<Connection> {
  const { openCenter, orSentence } = await import('../open-center.ts');
  const { databasePath } = await import('../database-path.ts');
  const center = await openCenter(shell, database, { settings: forOneAgent, orReadOnly });
  const { ensureLocalAdmin } = await import('../../center/auth/administration.ts');
  const { agent, token } = await orSentence(ensureLocalAdmin(center, systemUser()));
  const at = databasePath(database);
  const imports = createImportThreads();
  const mail = await mailFor(shell, at);
  // A database in memory belongs to this process: a thread would open another one.
  const run: ImportThreads['run'] = at === ':memory:' ? (...task) => importHere(center, ...task) : imports.run;
  return {
    client: createClient({
      baseUrl: 'http://embedded',
      token: () => token,
      program: 'desk',
      answer: center.answer,
    }),
    place: t`embedded help center`,
    identity: centerIdentity({ database }),
    signInsText: () => signInsText,
    agent,
    addSamples: async () => {
      const { createSample } = await import('../../center/sample/create.ts');
      const { conversations } = await createSample(center, { now: shell.now() });
      return t`Loaded ${conversations} sample conversations.`;
    },
    mailState: async () => (await import('./mail-state.ts')).readMailState(shell, center, at),
    ...(at !== ':memory:' && {
      setUpMail: async () => (await import('../setup/set-up.ts')).setUpMail(shell, { database }),
    }),
    importMail: (line, tell) => importFrom(run, { told: shell.center, database: at }, line, tell),
    ...(mail && { takeMail: mail.start }),
    secrets: [token],
    close: async () => {
      await Promise.all([imports.close(), mail?.close()]);
      await center.close();
    },
  };
}

/** Without settings for mail nothing of mail is loaded. A database in memory belongs to this process alone. */
async function mailFor({ mail, center: told, caFile }: Shell, database: string) {
  if (!mail || database === ':memory:') return undefined;
  const { createMailThread } = await import('./mail-in-thread.ts');
  return createMailThread({ mail, database, told, caFile, memoryMiB: forOneAgent.memoryMiB });
}

async function importHere(center: Center, ...[{ path, wishes }, onProgress]: Parameters<ImportThreads['run']>) {
  const { importMail } = await import('../../center/intake/import-mail.ts');
  return importMail(center, [path], { ...wishes, onProgress });
}

/** How often the progress of an import is reported. */
const TOLD_EVERY_MS = 1_000;

async function importFrom(
  run: ImportThreads['run'],
  center: Pick<ImportTask, 'told' | 'database'>,
  line: string,
  tell: (text: SafeText) => void,
): Promise<SafeText> {
  const { readImportLine } = await import('../declared/import-flags.ts');
  const { path, wishes } = readImportLine(line);
  const home = atHome(path);
  if (!existsSync(home)) throw new Error(`there is no file or folder ${home}.`);
  let toldAt = performance.now();
  const onProgress = ({ read, done, total }: ImportProgress) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    tell(t`Importing ${safeLine(basename(home))}  ${read} mails  ${Math.floor((100 * done) / Math.max(1, total))} %`);
  };
  const task = { ...center, path: home, wishes, memoryMiB: forOneAgent.memoryMiB };
  const { toldOfDeskImport } = await import('../import-summary.ts');
  return toldOfDeskImport(await run(task, onProgress));
}
