#!/usr/bin/env node
/**
 * The launcher for tests on the executable: `node launcher.ts …` becomes `dist-binary/frontdesk …`. What a test loads
 * before the program (`node --import`, also in `NODE_OPTIONS`), Bun loads before it.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const executable = join(import.meta.dirname, '../../dist-binary/frontdesk');

/** What is loaded before the program: paths, which may have a query. */
function preloads(flags: readonly string[]): string[] {
  const asked = flags.join('=').split(/=?--import=/);
  return asked.slice(1).map(one => one.replace('file://', ''));
}

/** The option of Bun's that loads these; in a file, as an option takes no path with a query. */
function preloadOption(paths: readonly string[]): string {
  const file = join(process.env.HOME ?? tmpdir(), `preload-${process.pid}.ts`);
  writeFileSync(file, paths.map(path => `import ${JSON.stringify(path)};\n`).join(''));
  return `--preload=${file}`;
}

const { NODE_OPTIONS = '', ...environment } = process.env;
const paths = preloads([...process.execArgv, ...NODE_OPTIONS.split(' ').filter(Boolean)]);
const preload = paths.length > 0 ? { BUN_OPTIONS: preloadOption(paths) } : {};
// A test looks for the launcher's path among the words of the processes.
process.execve!(executable, [import.meta.filename, ...process.argv.slice(2)], { ...environment, ...preload } as Record<
  string,
  string
>);
