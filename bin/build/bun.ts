import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A platform that Bun compiles for: its package in the npm registry, and the SHA-512 of that. */
interface Platform {
  readonly package: string;
  readonly sha512: string;
}

export const BUN_VERSION = '1.4.5';

/** The platforms by the end of the name of the executable. */
export const PLATFORMS = {
  'linux-x64': {
    package: '@oven/bun-linux-x64',
    sha512: 'IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  'linux-arm64': {
    package: '@oven/bun-linux-aarch64',
    sha512: '4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  },
  'linux-x64-musl': {
    package: '@oven/bun-linux-x64-musl',
    sha512: '10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  },
  'linux-arm64-musl': {
    package: '@oven/bun-linux-aarch64-musl',
    sha512: 'XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  },
  'darwin-x64': {
    package: '@oven/bun-darwin-x64',
    sha512: 'qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  },
  'darwin-arm64': {
    package: '@oven/bun-darwin-aarch64',
    sha512: '4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  },
} satisfies Readonly<Record<string, Platform>>;

export type PlatformName = keyof typeof PLATFORMS;

/** The platform of this machine. Throws if Bun has none for it. */
export function ownPlatform(): PlatformName {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
  const name = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
  if (!Object.hasOwn(PLATFORMS, name)) throw new Error(`There is no Bun for ${name}.`);
  return name as PlatformName;
}

function run(command: string, args: readonly string[], folder: string): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed (${status}).`);
}

/** Gets a platform's Bun from the npm registry into `folder`, and checks it. */
function download(folder: string, { package: name, sha512 }: Platform): void {
  run('npm', ['pack', '--silent', '--prefer-offline', `${name}@${BUN_VERSION}`], folder);
  const [packed = ''] = readdirSync(folder);
  const own = createHash('sha512')
    .update(readFileSync(join(folder, packed)))
    .digest('base64');
  if (own !== sha512) throw new Error(`${name}@${BUN_VERSION} is not the one that is expected: SHA-512 ${own}`);
  run('tar', ['-xzf', packed], folder);
  rmSync(join(folder, packed));
}

/**
 * Returns the path of a platform's Bun. The first time gets 50 MB from the npm registry, which are kept in
 * `$XDG_CACHE_HOME/frontdesk-build`: as a development dependency, every `npm ci` would pay for them.
 */
export function bunFor(name: PlatformName): string {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'frontdesk-build');
  const home = join(cache, `bun-${BUN_VERSION}-${name}`);
  const bun = join(home, 'package', 'bin', 'bun');
  if (existsSync(bun)) return bun;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  try {
    download(unfinished, PLATFORMS[name]);
    renameSync(unfinished, home);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return bun;
}
