import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS, run, textOf } from './mail-servers.ts';

/** What Postfix runs: the parts that take a mail from this machine and hand it over by LMTP. */
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
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'discard unix - - n - - discard',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
];

/** A Postfix that hands all mail for `shop.example` to an LMTP server. */
export interface Postfix {
  /** Gives it a mail to deliver. */
  send(from: string, to: string, source: string | Uint8Array): void;
  /** How many mails it still has to deliver. */
  waiting(): number;
  /** Its log so far. */
  log(): string;
  stop(): Promise<void>;
}

function configOf(folder: string, log: string, lmtp: string): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${log}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.shop.example
mydestination =
virtual_mailbox_domains = shop.example
virtual_transport = lmtp:${lmtp}
alias_maps =
alias_database =
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
`;
}

/** Starts Debian's Postfix, which delivers to `lmtp` (`inet:127.0.0.1:24`, `unix:/path`) and tries again each second. */
export async function startPostfix(folder: string, lmtp: string): Promise<Postfix> {
  const [config, log] = [join(folder, 'etc'), join(folder, 'postfix.log')];
  for (const made of ['etc', 'queue', 'data']) mkdirSync(join(folder, made), { recursive: true, mode: 0o755 });
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  chmodSync(folder, 0o755);
  writeFileSync(join(config, 'main.cf'), configOf(folder, log, lmtp));
  writeFileSync(join(config, 'master.cf'), `${SERVICES.join('\n')}\n`);
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
