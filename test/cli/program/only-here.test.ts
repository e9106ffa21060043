import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Argument, Command, type Option } from 'commander';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { createProgram } from '../../../src/cli/program/program.ts';
import { saveSignIn, signInsPath } from '../../../src/cli/sign-ins.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type ServedCenter, servedCenter } from '../served-center.ts';
import { shellHere } from '../shell-here.ts';

let folder: string;
let center: ServedCenter;
beforeEach(async () => {
  folder = temporaryFolder();
  for (const name of ['STATE', 'CONFIG', 'DATA']) vi.stubEnv(`XDG_${name}_HOME`, join(folder, name));
  onTestFinished(() => void vi.unstubAllEnvs());
  center = await servedCenter();
  signIn();
});

function signIn(): void {
  const { url, tokens } = center;
  const agent = { id: 1, name: 'Admin' };
  saveSignIn(signInsPath(), { profile: null, url, token: tokens.admin, agent, isInsecure: false, isChosen: true });
}

async function shell(...args: readonly string[]) {
  const here = shellHere();
  const code = await run(here.shell, args);
  return { code, stdout: here.stdout(), stderr: here.stderr() };
}

/** Every command, with an argument for each that it needs. A path is below `folder`. */
function everyCommand(command = new Command(), path: readonly string[] = []): string[][] {
  const wordFor = (needs: Argument | Option) =>
    needs.argChoices?.[0] ?? (['folder', 'path'].includes(needs.name()) ? join(folder, '1') : '1');
  if (command.commands.length > 0) return command.commands.flatMap(one => everyCommand(one, [...path, one.name()]));
  const needed = command.registeredArguments.filter(({ required }) => required).map(wordFor);
  const options = command.options.filter(({ mandatory }) => mandatory).flatMap(one => [one.long!, wordFor(one)]);
  return [[...path, ...needed, ...options]];
}

/** `serve` is a help center itself, and `copy` names both of its databases. */
const NAMES_ITS_PLACE = ['serve', 'copy'];

test('signed in elsewhere, every command works there, or is refused and names both ways', async () => {
  const all = everyCommand(createProgram(shellHere().shell, () => undefined));
  const refused: string[] = [];
  for (const args of all.filter(([name]) => !NAMES_ITS_PLACE.includes(name!))) {
    const { code, stderr } = await shell(...args);
    if (stderr.includes('works on a database of this machine')) {
      refused.push(args.join(' ').replace(`${folder}/`, ''));
      expect([code, stderr]).toEqual([2, expect.stringContaining('run it on its machine')]);
      expect(stderr).toContain(`--database ${join(folder, 'DATA/frontdesk/center.db')}`);
    }
    expect(existsSync(join(folder, 'DATA')), `${args.join(' ')}: ${stderr}`).toBe(false);
    signIn();
  }
  expect(all.length).toBeGreaterThan(50);
  expect(refused).toEqual([
    'conversations export',
    'import 1',
    'sample',
    'mail setup',
    'mail check',
    'mail retry-set-aside',
    'mail queue list',
    'mail queue retry',
    'mail queue drop 1',
    'mail queue resume',
    'agent key add 1 1',
    'agent key list',
    'agent key remove 1',
    'key create 1',
    'key list',
    'key revoke 1',
    'backup',
    'restore 1',
    'files move database',
  ]);
});

test('a database that a flag or a variable names is used, also while signed in elsewhere', async () => {
  const database = join(folder, 'own.db');
  expect(await shell('key', 'create', 'ci', '--database', database)).toMatchObject({ code: 0 });
  vi.stubEnv('FRONTDESK_DATABASE', database);
  expect((await shell('key', 'list')).stdout).toContain('ci');
});

test('--url with --database or --sample is refused, and nothing is done', async () => {
  for (const here of [['--database', join(folder, 'own.db')], ['--sample']]) {
    const { code, stderr } = await shell('--url', center.url, ...here);
    expect([code, stderr]).toEqual([2, expect.stringContaining('name two help centers')]);
  }
  const { code } = await shell('conversations', 'list', '--url', center.url, '--database', join(folder, 'own.db'));
  expect(code).toBe(2);
  expect(existsSync(join(folder, 'own.db'))).toBe(false);
});
