import { open } from 'node:fs/promises';

/** A password file cannot be used; the message says why, for a person. */
export class NoPassword extends Error {}

const MAX_BYTES = 4_096;

function reasonOf(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no password file ${path}.`;
  if (code === 'EACCES' || code === 'EPERM') return `The password file ${path} may not be read by this user.`;
  if (code === 'EISDIR') return `${path} is a folder. Name the file in it that holds the password.`;
  return `The password file ${path} cannot be read (${code ?? 'unknown error'}).`;
}

/**
 * The password in a file, without the line break at its end. It is read each time, so that a changed one counts. Throws
 * `NoPassword`, whose message never contains the password.
 */
export async function readPassword(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { mode, uid } = await file.stat();
      if (uid !== (process.geteuid?.() ?? uid))
        throw new NoPassword(`The password file ${path} belongs to another user. Make it your own.`);
      if (mode & 0o077) throw new NoPassword(`The password file ${path} can be read by others: chmod 600 ${path}`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      const password = buffer.toString('utf8', 0, bytesRead).replace(/\r?\n$/, '');
      if (password === '') throw new NoPassword(`The password file ${path} is empty.`);
      if (/[\0\r\n]/.test(password)) throw new NoPassword(`The password file ${path} has more than one line.`);
      return password;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof NoPassword ? error : new NoPassword(reasonOf(path, error));
  }
}

/** A command that prints an account's secret. */
export interface SecretCommand {
  /** It prints a token of OAuth 2.0 instead of a password. */
  readonly isToken: boolean;
  /** The first line that it prints, unless `stop` aborts. Throws `NoPassword`, whose message never contains that line. */
  run(stop?: AbortSignal): Promise<string>;
}

/** How an account signs in: by the password in a file, or by the output of a command. */
export interface AccountSignIn {
  /** The file that holds the password, alone. */
  readonly passwordFile?: string;
  readonly command?: SecretCommand;
}

/** The account's present secret. */
export interface Secret {
  readonly text: string;
  readonly isToken: boolean;
}

async function readSecret({ passwordFile, command }: AccountSignIn, stop: AbortSignal | undefined): Promise<Secret> {
  if (command) return { text: await command.run(stop), isToken: command.isToken };
  if (passwordFile === undefined) throw new NoPassword('The settings name no password for it.');
  return { text: await readPassword(passwordFile), isToken: false };
}

/**
 * Connects with the secret of an account. A token may end at any moment, so a command runs once more after a refusal.
 * When `stop` aborts, a command that runs is ended.
 */
export async function connectWithSecret<Connection>(
  account: AccountSignIn,
  connect: (secret: Secret) => Promise<Connection>,
  isRefusal: (error: unknown) => boolean,
  stop?: AbortSignal,
): Promise<Connection> {
  const secret = await readSecret(account, stop);
  try {
    return await connect(secret);
  } catch (error) {
    if (!account.command || !isRefusal(error)) throw error;
  }
  return connect(await readSecret(account, stop));
}

/** How a token is sent by the two mechanisms of OAuth 2.0 (RFC 7628), before it is encoded. */
export function tokenWords(user: string, token: string): Readonly<Record<'XOAUTH2' | 'OAUTHBEARER', string>> {
  const bearer = `auth=Bearer ${token}\x01\x01`;
  return { XOAUTH2: `user=${user}\x01${bearer}`, OAUTHBEARER: `n,a=${user},\x01${bearer}` };
}

/** Removes a secret from a server's text, also in the forms in which it goes over the wire. */
export function withoutSecret(text: string, user: string, secret: string | undefined): string {
  if (!secret) return text;
  const sent = [secret, `\0${user}\0${secret}`, ...Object.values(tokenWords(user, secret))];
  return [secret, ...sent.map(each => Buffer.from(each).toString('base64'))].reduce(
    (left, each) => left.replaceAll(each, '…'),
    text,
  );
}

/** The pauses between two tries, in milliseconds: the first, and the longest. */
const pauses = {
  usual: [1_000, 5 * 60_000],
  /** Some servers lock an account after wrong passwords. */
  refused: [60_000, 30 * 60_000],
  /** A token is refused until a person signs in again. */
  refusedToken: [5_000, 60_000],
} as const;

/** The pause after a number of failures, in milliseconds. `refused`: the account that its server does not let in. */
export function pauseMs(failures: number, refused?: AccountSignIn): number {
  const [first, most] = pauses[!refused ? 'usual' : refused.command?.isToken ? 'refusedToken' : 'refused'];
  return Math.min(first * 2 ** (failures - 1), most);
}
