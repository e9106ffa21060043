import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/center/http/listen.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { freePort, run } from '../harness/mail-servers.ts';
import { openMeasuredLine } from '../harness/measured-line.ts';
import { nginxConfig, PROXIES, whyNoProxy } from '../harness/proxies.ts';
import { skippedFor } from '../harness/skipped.ts';
import { openBackstage } from './open-desk.ts';

/** An authority in a folder, which signs certificates for localhost, and a stranger who signs its own. */
function openAuthority(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'names'), 'subjectAltName = DNS:localhost\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30', '-subj', '/CN=Shop CA');
  const signed = (name: string) => {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', '/CN=localhost');
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', '30');
  };
  const own = (name: string) =>
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-subj',
      '/CN=localhost',
    );
  return { ca: join(folder, 'ca.pem'), signed, own };
}

/** A help center behind nginx with TLS, whose certificate can be replaced, and an agent's desk on it. */
async function open() {
  const backstage = await openBackstage();
  for (const title of ['Refund', 'Parcel', 'Lamp']) await backstage.conversation(title);
  const folder = join(backstage.database, '../proxy');
  const authority = openAuthority(folder);
  const center = await createCenter({
    database: backstage.database,
    attachmentsFolder: join(backstage.database, '../attachments'),
    settings: { apiKeys: ['a-key-of-16-characters'] },
  });
  const service = await listen(center, { host: '127.0.0.1', port: 0, hosts: ['localhost'] });
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    nginxConfig(
      folder,
      `server {
  listen 127.0.0.1:${port} ssl;
  ssl_certificate ${folder}/shown.pem;
  ssl_certificate_key ${folder}/shown.key;
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  location / { proxy_pass ${service.url}; }
}`,
    ),
  );
  let stop: () => Promise<void> = async () => undefined;
  const log = join(folder, 'log');
  /** Ends all connections, and starts again with this certificate. */
  const show = async (name: string) => {
    await stop();
    for (const ending of ['pem', 'key'])
      copyFileSync(join(folder, `${name}.${ending}`), join(folder, `shown.${ending}`));
    let isUp = false;
    const looking = setInterval(async () => {
      isUp ||= await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    }, 50);
    stop = await run(PROXIES.nginx, ['-p', folder, '-e', log, '-c', config], () => isUp, log);
    clearInterval(looking);
  };
  onTestFinished(async () => {
    await stop();
    await service.close();
    await center.close();
  });
  const start = (at = port) =>
    openBuiltDesk(['--url', `https://localhost:${at}`, '--link', 'fast'], {
      ...backstage.environment,
      FRONTDESK_TOKEN: 'a-key-of-16-characters',
      NODE_EXTRA_CA_CERTS: authority.ca,
    });
  const archived = async () => {
    const all = await backstage.ask<{ title: string; archived: boolean }[]>('GET', '/conversations?archived=1');
    return all.map(({ title }) => title).sort();
  };
  return { authority, show, start, archived, port };
}

test(
  'a certificate that is replaced by one of the same authority goes unnoticed; another one is told, and nothing is lost',
  skippedFor(whyNoProxy('nginx')),
  async () => {
    const { authority, show, start, archived } = await open();
    authority.signed('first');
    authority.signed('renewed');
    authority.own('stranger');
    await show('first');
    const desk = start();
    await desk.sees('Refund');
    await show('renewed');
    desk.press('conversation.archive');
    await expect.poll(archived).toEqual(['Lamp']);
    await show('stranger');
    desk.press('conversation.archive');
    await desk.sees('certificate of localhost');
    expect(await archived()).toEqual(['Lamp']);
    desk.press('quit');
    await desk.sees('Quit with changes unsent?');
    desk.press('y');
    await desk.exit();
    const again = start();
    await again.sees('Refund');
    await again.sees('certificate of localhost');
    await show('renewed');
    await expect.poll(archived).toEqual(['Lamp', 'Parcel']);
    again.close();
  },
);

test(
  'on a thin line to nginx with TLS, a key after a rest needs no new connection',
  skippedFor(whyNoProxy('nginx')),
  async () => {
    const { authority, show, start, archived, port } = await open();
    authority.signed('first');
    await show('first');
    const line = await openMeasuredLine(port, { bytesPerSecond: 1_200, oneWayMs: 150 });
    onTestFinished(() => line.close());
    const desk = start(line.port);
    await desk.sees('Refund');
    // The stream of events keeps the first connection.
    desk.press('conversation.archive');
    await expect.poll(archived).toEqual(['Lamp']);
    // Longer than Node keeps a connection whose server does not say for how long.
    await sleep(10_000);
    const before = line.traffic();
    desk.press('conversation.archive');
    await expect.poll(archived).toEqual(['Lamp', 'Parcel']);
    await sleep(5_000);
    const { up, down, connections } = line.traffic();
    expect(connections - before.connections).toBe(0);
    expect(up - before.up).toBeLessThan(1_000);
    expect(down - before.down).toBeLessThan(3_000);
    desk.close();
  },
);
