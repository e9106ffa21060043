import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { createCenter } from '../harness/center.ts';
import { launcher } from '../harness/launcher.ts';
import type { OpenTerminalOptions, Terminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';

/** A help center on a file, and hands to ask and change it as another agent would, beside the desk. */
export interface Backstage {
  readonly database: string;
  readonly environment: Record<string, string>;
  /** Calls the service with an API key; returns the answer's `data`, throws on a refusal. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** Creates a conversation with one message of a customer; returns its id. */
  conversation(
    title: string,
    more?: { tags?: string[]; body?: string; inbox_id?: number; name?: string },
  ): Promise<number>;
  /** Runs a shell command of frontdesk; returns its stdout. */
  shell(...args: string[]): string;
}

/** An empty help center in a new folder, for the running test. */
export async function openBackstage(): Promise<Backstage> {
  const backstage = await openBackstageIn(temporaryFolder());
  onTestFinished(backstage.close);
  return backstage;
}

/** An empty help center in this folder; the caller closes it. */
export async function openBackstageIn(folder: string): Promise<Backstage & { close(): Promise<void> }> {
  const environment = deskEnvironment(folder);
  const database = join(folder, 'center.db');
  const center = await createCenter({
    database,
    attachmentsFolder: join(folder, 'attachments'),
    settings: { passwordCost: 4 },
  });
  const { token } = await createApiKey(center, 'scenario');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await center.fetch(new Request(`http://center/api/agent/v1${path}`, init));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text).data) as T;
  };

  return {
    close: () => center.close(),
    database,
    environment,
    ask,
    conversation: async (
      title,
      { tags, body = 'Hello, could you help me, please?', inbox_id, name = 'Zoë Quinn' } = {},
    ) => {
      const email = `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@customer.example`;
      const known = await ask<{ id: number; email: string }[]>('GET', `/contacts?q=${encodeURIComponent(email)}`);
      const contact =
        known.find(found => found.email === email) ?? (await ask<{ id: number }>('POST', '/contacts', { name, email }));
      const { id } = await ask<{ id: number }>('POST', '/conversations', {
        title,
        tags,
        inbox_id,
        contacts: [contact.id],
      });
      await ask('POST', `/conversations/${id}/messages`, { body_text: body });
      return id;
    },
    shell: (...args) =>
      execFileSync(process.execPath, [launcher, ...args], {
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}

interface DeskOptions {
  /** Beside the environment of the help center. */
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  /** How the terminal answers and counts. */
  readonly answersAfterMs?: number;
  readonly widths?: OpenTerminalOptions['widths'];
  readonly keysFor?: OpenTerminalOptions['keysFor'];
}

/** The built desk on that help center, on a pty; ready when its list is on the screen. */
export async function openDesk(
  backstage: Backstage,
  { columns = 160, rows = 36, args = [], env = {}, ...terminal }: DeskOptions = {},
): Promise<Terminal> {
  const desk = openBuiltDesk(
    ['--database', backstage.database, ...args],
    { ...backstage.environment, ...env },
    { columns, rows, ...terminal },
  );
  await desk.sees('Unresolved');
  return desk;
}
