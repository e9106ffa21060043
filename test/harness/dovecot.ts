import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, PROGRAMS, run, textOf } from './mail-servers.ts';

/** The owner of the mail that Dovecot serves: Debian's user `nobody`, who owns nothing else. */
const NOBODY = 65_534;

/** A Dovecot with one mailbox. */
export interface Dovecot {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Puts a mail into the inbox, as a mail server delivers it; `at`: when, in milliseconds. */
  put(name: string, source: string | Uint8Array, at?: number): void;
  /** How many mails of the inbox have this flag; `S`: read. */
  flagged(flag: string): number;
  /** Its log so far. */
  log(): string;
  stop(): Promise<void>;
}

/** The flags in the name of a mail's file. */
function flagsOf(name: string): string {
  return name.split(':2,')[1] ?? '';
}

interface Places {
  readonly folder: string;
  readonly home: string;
  readonly log: string;
  readonly port: number;
  readonly tokenPort: number | undefined;
}

/** How a user signs in, as Dovecot's settings say it: by a password, or by a token. */
function signInOf({ folder, tokenPort }: Places): string {
  if (tokenPort === undefined) return `passdb {\n  driver = passwd-file\n  args = ${folder}/users\n}`;
  return `auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/tokens.conf
}`;
}

function configOf(places: Places): string {
  const { folder, home, log, port } = places;
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${log}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
${signInOf(places)}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${home}
}
mail_location = maildir:~/Maildir
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
}

interface DovecotOptions {
  /** By default a free one. */
  readonly port?: number;
  /** The user signs in by a token alone. Dovecot asks here, over HTTP, for `/?token=…`; the answer names the user. */
  readonly tokenPort?: number;
}

/**
 * Starts Debian's Dovecot on a port of this machine. All that it keeps is in `folder`, for another start as well.
 */
export async function startDovecot(folder: string, { port: given, tokenPort }: DovecotOptions = {}): Promise<Dovecot> {
  const [port, home, log] = [given ?? (await freePort()), join(folder, 'home'), join(folder, 'dovecot.log')];
  const password = 'correct horse';
  for (const made of ['', 'Maildir', 'Maildir/tmp', 'Maildir/new', 'Maildir/cur']) {
    mkdirSync(join(home, made), { recursive: true, mode: 0o755 });
    chownSync(join(home, made), NOBODY, NOBODY);
  }
  const config = join(folder, 'dovecot.conf');
  writeFileSync(config, configOf({ folder, home, log, port, tokenPort }));
  const tokens = [`tokeninfo_url = http://127.0.0.1:${tokenPort}/?token=`, 'username_attribute = email'];
  writeFileSync(join(folder, 'tokens.conf'), `${tokens.join('\n')}\n`);
  writeFileSync(join(folder, 'users'), `help@shop.example:{PLAIN}${password}\n`);
  chmodSync(folder, 0o755);
  rmSync(log, { force: true });
  const isUp = () => /starting up for imap/.test(textOf(log));
  const stop = await run(PROGRAMS.dovecot, ['-F', '-c', config], isUp, log);
  return {
    port,
    user: 'help@shop.example',
    password,
    put: (name, source, when = Date.now()) => {
      const at = join(home, 'Maildir', 'tmp', name);
      writeFileSync(at, source, { mode: 0o644 });
      chownSync(at, NOBODY, NOBODY);
      utimesSync(at, when / 1_000, when / 1_000);
      renameSync(at, join(home, 'Maildir', 'new', name));
    },
    flagged: flag => readdirSync(join(home, 'Maildir', 'cur')).filter(name => flagsOf(name).includes(flag)).length,
    log: () => textOf(log),
    stop,
  };
}
