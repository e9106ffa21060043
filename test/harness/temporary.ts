import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder for the running test, removed when the test is over. Call it inside a test or a `beforeEach`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** The XDG folders under `folder`, by the variable that names them. */
const XDG_FOLDERS = {
  XDG_CONFIG_HOME: 'config',
  XDG_DATA_HOME: 'data',
  XDG_STATE_HOME: 'state',
  XDG_CACHE_HOME: 'cache',
  XDG_RUNTIME_DIR: 'run',
} as const;

/** Where all desks of this checkout's tests keep the code that Node has compiled: without it each compiles all anew. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/frontdesk-tests');

/**
 * A whole environment for a desk that must not see the machine: home and XDG folders inside `folder`, UTF-8, UTC, an
 * xterm, the running Node first in PATH, and no other variable of the caller (no `CI`, `NO_COLOR` or `FRONTDESK_…`).
 */
export function deskEnvironment(folder: string, extra: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'tmp'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    USER: 'agent',
    NODE_COMPILE_CACHE: compileCache,
  };
  for (const [variable, name] of Object.entries(XDG_FOLDERS)) environment[variable] = join(folder, name);
  for (const made of [environment.HOME, environment.TMPDIR, environment.XDG_RUNTIME_DIR]) {
    mkdirSync(made as string, { recursive: true, mode: 0o700 });
  }
  return { ...environment, ...extra };
}

/** The environment of a desk whose settings name a folder for the attachments. */
export function namingAttachments(environment: Record<string, string>, folder: string): Record<string, string> {
  const settings = join(environment.HOME!, 'attachments.toml');
  writeFileSync(settings, `[center]\nattachments = ${JSON.stringify(folder)}\n`, { mode: 0o600 });
  return { ...environment, FRONTDESK_CONFIG: settings };
}
