import { createLogWriter } from './log-writer.ts';
import { openCenter } from './open-center.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly database?: string;
}

/** `frontdesk serve`: the help center over HTTP until SIGTERM or SIGINT; then what is under way is ended. */
export const serve = async (shell: Shell, flags: ServeFlags): Promise<number> => {
  const center = await openCenter(shell, flags.database, { log: createLogWriter(shell.stderr) });
  const { listen } = await import('../center/listen.ts');
  const server = await listen(center, { host: flags.host, port: flags.port }).catch(async error => {
    await center.close();
    throw new ShellError(whyNot(error, flags), exitCode.failed);
  });
  shell.stdout.write(`listening on ${server.url}\n`);
  await stopSignal();
  await server.close();
  await center.close();
  return exitCode.done;
};

const whyNot = (error: unknown, { host, port }: ServeFlags): string => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Choose another one with --port (0: a free one).`;
  if (code === 'EACCES') return `Port ${port} needs rights that this user does not have. Choose one from 1024 up.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  return `The help center cannot listen on ${host}:${port}: ${(error as Error).message}`;
};

const stopSignal = (): Promise<void> =>
  new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
