import { lookInto } from './look-into.ts';

/** Looks whether a SQLite file is whole, without changing it. Returns what is wrong in SQLite's words, or undefined. */
export function checkFile(path: string): string | undefined {
  try {
    const [row] = lookInto(path, database => database.prepare('pragma quick_check(1)').all());
    const said = String(Object.values(row ?? {})[0] ?? 'it holds nothing');
    return said === 'ok' ? undefined : said;
  } catch (error) {
    return (error as Error).message;
  }
}
