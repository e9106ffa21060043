import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The agent's editor: `VISUAL`, else `EDITOR`, else vi. */
const editorOf = (environment: NodeJS.ProcessEnv): string => environment.VISUAL || environment.EDITOR || 'vi';

/**
 * Opens a text in the agent's editor and gives back what was saved. The file lies in a folder of its own that only
 * the agent can read, and goes with it. The editor gets no token: its environment is cleaned of it.
 */
export const editText = async (text: string, environment: NodeJS.ProcessEnv): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  const file = join(folder, 'note.txt');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const { FRONTDESK_TOKEN: _, FRONTDESK_API_KEY: __, ...env } = environment;
    const editor = editorOf(environment);
    await new Promise<void>((resolve, reject) => {
      const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit', env });
      child.on('error', reject);
      child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`${editor} ended with code ${code}`))));
    });
    return readFileSync(file, 'utf8').replace(/\n$/, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
