/** `npm run release-notes [-- from..to]`: prints the message of a release's commit, from the commits since the last release. */
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

export interface Commit {
  readonly subject: string;
  readonly files: readonly string[];
}

/**
 * The groups of the notes, those that users notice most first: a commit is in the first group whose files it changes.
 */
const GROUPS: readonly (readonly [title: string, files: RegExp])[] = [
  ['In the shell', /^src\/cli\/(?:program|commands|settings)\//],
  ['At the desk', /^src\/(?:actions|keys|ui|terminal|state|client|text|cli)\//],
  ['In the help center', /^src\/(?:center|contract)\//],
  ['To install it', /^(?:package\.json$|bin\/)/],
];

/** First words of subjects that are about the code, and not about its behaviour. */
const ABOUT_CODE = /^(?:Bench|Declare|Measure|Move|Name|Rename|Revert|Share|Split|Test|Try)\b/;

/** A release's message: the title, then the commits as sentences, fixes first, and how many others there are. */
export function releaseNotes(title: string, commits: readonly Commit[]): string {
  const titleOf = ({ subject, files }: Commit) => {
    if (ABOUT_CODE.test(subject)) return '';
    const group = GROUPS.find(([, pattern]) => files.some(file => pattern.test(file)))?.[0] ?? '';
    return group !== '' && /^Fix\b/.test(subject) ? 'Fixed' : group;
  };
  const byTitle = Map.groupBy(commits, titleOf);
  const parts = ['Fixed', ...GROUPS.map(([group]) => group)].flatMap(group => {
    const subjects = new Set(byTitle.get(group)?.map(({ subject }) => subject));
    return subjects.size === 0 ? [] : [[`${group}:`, ...[...subjects].map(subject => `- ${subject}.`)].join('\n')];
  });
  const others = byTitle.get('')?.length ?? 0;
  const counted = `${others} ${others === 1 ? 'change' : 'changes'} of code, tests and guides.`;
  if (others > 0) parts.push(parts.length > 0 ? `And ${counted}` : counted);
  return `${[title, ...parts].join('\n\n')}\n`;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** 0.1.0 has no commit `Release 0.1.0`: this one wrote its notes. */
const FIRST_RELEASE = '0d222f83';

/** The commit of the last release. Not its tag, which a clone may lack. */
function lastRelease(): string {
  return git('log', '-1', '--format=%h', '--extended-regexp', '--grep=^Release [0-9]+[.][0-9]').trim() || FIRST_RELEASE;
}

function commitsIn(range: string): Commit[] {
  // A control character cannot be in a subject.
  const records = git('log', '--no-merges', '--reverse', '--name-only', '--format=%x01%s', range)
    .split('\x01')
    .slice(1);
  return records.map(record => {
    const [subject = '', , ...files] = record.trimEnd().split('\n');
    return { subject, files };
  });
}

function main(range = `${lastRelease()}..HEAD`): string {
  return releaseNotes(`Release ${packageJson.version.replace('-dev', '')}`, commitsIn(range));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(main(process.argv[2]));
