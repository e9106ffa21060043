import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotInstalled } from './installed.ts';
import { freePort, run } from './mail-servers.ts';

/** Proxies that stand before a help center. */
export const PROXIES = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' } as const;

export type ProxyName = keyof typeof PROXIES;

/** Why there is no such proxy here; undefined if there is. With `FRONTDESK_PROXIES=1` there must be one. */
export function whyNoProxy(name: ProxyName): string | undefined {
  return whyNotInstalled(PROXIES[name], { variable: 'FRONTDESK_PROXIES', packages: 'nginx-light haproxy' });
}

/** A running proxy in front of a service. */
export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

const guide = join(import.meta.dirname, '../../src/center/README.md');

function guideBlock(name: string): string {
  const [, block] = new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readFileSync(guide, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`The guide has no configuration of ${name}.`);
  return block;
}

/** The guide's configuration of a proxy, on `port` before the service at `target`. */
function guideConfig(name: ProxyName, port: number, target: number): string {
  return guideBlock(name)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${target}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`);
}

/** The same without TLS. */
function withoutTls(config: string, port: number): string {
  return config
    .replace(/(listen .*) ssl;/, '$1;')
    .replace(/^ +ssl_.*\n/gm, '')
    .replace(/bind :443 ssl .*/, `bind 127.0.0.1:${port}`);
}

/** A configuration of nginx with these servers, which keeps all its files in a folder. */
export function nginxConfig(folder: string, servers: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${folder}/${kind};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/log;
events {}
http {
  access_log off;
  ${paths.join('\n  ')}
${servers}
}
`;
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

/** Starts a proxy with the guide's configuration before the service at `target`, without TLS. */
export async function startProxy(name: ProxyName, folder: string, target: number): Promise<Proxy> {
  const port = await freePort();
  return start(name, folder, port, withoutTls(guideConfig(name, port, target), port));
}

/** Starts HAProxy with the guide's configuration before several services, which it looks at more often, and patiently. */
export async function startBalancer(folder: string, targets: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const servers = targets.map(target => `  server s${target} 127.0.0.1:${target}`).join('\n');
  const [backend] = guideBlock('haproxy-servers').split(/^ {2}server /m);
  const one = withoutTls(guideConfig('haproxy', port, 0), port).replace(/^backend frontdesk$[\s\S]*/m, '');
  const passing = one.replace('# acl is_passed', 'acl is_passed');
  return start(
    'haproxy',
    folder,
    port,
    `${passing}${backend!.replace('inter 2s', 'inter 500ms')}  timeout check 5s\n${servers}\n`,
  );
}

async function start(name: ProxyName, folder: string, port: number, given: string): Promise<Proxy> {
  const config = join(folder, 'proxy.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, name === 'nginx' ? nginxConfig(folder, given) : given);
  const args = name === 'nginx' ? ['-p', folder, '-e', join(folder, 'log'), '-c', config] : ['-db', '-f', config];
  let isUp = false;
  const looking = setInterval(async () => {
    isUp ||= await answers(port);
  }, 50);
  try {
    return { port, stop: await run(PROXIES[name], args, () => isUp, join(folder, 'log')) };
  } finally {
    clearInterval(looking);
  }
}
