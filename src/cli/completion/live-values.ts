import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { type NameKind, type NameWithHelp, namesInFile } from '../../center/database/sqlite/names.ts';
import { views } from '../../state/query/views.ts';
import { databasePath } from '../database-path.ts';
import { withFlags } from '../declared/flag.ts';
import { type CenterFlags, centerFlags } from '../declared/shared-flags.ts';
import { centerIdentity } from '../elsewhere/identity.ts';
import { resolveCenter } from '../elsewhere/resolve.ts';
import { viewsName } from '../kept/names.ts';
import { savedIn } from '../kept/views-file.ts';
import { paths } from '../paths.ts';
import { applySettings } from '../settings/apply.ts';
import { settingsPath } from '../settings/read.ts';
import type { Shell } from '../shell.ts';
import type { CompletionWord } from './completion-request.ts';
import type { ValueKind } from './value-kinds.ts';

/** More are of no use to a person. */
export const MAX_OFFERED = 500;

/** The kinds that are looked up; the shell knows the others itself. */
type LiveKind = Exclude<ValueKind, 'file' | 'command'>;

/**
 * The present values. It asks for no password, writes nothing, and a failure gives no values: a person who presses Tab
 * must not be disturbed.
 */
export async function liveValues(
  shell: Shell,
  kind: LiveKind,
  given: ReadonlyMap<string, string>,
  typed = '',
): Promise<readonly CompletionWord[]> {
  try {
    if (kind === 'profile') return (await profileNames(shell.environment)).map(value => ({ value }));
    if (kind === 'endpoint') return (await import('./endpoint-paths.ts')).endpointPaths();
    if (kind === 'filter') {
      const { completeFilterWords: filterWords } = await import('./filter-words.ts');
      return await filterWords(typed, shell.now(), named => liveValues(shell, named, given));
    }
    const flags = await centerFlagsOf(shell, given);
    if (kind === 'view') return viewNames(shell, flags);
    const place = resolveCenter(shell, flags);
    const names = await namesOf(place, kind, shell.now());
    // Commands take an agent's name as well.
    return kind === 'agent' ? [...names, ...names.map(({ value, help }) => ({ value: help, help: value }))] : names;
  } catch {
    return [];
  }
}

/** The names of the settings file's profiles. Throws if it cannot be read. */
async function profileNames(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { parse } = await import('smol-toml');
  const { profiles } = parse(readFileSync(settingsPath(environment), 'utf8'));
  return typeof profiles === 'object' && profiles !== null ? Object.keys(profiles) : [];
}

async function namesOf(
  place: ReturnType<typeof resolveCenter>,
  kind: NameKind,
  now: number,
): Promise<readonly NameWithHelp[]> {
  if ('url' in place) return (await import('./remote-names.ts')).remoteNames(place, kind, now);
  const database = databasePath(place.database);
  return isPostgres(database) ? [] : namesInFile(database, kind, MAX_OFFERED);
}

function viewNames(shell: Shell, flags: CenterFlags): readonly CompletionWord[] {
  const given = views.map(({ title }) => ({ value: title }));
  return [...given, ...savedViews(paths.views(viewsName(centerIdentity(resolveCenter(shell, flags)))))];
}

function savedViews(path: string): readonly CompletionWord[] {
  try {
    return (savedIn(readFileSync(path, 'utf8')) ?? []).map(({ name, filter }) => ({ value: name, help: filter }));
  } catch {
    return [];
  }
}

/** The help center that a command line names so far, with what the environment and the settings say. */
async function centerFlagsOf(shell: Shell, given: ReadonlyMap<string, string>): Promise<CenterFlags> {
  const command = withFlags(new Command(), centerFlags).exitOverride();
  const words = command.options.flatMap(({ long, required }) => {
    const value = given.get(long?.slice(2) ?? '');
    if (value === undefined || !long) return [];
    return required ? [`${long}=${value}`] : [long];
  });
  command.configureOutput({ writeErr: () => undefined }).parse(words, { from: 'user' });
  await applySettings(shell, command, 'desk');
  return command.opts();
}
