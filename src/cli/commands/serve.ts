import { isLoopback } from '../../center/http/network.ts';
import { safeLine } from '../../text/safe.ts';
import { openCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { createLogWriter } from './log-writer.ts';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly insecure?: boolean;
  readonly database?: string;
}

const inClear = 'Everyone on the way can read passwords, tokens and mail.';

/**
 * Refuses an address that other machines can reach, because the service speaks plain HTTP, unless `--insecure` allows
 * it.
 */
function requireSafeHost(shell: Shell, { host, insecure }: ServeFlags): void {
  if (isLoopback(host)) return;
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

/** `frontdesk serve`: the help center over HTTP until SIGTERM or SIGINT; then it finishes requests in progress. */
export async function serve(shell: Shell, flags: ServeFlags): Promise<number> {
  requireSafeHost(shell, flags);
  const log = createLogWriter(shell.stderr);
  const center = await openCenter(shell, flags.database, { log });
  const { listen } = await import('../../center/http/listen.ts');
  const { host, port } = flags;
  const server = await listen(center, { host, port, hosts: hostsOf(shell, host) }).catch(async error => {
    await center.close();
    throw new ShellError(whyNot(error, flags), exitCode.failed);
  });
  const stopped = stopSignal();
  shell.stdout.write(`listening on ${server.url}\n`);
  const mail =
    shell.mail &&
    (await import('../mail.ts')).openMail(shell.mail, { center, database: flags.database, log, onListening: log });
  await stopped;
  await Promise.all([server.close(), (await mail)?.close()]);
  await center.close();
  return exitCode.done;
}

function whyNot(error: unknown, { host, port }: ServeFlags): string {
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
