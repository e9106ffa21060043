import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskEnvironment } from '../harness/temporary.ts';
import { isInstalled } from './wire-peers.ts';

/** A program that makes a Maildir searchable, and leaves its mails where they are. */
interface Indexer {
  readonly name: string;
  /** Writes its settings into an empty home. */
  readonly prepare: (home: string, mails: string) => void;
  /** The arguments by which it indexes. */
  readonly index: (home: string) => readonly string[];
}

function run(home: string, command: string, args: readonly string[]): void {
  execFileSync(command, args, { env: deskEnvironment(home), stdio: 'pipe' });
}

const INDEXERS: readonly Indexer[] = [
  {
    name: 'notmuch',
    prepare: (home, mails) => {
      const lines = ['[database]', `mail_root=${mails}`, `path=${home}`, '[user]', 'primary_email=agent@desk.example'];
      writeFileSync(join(home, 'notmuchrc'), [...lines, '[new]', 'tags=inbox', ''].join('\n'));
    },
    index: home => [`--config=${join(home, 'notmuchrc')}`, 'new', '--quiet'],
  },
  {
    name: 'mu',
    prepare: (home, mails) => run(home, 'mu', ['init', `--muhome=${home}`, `--maildir=${mails}`, '--quiet']),
    index: home => ['index', `--muhome=${home}`, '--quiet'],
  },
];

/** For each indexer that is installed a run, which returns how many of a Maildir's `count` mails it indexes a second. */
export function indexerRuns(folder: string, mails: string, count: number): Record<string, () => Promise<number>> {
  const rate = async ({ name, prepare, index }: Indexer): Promise<number> => {
    const home = mkdtempSync(join(folder, `${name}-`));
    prepare(home, mails);
    const start = performance.now();
    run(home, name, index(home));
    const ms = performance.now() - start;
    rmSync(home, { recursive: true });
    return (count * 1_000) / ms;
  };
  return Object.fromEntries(INDEXERS.filter(isInstalled).map(one => [one.name, () => rate(one)]));
}
