import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, PROGRAMS, run } from './mail-servers.ts';

/** A milter on a port of this machine. */
export interface Milter {
  readonly port: number;
  stop(): Promise<void>;
}

async function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Starts a milter with the settings that Debian installs, except for these. */
async function start(name: 'opendkim' | 'opendmarc', folder: string, keys: Readonly<Record<string, string>>) {
  const port = await freePort();
  const own = { ...keys, Socket: `inet:${port}@127.0.0.1`, PidFile: join(folder, `${name}.pid`), UserID: 'root' };
  const installed = readFileSync(`/etc/${name}.conf`, 'utf8').split('\n');
  const kept = installed.filter(line => !Object.keys(own).some(key => line.startsWith(key)));
  const config = join(folder, `${name}.conf`);
  writeFileSync(config, `${[...kept, ...Object.entries(own).map(each => each.join(' '))].join('\n')}\n`);
  let isUp = false;
  const look = setInterval(() => void isListening(port).then(found => (isUp ||= found)), 50);
  const args = name === 'opendkim' ? ['-f', '-x', config] : ['-f', '-c', config];
  const stop = await run(PROGRAMS[name], args, () => isUp, config).finally(() => clearInterval(look));
  return { port, stop };
}

/** Starts Debian's OpenDKIM, which knows this record of a key for each of the domains. */
export function startOpenDkim(
  folder: string,
  { record, domains }: { readonly record: string; readonly domains: readonly string[] },
  options: Readonly<Record<string, string>>,
): Promise<Milter> {
  const keys = join(folder, 'keys');
  writeFileSync(keys, domains.map(domain => `s._domainkey.${domain} ${record}\n`).join(''));
  return start('opendkim', folder, { AuthservID: 'mx.shop.example', TestPublicKeys: keys, ...options });
}

/** Starts Debian's OpenDMARC. */
export function startOpenDmarc(folder: string): Promise<Milter> {
  return start('opendmarc', folder, { AuthservID: 'mx.shop.example' });
}

/** Gives a mail to an SMTP server, as a server elsewhere on the Internet does; resolves with the last answer. */
export function sendFromAfar(port: number, from: string, to: string, source: Buffer): Promise<string> {
  const dotted = Buffer.from(source.toString('latin1').replace(/^\./gm, '..'), 'latin1');
  const steps: (string | Buffer)[] = [
    'EHLO mail.evil.example\r\n',
    'XCLIENT NAME=mail.evil.example ADDR=192.0.2.7\r\n',
    'EHLO mail.evil.example\r\n',
    `MAIL FROM:<${from}>\r\n`,
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
    Buffer.concat([dotted, Buffer.from('\r\n.\r\n')]),
    'QUIT\r\n',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let answers = '';
    let last = '';
    socket.once('error', reject).once('close', () => resolve(last));
    socket.on('data', (text: string) => {
      answers += text;
      if (!/^\d{3} .*\r\n$/m.test(answers) || !answers.endsWith('\r\n')) return;
      if (steps.length > 0 && !answers.startsWith('221')) last = answers.trim();
      answers = '';
      const next = /^[45]/.test(last) ? steps.at(-1) : steps.shift();
      if (next !== undefined) socket.write(next);
    });
  });
}
