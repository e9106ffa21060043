import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS, run, textOf } from './mail-servers.ts';
import { pemFile } from './tls.ts';

/** What Postfix runs: the parts that take a mail from this machine and hand it over. */
const SERVICES = [
  'pickup unix n - n 1 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 1 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'flush unix n - n 1000? 0 flush',
  'showq unix n - n - - showq',
  'proxymap unix - - n - - proxymap',
  'lmtp unix - - n - - lmtp',
  'smtp unix - - n - - smtp',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'discard unix - - n - - discard',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
];

/** Where a Postfix hands mail to, and where it takes it. */
export interface PostfixWays {
  /** The LMTP server for mail to `shop.example`: `inet:127.0.0.1:24`, `unix:/path`. */
  readonly lmtp?: string;
  /** The port of an SMTP server on this machine for all other mail. */
  readonly next?: number;
  /** The port on which it takes mail by SMTP, with the certificate of another name, as Debian's own settings do. */
  readonly smtpd?: number;
  /**
   * The ports of the milters that see what comes by SMTP, which may come from anywhere to `shop.example`. What one of them
   * does not answer for in a second is accepted.
   */
  readonly milters?: readonly number[];
}

/** A Postfix on this machine. */
export interface Postfix {
  /** Gives it a mail to deliver. */
  send(from: string, to: string, source: string | Uint8Array): void;
  /** How many mails it still has to deliver. */
  waiting(): number;
  /** Its log so far. */
  log(): string;
  stop(): Promise<void>;
}

function configOf(folder: string, log: string, { lmtp, next, milters }: PostfixWays): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${log}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.shop.example
mydestination =
${lmtp === undefined ? '' : `virtual_mailbox_domains = shop.example\nvirtual_transport = lmtp:${lmtp}`}
default_transport = ${next === undefined ? 'error:nowhere' : `smtp:[127.0.0.1]:${next}`}
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, ${milters ? 'reject_unauth_destination' : 'reject'}
${milters ? `smtpd_milters = ${milters.map(port => `inet:127.0.0.1:${port}`).join()}` : ''}
milter_default_action = accept
milter_connect_timeout = 1s
milter_command_timeout = 1s
milter_content_timeout = 1s
smtpd_authorized_xclient_hosts = 127.0.0.1
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/other.pem
smtpd_tls_key_file = ${folder}/key.pem
alias_maps =
alias_database =
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
`;
}

/** Starts Debian's Postfix, which tries again each second. */
export async function startPostfix(folder: string, ways: PostfixWays): Promise<Postfix> {
  const [config, log] = [join(folder, 'etc'), join(folder, 'postfix.log')];
  for (const made of ['etc', 'queue', 'data']) mkdirSync(join(folder, made), { recursive: true, mode: 0o755 });
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  chmodSync(folder, 0o755);
  for (const name of ['other', 'key'] as const) copyFileSync(pemFile(name), join(folder, `${name}.pem`));
  writeFileSync(join(config, 'main.cf'), configOf(folder, log, ways));
  const listener = ways.smtpd === undefined ? [] : [`127.0.0.1:${ways.smtpd} inet n - n - - smtpd`];
  writeFileSync(join(config, 'master.cf'), `${[...SERVICES, ...listener].join('\n')}\n`);
  rmSync(log, { force: true });
  const isUp = () => /daemon started/.test(textOf(log));
  const stop = await run(PROGRAMS.postfix, ['-c', config, 'start-fg'], isUp, log);
  return {
    send: (from, to, source) =>
      void execFileSync('/usr/sbin/sendmail', ['-C', config, '-i', '-f', from, to], { input: source }),
    waiting: () => {
      const listed = execFileSync('/usr/sbin/postqueue', ['-c', config, '-j'], { encoding: 'utf8' });
      return listed.split('\n').filter(Boolean).length;
    },
    log: () => textOf(log),
    stop: async () => {
      execFileSync(PROGRAMS.postfix, ['-c', config, 'stop'], { stdio: 'ignore' });
      await stop();
      rmSync(join(folder, 'queue'), { recursive: true, force: true });
    },
  };
}
