import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dialIn } from '../center/http/dial-in.ts';
import { GREETING, secretPath } from './dial-names.ts';

interface Ends {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Joins standard input and output to the socket of `serve`, as the key of this name in the file of authorized keys.
 * Resolves with the exit code.
 */
export async function dial(
  { stdin, stdout, stderr }: Ends,
  { key, socket: path }: { readonly key: string; readonly socket: string },
): Promise<number> {
  let socket: Socket | undefined;
  try {
    const secret = readFileSync(secretPath(path), 'utf8').trim();
    socket = connect({ path });
    socket.on('error', () => undefined);
    await dialIn(socket, key, secret);
    stdout.write(GREETING);
  } catch (error) {
    socket?.destroy();
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' ? 'This user may not use its socket.' : 'Start it with: frontdesk serve --socket';
    stderr.write(`frontdesk: The help center does not answer here. ${why}\n`);
    return 1;
  }
  const joined = socket;
  return new Promise(resolve => {
    stdin.on('error', () => joined.destroy());
    stdout.on('error', () => joined.destroy());
    stdin.pipe(joined).pipe(stdout);
    joined.once('close', () => resolve(0));
  });
}
