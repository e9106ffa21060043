import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How long a measurement takes about, from short to long. */
const DURATIONS = ['a minute', 'a few minutes', 'many minutes', 'hours'] as const;

/** The longest that runs when no name is given. */
const LONGEST_UNASKED = 'a few minutes';

/** A bench or a soak. It has a script, tests that try far more at full size, or both, which then run in this order. */
export interface Measurement {
  /** What it measures or proves, in one line. */
  readonly measures: string;
  readonly takes: (typeof DURATIONS)[number];
  /** Whether it runs the built program. */
  readonly needsBuild: boolean;
  /** What its script takes: `<needed>` or `[optional]` words. It takes nothing if this is not given. */
  readonly takesWords?: string;
  /** A file that `node` runs, from the root of the checkout. */
  readonly script?: string;
  /** Tests that run with `FRONTDESK_FULL=1`, from the root of the checkout. */
  readonly fullTests?: string;
}

/** All benches or all soaks. */
export interface Measurements {
  /** `bench` or `soak`: what one is called, and the npm script that runs it. */
  readonly kind: string;
  /** Whether those that are short run if no name is given. */
  readonly runsUnasked: boolean;
  readonly byName: Readonly<Record<string, Measurement>>;
}

/**
 * A program to run: its arguments after `node`, from the root of the checkout, and its additions to the environment.
 */
export interface Step {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The response to a command line: a first message, the steps after it, and the exit code if there are no steps. */
export interface Plan {
  readonly text: string;
  readonly steps: readonly Step[];
  readonly exitCode: number;
}

const BUILD: Step = { args: ['node_modules/tsdown/dist/run.mjs'] };

function isUnasked({ takes, takesWords = '' }: Measurement): boolean {
  return DURATIONS.indexOf(takes) <= DURATIONS.indexOf(LONGEST_UNASKED) && !takesWords.startsWith('<');
}

function titleOf(name: string, { takesWords }: Measurement): string {
  return [name, takesWords].filter(Boolean).join(' ');
}

function remarksOf({ takes, needsBuild }: Measurement): string {
  return needsBuild ? `${takes}, builds first` : takes;
}

/** The help text: every measurement with its duration, and those that run if no name is given. */
function helpOf({ kind, runsUnasked, byName }: Measurements): string {
  const all = Object.entries(byName);
  const width = Math.max(...all.map(([name, one]) => titleOf(name, one).length));
  const lines = all.flatMap(([name, one]) => [
    `  ${titleOf(name, one).padEnd(width)}  ${one.measures}`,
    `  ${''.padEnd(width)}  (${remarksOf(one)})`,
  ]);
  const unasked = all.filter(([, one]) => isUnasked(one)).map(([name]) => name);
  return [
    `npm run ${kind} -- <name>`,
    '',
    ...lines,
    '',
    runsUnasked ? `Without a name: ${unasked.join(', ')}.` : 'Without a name nothing runs.',
    '',
  ].join('\n');
}

/** The README's table of measurements. */
export function measurementTable({ kind, byName }: Measurements): string {
  const rows = Object.entries(byName).map(
    ([name, one]) => `| \`npm run ${kind} -- ${titleOf(name, one)}\` | ${one.measures} | ${remarksOf(one)} |`,
  );
  return ['| command | what it measures | takes |', '| --- | --- | --- |', ...rows].join('\n');
}

function stepsOf({ script, fullTests }: Measurement, words: readonly string[]): Step[] {
  return [
    ...(script === undefined ? [] : [{ args: [script, ...words] }]),
    ...(fullTests === undefined
      ? []
      : [
          {
            args: ['node_modules/vitest/vitest.mjs', 'run', '--project', '!postgres', fullTests],
            environment: { FRONTDESK_FULL: '1' },
          },
        ]),
  ];
}

function refused(reason: string, help: string): Plan {
  return { text: `${reason}\n\n${help}`, steps: [], exitCode: 2 };
}

function withBuild(measurements: readonly Measurement[], steps: readonly Step[]): Step[] {
  return measurements.some(({ needsBuild }) => needsBuild) ? [BUILD, ...steps] : [...steps];
}

/** What the words after `npm run bench --` ask for: a name and what its script takes, `--help`, or nothing. */
function planOf(all: Measurements, [name, ...words]: readonly string[]): Plan {
  const help = helpOf(all);
  if (name === '--help' || name === '-h') return { text: help, steps: [], exitCode: 0 };
  if (name === undefined) {
    const unasked = all.runsUnasked ? Object.values(all.byName).filter(isUnasked) : [];
    const steps = withBuild(
      unasked,
      unasked.flatMap(one => stepsOf(one, [])),
    );
    return { text: help, steps, exitCode: all.runsUnasked ? 0 : 2 };
  }
  const one = Object.hasOwn(all.byName, name) ? all.byName[name] : undefined;
  if (!one) return refused(`There is no ${all.kind} ${name}.`, help);
  const takesWords = one.takesWords ?? '';
  if (takesWords === '' && words.length > 0) return refused(`${name} takes no more words.`, help);
  if (takesWords.startsWith('<') && words.length === 0) return refused(`${name} needs ${takesWords}.`, help);
  return { text: '', steps: withBuild([one], stepsOf(one, words)), exitCode: 0 };
}

const root = join(import.meta.dirname, '../..');

function exitCodeOf({ args, environment }: Step): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

/** Does what the command line asks for, and ends at the first step that fails, with its exit code. */
export async function runMeasurements(all: Measurements): Promise<void> {
  const { text, steps, exitCode } = planOf(all, process.argv.slice(2));
  process.exitCode = exitCode;
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  for (const step of steps) {
    const code = await exitCodeOf(step);
    if (code === 0) continue;
    process.exitCode = code;
    return;
  }
}
