import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../secrets.ts';
import { howFailed } from './programs.ts';

/** The agent's own editor. */
export interface Editor {
  /**
   * Opens a text in it and returns what was saved. A text saved by an editor that then failed counts too; a failure
   * without a saved text is an error. `keep` receives each saved text before the editor ends, in case the desk is
   * killed.
   */
  edit(text: string, keep: (saved: string) => void): Promise<string>;
  /** The desk ends before the editor: `keep` receives the text saved so far. */
  keepSaved(): void;
  /** Whether a text is open in it. */
  isOpen(): boolean;
}

/** `VISUAL`, otherwise `EDITOR`, otherwise vi. */
function editorOf(environment: NodeJS.ProcessEnv): string {
  return environment.VISUAL || environment.EDITOR || 'vi';
}

/**
 * The editor of this environment. The file lies in a private temporary folder that is removed afterwards. The editor's
 * environment contains none of our secrets.
 */
export function createEditor(environment: NodeJS.ProcessEnv): Editor {
  const nothing = (): void => {};
  let keepSaved = nothing;
  return {
    edit: async (text, keep) => {
      const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
      const file = join(folder, 'note.txt');
      let unwatch = (): void => {};
      try {
        writeFileSync(file, text, { mode: 0o600 });
        keepSaved = () => {
          // While an editor saves, the file may be empty or missing for a moment.
          const saved = savedOr(file, '');
          if (saved !== '' && saved !== text) keep(saved);
        };
        unwatch = onChange(folder, () => keepSaved());
        const editor = editorOf(environment);
        const env = childEnvironment(environment);
        const failure = await howFailed(
          spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit', env }),
        );
        if (failure !== undefined && savedOr(file, text) === text) throw new Error(`${editor} ${failure}`);
        return savedIn(file);
      } finally {
        keepSaved = nothing;
        unwatch();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    keepSaved: () => keepSaved(),
    isOpen: () => keepSaved !== nothing,
  };
}

/**
 * Calls back when a file in the folder is written. Returns a function that stops it. If the folder cannot be watched,
 * the editor still works.
 */
function onChange(folder: string, run: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, run);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    // The system allows no more watches.
    return () => {};
  }
}

function savedIn(file: string): string {
  return readFileSync(file, 'utf8').replace(/\n$/, '');
}

function savedOr(file: string, missing: string): string {
  try {
    return savedIn(file);
  } catch {
    return missing;
  }
}
