import { setTimeout as sleep } from 'node:timers/promises';
import type { Center } from '../../center/center.ts';
import type { Listening } from '../../center/http/listen.ts';
import { isLoopback } from '../../center/http/network.ts';
import { safeLine } from '../../text/safe.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { openCenter } from '../open-center.ts';
import { allSettings } from '../settings/table.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createLogWriter } from './log-writer.ts';

type ServeFlags = FlagsOf<'serve'>;

type Address = Pick<ServeFlags, 'host'> & { readonly port: number };

const inClear = 'Everyone on the way can read passwords, tokens and mail.';

/**
 * Refuses an address that other machines can reach, because the service speaks plain HTTP, unless `--insecure` allows
 * it.
 */
function requireSafeHost(shell: Shell, { host, port, insecure }: ServeFlags): void {
  if (isLoopback(host) || port === false) return;
  const what = `serve speaks plain HTTP, and other machines can reach ${safeLine(host)}. ${inClear}`;
  if (!insecure)
    throw new ShellError(
      `${what} Nothing was started. Listen on 127.0.0.1 behind a proxy that speaks HTTPS, or add --insecure ` +
        'if only such a proxy can reach the port, or if the network is safe.',
    );
  shell.stderr.write(`frontdesk: ${what} Put a proxy that speaks HTTPS in front of it.\n`);
  const names = safeLine(hostsOf(shell, host).join(', '));
  shell.stderr.write(`frontdesk: It answers for ${names}. Add others to \`hosts\` in [center] of the settings.\n`);
}

/** The hosts for which it answers. */
function hostsOf({ center, mail }: Shell, host: string): readonly string[] {
  const pages = mail?.public_url === undefined ? [] : [new URL(mail.public_url).hostname];
  return ['localhost', host, ...pages, ...(center?.hosts ?? [])];
}

/** Listens at the address, the socket, or both. If one fails, closes the other and throws its sentence. */
async function listenAll(shell: Shell, flags: ServeFlags, center: Center): Promise<readonly Listening[]> {
  const { host, port, socket = shell.center?.socket } = flags;
  if (port === false && socket === undefined) throw new ShellError('--no-port needs a --socket. Nothing was started.');
  const listening: Listening[] = [];
  try {
    if (port !== false) listening.push(await listenAt(shell, { host, port }, center));
    if (socket !== undefined) listening.push(await (await import('./serve-socket.ts')).serveAtSocket(socket, center));
    return listening;
  } catch (error) {
    await Promise.all(listening.map(one => one.close()));
    throw error;
  }
}

async function listenAt(shell: Shell, at: Address, center: Center): Promise<Listening> {
  const { listen } = await import('../../center/http/listen.ts');
  return listen(center, { ...at, hosts: hostsOf(shell, at.host) }).catch(error => {
    throw new ShellError(listenProblem(error, at), exitCode.failed);
  });
}

/** `frontdesk serve`: the help center over HTTP until SIGTERM or SIGINT; then it finishes requests in progress. */
export async function serve(shell: Shell, flags: ServeFlags): Promise<number> {
  requireSafeHost(shell, flags);
  const { log, end } = createLogWriter(shell.stderr, shell.center?.log);
  const center = await openCenter(shell, flags.database, { log });
  const servers = await listenAll(shell, flags, center).catch(async error => {
    await center.close();
    throw error;
  });
  const stopped = stopSignal();
  for (const { url } of servers) shell.stdout.write(`listening on ${safeLine(url)}\n`);
  const mail =
    shell.mail &&
    (await import('../mail.ts')).startMail(shell.mail, {
      center,
      database: flags.database,
      log: line => log(line),
      onListening: log,
    });
  await stopped;
  await drain(shell, center);
  await Promise.all([...servers.map(server => server.close()), (await mail)?.close()]);
  await center.close();
  // The program would wait for the reader of the log for good.
  if (!(await end())) process.exit(exitCode.done);
  return exitCode.done;
}

/** Goes on until the proxies that look at `/ready` send requests elsewhere, or until the next signal. */
async function drain(shell: Shell, { context: { readiness, log } }: Center): Promise<void> {
  const { drain: seconds = allSettings.drain.default } = shell.center ?? {};
  if (seconds === 0 || !readiness.isWatched()) return;
  readiness.leave();
  log(`Serving ends in ${seconds} s, which /ready tells the proxy. Another signal ends it now.`);
  await Promise.race([sleep(seconds * 1_000, undefined, { ref: false }), stopSignal()]);
}

function listenProblem(error: unknown, { host, port }: Address): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Choose another one with --port (0: a free one).`;
  if (code === 'EACCES') return `Port ${port} needs rights that this user does not have. Choose one from 1024 up.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  return `The help center cannot listen on ${host}:${port}: ${(error as Error).message}`;
}

function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}
