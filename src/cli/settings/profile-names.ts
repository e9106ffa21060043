import { readFileSync } from 'node:fs';
import { settingsPath } from './read.ts';

/** The names of the settings file's profiles. Throws if it cannot be read. */
export async function profileNames(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { parse } = await import('smol-toml');
  const { profiles } = parse(readFileSync(settingsPath(environment), 'utf8'));
  return typeof profiles === 'object' && profiles !== null ? Object.keys(profiles) : [];
}
